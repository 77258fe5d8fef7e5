# docs/choose_a_schedule.md shows what `phases` prints: each line below these commands is a line of their output, but for the times of
# building, which are measured.
file(READ ${SOURCE}/docs/choose_a_schedule.md page)

# Without times of building, indentation and repeated spaces.
function(comparable result lines)
  string(REGEX REPLACE "[0-9.e+]+ [a-z]+  yes" "... yes" lines "${lines}")
  string(REGEX REPLACE "[ ]+" " " lines "${lines}")
  string(REGEX REPLACE "(^|\n) " "\\1" lines "${lines}")
  set(${result} "${lines}" PARENT_SCOPE)
endfunction()

function(shows command)
  string(FIND "${page}" "\n    ${command}\n" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "docs/choose_a_schedule.md has no command \"${command}\"; this test knows its tables")
  endif()
  string(SUBSTRING "${page}" ${place} -1 rest)
  string(REGEX REPLACE "^\n[^\n]*\n" "" rest "${rest}")
  string(REGEX MATCH "^(\n|    [^\n]*\n)+" block "${rest}")
  comparable(block "${block}")
  string(REGEX MATCHALL "[^\n]+" lines "${block}")
  list(LENGTH lines count)
  if(count LESS 4)
    message(FATAL_ERROR "docs/choose_a_schedule.md shows ${count} lines of \"${command}\"; a heading and a row are more")
  endif()

  separate_arguments(arguments UNIX_COMMAND "${command}")
  list(POP_FRONT arguments)
  execute_process(COMMAND ${PHASES} ${arguments} WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE output
    COMMAND_ERROR_IS_FATAL ANY)
  comparable(printed "${output}")
  foreach(line IN LISTS lines)
    string(FIND "${printed}" "${line}\n" place)
    if(place EQUAL -1)
      message("${output}")
      message(FATAL_ERROR "docs/choose_a_schedule.md shows \"${line}\", but \"${command}\" prints the above; copy it there again")
    endif()
  endforeach()
endfunction()

shows("phases --matrix bench/lab/wing_32.mtx")
shows("phases --random --density 16 --machine machines/cm5.toml --protocol ready_signal --unit-bytes 4096")

# scripts/plot draws a file and names its pictures; what it cannot draw it refuses in one sentence.
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
execute_process(COMMAND ${SAMPLE} ${WORK}/flow.vtkhdf airfoil COMMAND_ERROR_IS_FATAL ANY)

execute_process(COMMAND ${PLOT} ${WORK}/flow.vtkhdf --output ${WORK}/pictures
  OUTPUT_VARIABLE named COMMAND_ERROR_IS_FATAL ANY)
if(NOT named STREQUAL "${WORK}/pictures/pressure.png\n${WORK}/pictures/cp.png\n")
  message(FATAL_ERROR "plot named other pictures than it should: ${named}")
endif()
foreach(picture IN ITEMS pressure.png cp.png)
  file(SIZE ${WORK}/pictures/${picture} size)
  if(size LESS 20000)
    message(FATAL_ERROR "${picture} has ${size} bytes; a drawing has more")
  endif()
endforeach()

execute_process(COMMAND ${SAMPLE} ${WORK}/free.vtkhdf nothing COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${PLOT} ${WORK}/free.vtkhdf --output ${WORK}/free
  OUTPUT_VARIABLE named ERROR_VARIABLE sentence COMMAND_ERROR_IS_FATAL ANY)
if(NOT named STREQUAL "${WORK}/free/pressure.png\n" OR NOT sentence MATCHES "has no wall")
  message(FATAL_ERROR "plot of a flow without walls named: ${named} and said: ${sentence}")
endif()

file(WRITE ${WORK}/text.vtkhdf "no HDF5")
foreach(refused IN ITEMS missing.vtkhdf text.vtkhdf)
  execute_process(COMMAND ${PLOT} ${WORK}/${refused} RESULT_VARIABLE status ERROR_VARIABLE sentence)
  if(NOT status EQUAL 1 OR NOT sentence MATCHES "^plot: [^\n]*${refused}[^\n]*\n$")
    message(FATAL_ERROR "plot ${refused} ended with ${status} and said: ${sentence}")
  endif()
endforeach()

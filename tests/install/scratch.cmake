# configure(SOURCE BUILD OUTPUT_VARIABLE [-D ...]), run(COMMAND ...), consume(FOLDER "its output"): with the compiler
# under test, from empty folders. A failure ends the test.
function(configure source build output)
  file(REMOVE_RECURSE ${build})
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${source} -B ${build} -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${CXX}
      -D CMAKE_CXX_FLAGS=${FLAGS} ${ARGN}
    OUTPUT_VARIABLE said ERROR_VARIABLE said ECHO_OUTPUT_VARIABLE COMMAND_ERROR_IS_FATAL ANY)
  set(${output} "${said}" PARENT_SCOPE)
endfunction()

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Builds the consumer in the folder of that name and runs it; its output must match.
function(consume name expected)
  configure(${CMAKE_CURRENT_LIST_DIR}/${name} ${WORK}/${name} said -D CMAKE_PREFIX_PATH=${WORK}/prefix
    -D EXAMPLES=${SOURCE}/examples)
  run(${CMAKE_COMMAND} --build ${WORK}/${name})
  execute_process(COMMAND ${WORK}/${name}/consumer OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
  if(NOT said MATCHES "${expected}")
    message(FATAL_ERROR "${name} said: ${said}")
  endif()
endfunction()

# Each public header compiles alone against the installed tree, and there are at most 68 of them. HEADERS are pairs
# component:folder/header.hpp.
include(${CMAKE_CURRENT_LIST_DIR}/scratch.cmake)
set(WORK ${WORK}/public_headers)

list(LENGTH HEADERS count)
if(count GREATER 68)
  message(FATAL_ERROR "there are ${count} public headers; at most 68 are wanted: list machinery as DETAIL")
endif()

file(REMOVE_RECURSE ${WORK}/prefix)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE ";" "," headers "${HEADERS}")  # a list of lists is one list
configure(${CMAKE_CURRENT_LIST_DIR}/header_consumer ${WORK}/build said -D CMAKE_PREFIX_PATH=${WORK}/prefix
  -D HEADERS=${headers})
run(${CMAKE_COMMAND} --build ${WORK}/build --parallel)

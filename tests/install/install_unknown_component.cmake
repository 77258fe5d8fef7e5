# A component that does not exist is named, with those that do.
include(${CMAKE_CURRENT_LIST_DIR}/scratch.cmake)
set(WORK ${WORK}/unknown_component)

file(REMOVE_RECURSE ${WORK})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${WORK}/source/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES CXX)
find_package(partita 0.2 REQUIRED COMPONENTS loop)
")
execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${WORK}/source -B ${WORK}/build -G ${GENERATOR}
    -D CMAKE_CXX_COMPILER=${CXX} -D CMAKE_PREFIX_PATH=${WORK}/prefix
  RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE said)
string(REGEX REPLACE "[ \n]+" " " said "${said}")  # CMake breaks lines
set(expected "partita has no component loop; its components are loops, mesh, schedule_files, checkpoints, machine_files, environment, c, fortran, petsc")
string(FIND "${said}" "${expected}" found)
if(status EQUAL 0 OR found EQUAL -1)
  message(FATAL_ERROR "find_package of a component that does not exist ended with ${status} and said: ${said}")
endif()

# Each public header compiles alone against the installed tree, those of the core without a warning, and there are at most 73 of them,
# with at most 40 of machinery.
# HEADERS are pairs component:folder/header.hpp.
include(${CMAKE_CURRENT_LIST_DIR}/scratch.cmake)
set(WORK ${WORK}/public_headers)

list(LENGTH HEADERS count)
if(count GREATER 73)
  message(FATAL_ERROR "there are ${count} public headers; at most 73 are wanted: list machinery as DETAIL")
endif()

file(REMOVE_RECURSE ${WORK}/prefix)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE installed ${WORK}/prefix/include/*.hpp)
list(LENGTH installed all)
math(EXPR machinery "${all} - ${count}")
if(machinery GREATER 40)
  message(FATAL_ERROR "${machinery} headers of machinery are installed; at most 40 are wanted: hide state of classes in sources")
endif()
string(REPLACE ";" "," headers "${HEADERS}")  # a list of lists is one list
configure(${CMAKE_CURRENT_LIST_DIR}/header_consumer ${WORK}/build said -D CMAKE_PREFIX_PATH=${WORK}/prefix
  -D HEADERS=${headers})
run(${CMAKE_COMMAND} --build ${WORK}/build --parallel)

# To a compiler of an older C++, the first of them says what is wanted, and nothing else.
execute_process(COMMAND ${CXX} -std=c++17 -fsyntax-only ${WORK}/build/executor_exchange_hpp.cpp -I ${WORK}/prefix/include
  RESULT_VARIABLE status ERROR_VARIABLE said OUTPUT_QUIET)
string(REGEX MATCHALL "error:" errors "${said}")
list(LENGTH errors count)
if(status EQUAL 0 OR NOT said MATCHES "Partita needs C..20: compile with -std=c..20 or later" OR count GREATER 2)
  message(FATAL_ERROR "in C++17 a public header said: ${said}")
endif()

# And without a warning in users' sources, by this compiler and by the other one if there is one.
set(compilers ${CXX})
foreach(name IN ITEMS g++ clang++)
  find_program(${name}_program ${name})
  get_filename_component(used ${CXX} NAME)
  if(${name}_program AND NOT (used STREQUAL name OR used STREQUAL "c++" AND name STREQUAL "g++"))
    list(APPEND compilers ${${name}_program})
  endif()
endforeach()
foreach(CXX IN LISTS compilers)
  get_filename_component(name ${CXX} NAME)
  configure(${CMAKE_CURRENT_LIST_DIR}/clean_consumer "${WORK}/clean_${name}" said -D CMAKE_PREFIX_PATH=${WORK}/prefix -D HEADERS=${headers})
  run(${CMAKE_COMMAND} --build "${WORK}/clean_${name}")
  set(FLAGS "")  # of the first compiler
endforeach()

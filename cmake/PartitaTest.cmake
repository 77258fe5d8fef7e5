# partita_test(NAME RANKS 1 2 3 4 8 SOURCES a.cpp ... LINK partita::inspector ... [LABELS long])
#
# One GoogleTest program per room, run as one CTest test per number of ranks (NAME_on_4). Hosts may be oversubscribed:
# the tests check order and meaning, not time.
include_guard()

set(PARTITA_MPI_ENVIRONMENT
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1   # containers run as root
  OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
  OMPI_MCA_btl_vader_single_copy_mechanism=none                # ptrace is often forbidden in containers
  OMPI_MCA_hwloc_base_binding_policy=none
  # The leak check runs before MPI_Finalize unloads the modules that identify MPI's own leaks (tests/main.cpp).
  ASAN_OPTIONS=leak_check_at_exit=0
  LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_LIST_DIR}/leaks.supp:print_suppressions=0)

function(partita_test name)
  cmake_parse_arguments(TEST "" "TIMEOUT" "RANKS;SOURCES;LINK;LABELS;DEFINITIONS" ${ARGN})
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 300)
  endif()
  add_executable(${name} ${TEST_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE partita_test_main ${TEST_LINK})
  target_compile_definitions(${name} PRIVATE ${TEST_DEFINITIONS})
  partita_warnings(${name})
  partita_compiles_fast(${name})
  foreach(ranks IN LISTS TEST_RANKS)
    add_test(NAME ${name}_on_${ranks}
      COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${MPIEXEC_PREFLAGS} $<TARGET_FILE:${name}>)
    set_tests_properties(${name}_on_${ranks} PROPERTIES
      ENVIRONMENT "${PARTITA_MPI_ENVIRONMENT}" PROCESSORS 2 TIMEOUT ${TEST_TIMEOUT} LABELS "${TEST_LABELS}")
  endforeach()
endfunction()

# Compiling the tests is half of what CI does, and half of that is GoogleTest's headers and the optimiser. Loops keep its -O3: their
# bodies are compiled in the test.
function(partita_compiles_fast name)
  get_target_property(sources ${name} SOURCES)
  list(LENGTH sources files)
  if(files GREATER 3)
    target_precompile_headers(${name} PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
  endif()
  get_target_property(libraries ${name} LINK_LIBRARIES)
  if(NOT libraries MATCHES "loops|kokkos|airfoil")
    target_compile_options(${name} PRIVATE $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU,Clang>>:-O1>)
  endif()
endfunction()

# partita_refused_by_the_compiler(NAME "what the compiler says" LINK partita::loops): NAME.cpp does not compile, and
# for that reason. A test of the room whose folder it stands in.
function(partita_refused_by_the_compiler name reason)
  cmake_parse_arguments(TEST "" "" "LINK" ${ARGN})
  get_filename_component(room ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${name}.cpp)
  target_link_libraries(${name} PRIVATE ${TEST_LINK})
  add_test(NAME ${room}_${name}
    COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target ${name} --config $<CONFIG>)
  set_tests_properties(${room}_${name} PROPERTIES PASS_REGULAR_EXPRESSION "${reason}" TIMEOUT 300 RUN_SERIAL ON)
endfunction()

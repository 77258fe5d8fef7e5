# partita_test(NAME RANKS 1 2 3 4 8 SOURCES a.cpp ... LINK partita::inspector ... [LABELS long])
#
# One GoogleTest program per room, run as one CTest test per number of ranks (NAME_on_4). Hosts may be oversubscribed:
# the tests check order and meaning, not time. So they share two processors: two jobs at a time, or four of one process.
include_guard()

set(PARTITA_MPI_ENVIRONMENT
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1   # containers run as root
  OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
  OMPI_MCA_btl_vader_single_copy_mechanism=none                # ptrace is often forbidden in containers
  OMPI_MCA_hwloc_base_binding_policy=none
  PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe PRTE_MCA_hwloc_default_binding_policy=none  # Open MPI 5 and later
  OMP_NUM_THREADS=2 OMP_PROC_BIND=false OMP_WAIT_POLICY=passive KOKKOS_DISABLE_WARNINGS=1  # a Kokkos with OpenMP
  # The leak check runs before MPI_Finalize unloads the modules that identify MPI's own leaks (tests/main.cpp).
  ASAN_OPTIONS=leak_check_at_exit=0
  LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_LIST_DIR}/leaks.supp:print_suppressions=0)

function(partita_test name)
  cmake_parse_arguments(TEST "" "TIMEOUT" "RANKS;SOURCES;LINK;LABELS;DEFINITIONS" ${ARGN})
  partita_googletest_program(${name} SOURCES ${TEST_SOURCES} LINK partita_test_main ${TEST_LINK} DEFINITIONS ${TEST_DEFINITIONS})
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 300)
  endif()
  foreach(ranks IN LISTS TEST_RANKS)
    set(processors 2)
    if(ranks EQUAL 1)
      set(processors 1)
    endif()
    add_test(NAME ${name}_on_${ranks}
      COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${MPIEXEC_PREFLAGS} $<TARGET_FILE:${name}>)
    set_tests_properties(${name}_on_${ranks} PROPERTIES
      ENVIRONMENT "${PARTITA_MPI_ENVIRONMENT}" PROCESSORS ${processors} TIMEOUT ${TEST_TIMEOUT} LABELS "${TEST_LABELS}")
  endforeach()
endfunction()

# partita_serial_test(NAME SOURCES a.cpp ... [LINK ...] [JOBS airfoil ...] [DEFINITIONS ...] [TIMEOUT 300] [LABELS long])
#
# A GoogleTest program that is no MPI program, but may start some: JOBS are targets, whose files it knows as PARTITA_AIRFOIL ...
# and starts with PARTITA_MPIEXEC. Such tests begin first, because they take longest, and others run beside them: most of the time
# their processors are idle, while launchers start and end jobs.
function(partita_serial_test name)
  cmake_parse_arguments(TEST "" "TIMEOUT" "SOURCES;LINK;JOBS;LABELS;DEFINITIONS" ${ARGN})
  set(definitions PARTITA_MPIEXEC="${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG}" ${TEST_DEFINITIONS})
  foreach(job IN LISTS TEST_JOBS)
    string(TOUPPER ${job} upper)
    list(APPEND definitions PARTITA_${upper}="$<TARGET_FILE:${job}>")
  endforeach()
  partita_googletest_program(${name} SOURCES ${TEST_SOURCES} LINK GTest::gmock_main ${TEST_LINK} DEFINITIONS ${definitions})
  set(cost 0)
  if(TEST_JOBS)
    add_dependencies(${name} ${TEST_JOBS})
    set(cost 1)
  endif()
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 300)
  endif()
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES
    ENVIRONMENT "${PARTITA_MPI_ENVIRONMENT}" COST ${cost} TIMEOUT ${TEST_TIMEOUT} LABELS "${TEST_LABELS}")
endfunction()

# A program without GoogleTest, run as one CTest test per number of ranks (NAME_on_4): it fails if a check in it does,
# and is skipped if it says so.
function(partita_test_program name)
  cmake_parse_arguments(TEST "" "" "RANKS;SOURCES;LINK;ARGUMENTS" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE ${TEST_LINK})
  partita_warnings(${name})
  foreach(ranks IN LISTS TEST_RANKS)
    add_test(NAME ${name}_on_${ranks}
      COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${MPIEXEC_PREFLAGS} $<TARGET_FILE:${name}>
        ${TEST_ARGUMENTS})
    set_tests_properties(${name}_on_${ranks} PROPERTIES
      ENVIRONMENT "${PARTITA_MPI_ENVIRONMENT}" PROCESSORS 2 TIMEOUT 300
      SKIP_REGULAR_EXPRESSION "skipped: ")
  endforeach()
endfunction()

# Compiling tests is much of what CI does, and much of that is GoogleTest's headers and the optimiser. So programs share one
# compiled form of these headers, and are optimised little. Those of loops keep their -O3, for bodies of loops are compiled in the
# test. Those of loops and Kokkos need headers compiled with the flags of Kokkos.
function(partita_googletest_program name)
  cmake_parse_arguments(TEST "" "" "SOURCES;LINK;DEFINITIONS" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${TEST_LINK})
  target_compile_definitions(${name} PRIVATE ${TEST_DEFINITIONS})
  partita_warnings(${name})
  target_compile_options(${name} PRIVATE -Wshadow)  # names of tests that are compiled together hide no others
  list(LENGTH TEST_SOURCES files)
  if(NOT TEST_LINK MATCHES "loops|airfoil")
    target_compile_options(${name} PRIVATE ${partita_little_optimised})
  endif()
  if(NOT TEST_LINK MATCHES "loops|kokkos|airfoil")
    target_precompile_headers(${name} REUSE_FROM partita_test_headers)
  elseif(files GREATER 3)
    target_precompile_headers(${name} PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
  endif()
endfunction()

# partita_refused_by_the_compiler(NAME LINK partita::loops SAYS "sentence" ...): NAME.cpp does not compile, for these
# reasons in any order. A test of the room whose folder it stands in.
function(partita_refused_by_the_compiler name)
  cmake_parse_arguments(TEST "" "" "LINK;SAYS" ${ARGN})
  get_filename_component(room ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  add_library(${room}_${name} OBJECT EXCLUDE_FROM_ALL ${name}.cpp)
  target_link_libraries(${room}_${name} PRIVATE ${TEST_LINK})
  add_test(NAME ${room}_${name}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${PROJECT_BINARY_DIR} -DTARGET=${room}_${name} -DCONFIG=$<CONFIG>
      "-DSENTENCES=${TEST_SAYS}" -P ${PROJECT_SOURCE_DIR}/cmake/refused_by_the_compiler.cmake)
  set_tests_properties(${room}_${name} PROPERTIES TIMEOUT 300 RESOURCE_LOCK build_folder)
endfunction()

# The core needs MPI alone; the configuration names each other missing package in one line.
include(${CMAKE_CURRENT_LIST_DIR}/scratch.cmake)
set(WORK ${WORK}/core_alone)

set(optional METIS HDF5 PETSc Tpetra Kokkos nlohmann_json CLI11 tomlplusplus GTest benchmark)
list(TRANSFORM optional REPLACE "(.+)" "-DCMAKE_DISABLE_FIND_PACKAGE_\\1=ON")
configure(${SOURCE} ${WORK}/build said ${optional} -D CMAKE_BUILD_TYPE=Debug -D CMAKE_CXX_FLAGS_DEBUG=-O0)
string(REGEX MATCHALL "Left out: [^(]*" left_out "${said}")
set(expected "Left out: mesh, and the miniapps on it " "Left out: schedule files " "Left out: checkpoints, airfoil --checkpoint "
             "Left out: machine files "
             "Left out: loops, the loop wrapper " "Left out: miniapps/airfoil, miniapps/op2_airfoil " "Left out: petsc, miniapps/spmv, airfoil --implicit, and PETSc in bench/inspector_setup and bench/exchange "
             "Left out: bench/exchange " "Left out: Tpetra beside Partita in bench/exchange "
             "Left out: bench/schedule_build " "Left out: tests of the rooms ")
if(NOT left_out STREQUAL expected)
  message(FATAL_ERROR "Without optional packages the configuration said: ${left_out}")
endif()
run(${CMAKE_COMMAND} --build ${WORK}/build)

file(REMOVE_RECURSE ${WORK}/prefix)
run(${CMAKE_COMMAND} --install ${WORK}/build --prefix ${WORK}/prefix)
consume(consumer "heat in all 10000.000000 of 10000")

execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/mesh_consumer -B ${WORK}/mesh_consumer -G ${GENERATOR}
    -D CMAKE_CXX_COMPILER=${CXX} -D CMAKE_PREFIX_PATH=${WORK}/prefix
  RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE said)
if(status EQUAL 0 OR NOT said MATCHES "this partita was built without mesh")
  message(FATAL_ERROR "find_package for a mesh that is not installed ended with ${status} and said: ${said}")
endif()

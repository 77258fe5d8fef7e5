# The core needs MPI alone; the configuration names each other missing package in one line. Here its libraries are shared.
include(${CMAKE_CURRENT_LIST_DIR}/scratch.cmake)
set(WORK "${WORK}/core alone")  # a folder with a space in its name

set(optional METIS HDF5 PETSc Tpetra Kokkos nlohmann_json CLI11 tomlplusplus GTest benchmark)
list(TRANSFORM optional REPLACE "(.+)" "-DCMAKE_DISABLE_FIND_PACKAGE_\\1=ON")
configure(${SOURCE} ${WORK}/build said ${optional} -D BUILD_SHARED_LIBS=ON -D CMAKE_BUILD_TYPE=Debug -D CMAKE_CXX_FLAGS_DEBUG=-O0)
string(REGEX MATCHALL "Left out: [^(]*" left_out "${said}")
set(expected "Left out: mesh, and the miniapps on it " "Left out: schedule files " "Left out: checkpoints "
             "Left out: machine files "
             "Left out: loops, the loop wrapper " "Left out: miniapps/airfoil, miniapps/op2_airfoil " "Left out: petsc, miniapps/spmv, airfoil --implicit, and PETSc in bench/inspector_setup and bench/exchange "
             "Left out: bench/exchange " "Left out: Tpetra beside Partita in bench/exchange "
             "Left out: bench/schedule_build " "Left out: tests of the rooms ")
list(REMOVE_ITEM left_out "Left out: target docs, the documentation as a site ")  # it depends on the tools of this machine
if(NOT left_out STREQUAL expected)
  message(FATAL_ERROR "Without optional packages the configuration said: ${left_out}")
endif()
run(${CMAKE_COMMAND} --build ${WORK}/build)

file(REMOVE_RECURSE ${WORK}/prefix)
run(${CMAKE_COMMAND} --install ${WORK}/build --prefix ${WORK}/prefix)
consume(consumer "heat in all 10000.000000 of 10000")

# Shared libraries carry their version, and export nothing of what lies below them.
file(GLOB_RECURSE libraries ${WORK}/prefix/*/libpartita_*.so)
list(LENGTH libraries count)
if(count LESS 6)
  message(FATAL_ERROR "there are ${count} shared libraries: ${libraries}")
endif()
foreach(library IN LISTS libraries)
  file(READ_SYMLINK ${library} version)
  execute_process(COMMAND nm --dynamic --defined-only --format=just-symbols ${library} OUTPUT_VARIABLE names COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" names "${names}")
  list(FILTER names EXCLUDE REGEX "^(_Z([A-Z]*|Thn[0-9]+_)N?[KRO]*7partita|partita_|__partita)")
  if(names OR NOT version MATCHES "[.]so[.][0-9]+[.][0-9]+$")
    message(FATAL_ERROR "${library} leads to ${version} and exports ${names}")
  endif()
endforeach()

execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/mesh_consumer -B ${WORK}/mesh_consumer -G ${GENERATOR}
    -D CMAKE_CXX_COMPILER=${CXX} -D CMAKE_PREFIX_PATH=${WORK}/prefix
  RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE said)
if(status EQUAL 0 OR NOT said MATCHES "this partita was built without mesh")
  message(FATAL_ERROR "find_package for a mesh that is not installed ended with ${status} and said: ${said}")
endif()

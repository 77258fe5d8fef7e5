# Finds what is installed. MPI is required; everything else switches a part of the project off, with one line
# each that says which part, why, and what to install.

set(MPI_CXX_SKIP_MPICXX ON CACHE BOOL "Leave out the C++ bindings that MPI 3 removed")
find_package(MPI REQUIRED COMPONENTS CXX)
find_package(METIS QUIET)
set(HDF5_PREFER_PARALLEL TRUE)  # one HDF5 for the whole program: schedule files need the parallel one, mesh takes either
find_package(HDF5 QUIET COMPONENTS C)
find_package(nlohmann_json 3.10 QUIET)
find_package(CLI11 QUIET)
find_package(tomlplusplus QUIET)
find_package(PETSc QUIET)
find_package(benchmark QUIET)
include(PartitaKokkos)
find_package(Tpetra QUIET)
if(PARTITA_TESTS)
  find_package(GTest QUIET)
endif()

# partita_needs(RESULT "what is left out" VARIABLE "Debian package" [VARIABLE "Debian package" ...])
function(partita_needs result part)
  set(missing "")
  set(pairs ${ARGN})
  while(pairs)
    list(POP_FRONT pairs found package)
    if(NOT ${found})
      list(APPEND missing ${package})
    endif()
  endwhile()
  if(missing)
    list(JOIN missing " " missing)
    message(STATUS "Left out: ${part} (needs ${missing}; scripts/install-deps installs it)")
    set(${result} OFF PARENT_SCOPE)
  else()
    set(${result} ON PARENT_SCOPE)
  endif()
endfunction()

partita_needs(PARTITA_HAVE_MESH "mesh, and the miniapps on it"
  METIS_FOUND libmetis-dev  HDF5_FOUND libhdf5-openmpi-dev)
partita_needs(PARTITA_HAVE_SCHEDULE_FILES "schedule files" HDF5_IS_PARALLEL libhdf5-openmpi-dev)
partita_needs(PARTITA_HAVE_MACHINE_FILES "machine files" tomlplusplus_FOUND libtomlplusplus-dev)
partita_needs(PARTITA_HAVE_LOOPS "loops, the loop wrapper" Kokkos_FOUND libtrilinos-kokkos-dev)
partita_needs(PARTITA_HAVE_AIRFOIL "miniapps/airfoil, miniapps/op2_airfoil"
  Kokkos_FOUND libtrilinos-kokkos-dev  nlohmann_json_FOUND nlohmann-json3-dev  CLI11_FOUND libcli11-dev)
if(NOT PARTITA_HAVE_MESH)
  set(PARTITA_HAVE_AIRFOIL OFF)  # said already
endif()
set(PARTITA_HAVE_PETSC ${PETSc_FOUND})
if(NOT PARTITA_HAVE_PETSC)
  message(STATUS "Left out: petsc, miniapps/spmv, airfoil --implicit, and PETSc in bench/inspector_setup and bench/exchange (needs petsc-dev, "
                 "built with this MPI; scripts/install-deps --petsc installs it)")
endif()
partita_needs(PARTITA_HAVE_EXCHANGE_BENCH "bench/exchange"
  nlohmann_json_FOUND nlohmann-json3-dev  CLI11_FOUND libcli11-dev)
if(NOT PARTITA_HAVE_MESH)
  set(PARTITA_HAVE_EXCHANGE_BENCH OFF)  # said already
endif()
if(NOT Tpetra_FOUND)
  message(STATUS "Left out: Tpetra beside Partita in bench/exchange (needs libtrilinos-tpetra-dev libtrilinos-teuchos-dev "
                 "libtrilinos-kokkos-kernels-dev, built with this MPI)")
endif()
partita_needs(PARTITA_HAVE_BENCHMARK "bench/schedule_build" benchmark_FOUND libbenchmark-dev)
if(PARTITA_TESTS)
  partita_needs(PARTITA_HAVE_GTEST "tests of the rooms" GTest_FOUND "libgtest-dev libgmock-dev")
endif()

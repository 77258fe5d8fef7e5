# Finds what is installed. MPI is required; everything else switches a part of the project off, with one line
# each that says which part, why, and what to install.

find_package(MPI REQUIRED COMPONENTS CXX)
find_package(METIS)
find_package(HDF5 COMPONENTS C)
find_package(nlohmann_json 3.10 QUIET)
find_package(CLI11 QUIET)
include(PartitaKokkos)
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

partita_needs(PARTITA_HAVE_MESH "mesh, and the mini-apps on it"
  METIS_FOUND libmetis-dev  HDF5_FOUND libhdf5-dev)
partita_needs(PARTITA_HAVE_AIRFOIL "miniapps/airfoil"
  METIS_FOUND libmetis-dev  HDF5_FOUND libhdf5-dev  Kokkos_FOUND libtrilinos-kokkos-dev
  nlohmann_json_FOUND nlohmann-json3-dev  CLI11_FOUND libcli11-dev)
if(PARTITA_TESTS)
  partita_needs(PARTITA_HAVE_TESTS "tests" GTest_FOUND libgtest-dev)
endif()

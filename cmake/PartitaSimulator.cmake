# Replaces PartitaPackages: MPI is SimGrid's SMPI, which runs a whole machine as one process. Only the rooms that need
# MPI alone, machines, and bench/lab are built. Everything is linked statically and nothing is preloaded, so any
# compiler works; only mpi.h differs.

find_path(SIMGRID_INCLUDE_DIR simgrid/s4u.hpp)
find_path(SMPI_INCLUDE_DIR mpi.h PATH_SUFFIXES smpi NO_CMAKE_PATH NO_DEFAULT_PATH PATHS ${SIMGRID_INCLUDE_DIR})
find_library(SIMGRID_LIBRARY simgrid)
find_package(tomlplusplus QUIET)
if(NOT SIMGRID_INCLUDE_DIR OR NOT SMPI_INCLUDE_DIR OR NOT SIMGRID_LIBRARY OR NOT tomlplusplus_FOUND)
  message(FATAL_ERROR "The preset simulate needs SimGrid with its MPI, and toml++: scripts/install-deps --all installs "
                      "libsimgrid-dev and libtomlplusplus-dev.")
endif()

add_library(MPI::MPI_CXX INTERFACE IMPORTED)
target_include_directories(MPI::MPI_CXX INTERFACE ${SMPI_INCLUDE_DIR})
target_link_libraries(MPI::MPI_CXX INTERFACE ${SIMGRID_LIBRARY})
target_compile_definitions(MPI::MPI_CXX INTERFACE SMPI_NO_OVERRIDE_MALLOC)
set(PARTITA_HAVE_MACHINE_FILES ON)
set(PARTITA_HAVE_SCHEDULE_FILES OFF)
set(PARTITA_HAVE_LOOPS OFF)
set(PARTITA_HAVE_MESH OFF)

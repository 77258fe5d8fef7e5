# PETSc ships a pkg-config file but no CMake package. Defines PETSc::PETSc and PETSc_FOUND. A PETSc built with another
# MPI than MPI::MPI_CXX is not found: its headers refuse the other MPI, and one program cannot use both.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(PC_PETSC QUIET PETSc)
endif()
find_path(PETSC_INCLUDE_DIR petscsf.h HINTS ${PC_PETSC_INCLUDE_DIRS})
find_library(PETSC_LIBRARY NAMES ${PC_PETSC_LIBRARIES} petsc HINTS ${PC_PETSC_LIBRARY_DIRS})
mark_as_advanced(PETSC_INCLUDE_DIR PETSC_LIBRARY)

if(PETSC_INCLUDE_DIR AND PETSC_LIBRARY)
  include(CheckCXXSourceCompiles)
  include(CMakePushCheckState)
  cmake_push_check_state(RESET)
  set(CMAKE_REQUIRED_QUIET TRUE)
  set(CMAKE_REQUIRED_INCLUDES ${PETSC_INCLUDE_DIR})
  set(CMAKE_REQUIRED_LIBRARIES ${PETSC_LIBRARY} MPI::MPI_CXX)
  check_cxx_source_compiles("#include <petscsf.h>\nint main() { return PetscFinalize(); }" PETSC_IS_OF_THIS_MPI)
  cmake_pop_check_state()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(PETSc DEFAULT_MSG PETSC_LIBRARY PETSC_INCLUDE_DIR PETSC_IS_OF_THIS_MPI)
if(PETSc_FOUND AND NOT TARGET PETSc::PETSc)
  add_library(PETSc::PETSc UNKNOWN IMPORTED)
  set_target_properties(PETSc::PETSc PROPERTIES
    IMPORTED_LOCATION ${PETSC_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${PETSC_INCLUDE_DIR})
endif()

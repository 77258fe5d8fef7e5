# Trilinos's Tpetra, on the Kokkos and MPI found before. Defines Tpetra::Tpetra and Tpetra_FOUND. Debian's CMake package
# requires all of Trilinos with development files; this one requires only what Tpetra needs.
find_path(TPETRA_INCLUDE_DIR Tpetra_Import.hpp PATH_SUFFIXES trilinos)
set(TPETRA_LIBRARIES "")
foreach(part tpetra tpetraclassic kokkoskernels teuchoskokkoscomm teuchoskokkoscompat teuchoscomm teuchosparameterlist teuchoscore)
  find_library(TPETRA_${part}_LIBRARY NAMES trilinos_${part} ${part})
  mark_as_advanced(TPETRA_${part}_LIBRARY)
  list(APPEND TPETRA_LIBRARIES ${TPETRA_${part}_LIBRARY})
endforeach()
mark_as_advanced(TPETRA_INCLUDE_DIR)

if(TPETRA_INCLUDE_DIR AND TARGET Kokkos::kokkos AND NOT "${TPETRA_LIBRARIES}" MATCHES "NOTFOUND")
  include(CheckCXXSourceCompiles)
  include(CMakePushCheckState)
  cmake_push_check_state(RESET)
  set(CMAKE_REQUIRED_QUIET TRUE)
  set(CMAKE_REQUIRED_INCLUDES ${TPETRA_INCLUDE_DIR})
  set(CMAKE_REQUIRED_LIBRARIES ${TPETRA_LIBRARIES} Kokkos::kokkos MPI::MPI_CXX)
  check_cxx_source_compiles("
    #include <Teuchos_DefaultMpiComm.hpp>
    #include <Tpetra_Import.hpp>
    int main() {
      const auto comm = Teuchos::rcp(new Teuchos::MpiComm<int>(MPI_COMM_WORLD));
      const auto map = Teuchos::rcp(new Tpetra::Map<>(1, 0, comm));
      Tpetra::Import<> import(map, map);
    }" TPETRA_IS_OF_THIS_MPI)
  cmake_pop_check_state()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Tpetra DEFAULT_MSG TPETRA_INCLUDE_DIR TPETRA_IS_OF_THIS_MPI)
if(Tpetra_FOUND AND NOT TARGET Tpetra::Tpetra)
  add_library(Tpetra::Tpetra INTERFACE IMPORTED)
  set_target_properties(Tpetra::Tpetra PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES ${TPETRA_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES "${TPETRA_LIBRARIES};Kokkos::kokkos;MPI::MPI_CXX")
endif()

# Finds Kokkos 3.4 to 5 as Kokkos::kokkos.
#
# Debian 12 packages Kokkos as a part of Trilinos 13.2, whose CMake package names include folders that do not
# exist (so importing its targets fails) and has no Kokkos::kokkos. For that one package the target is made here.
# Kokkos of one's own is preferred: -DKokkos_ROOT=/where/it/is.

if(NOT TARGET Kokkos::kokkos)
  find_package(Kokkos QUIET CONFIG)
endif()

if(NOT TARGET Kokkos::kokkos)
  set(Kokkos_FOUND OFF)
  find_path(KOKKOS_INCLUDE_DIR Kokkos_Core.hpp PATH_SUFFIXES trilinos)
  find_library(KOKKOS_CORE_LIBRARY NAMES trilinos_kokkoscore kokkoscore)
  mark_as_advanced(KOKKOS_INCLUDE_DIR KOKKOS_CORE_LIBRARY)
  if(KOKKOS_INCLUDE_DIR AND KOKKOS_CORE_LIBRARY)
    add_library(Kokkos::kokkos UNKNOWN IMPORTED)
    set_target_properties(Kokkos::kokkos PROPERTIES
      IMPORTED_LOCATION ${KOKKOS_CORE_LIBRARY}
      INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${KOKKOS_INCLUDE_DIR}
      INTERFACE_INCLUDE_DIRECTORIES ${KOKKOS_INCLUDE_DIR})
    set(Kokkos_FOUND ON)
  endif()
endif()

# Finds Kokkos, 3.4 or later, as Kokkos::kokkos. Choose another Kokkos with -D Kokkos_ROOT=/path/to/it.
#
# Debian 12 packages Kokkos as a part of Trilinos 13.2. That CMake package names an include folder that does not exist,
# so no target can link it. This module repairs that package's target.

if(NOT TARGET Kokkos::kokkos)
  find_package(Kokkos QUIET CONFIG)
endif()

if(TARGET Kokkos::kokkos)
  set(Kokkos_FOUND TRUE)  # an enclosing project may provide it
  get_target_property(include_directories Kokkos::kokkos INTERFACE_INCLUDE_DIRECTORIES)
  foreach(directory IN LISTS include_directories)
    if(IS_ABSOLUTE "${directory}" AND NOT EXISTS "${directory}")
      find_path(KOKKOS_INCLUDE_DIR Kokkos_Core.hpp PATH_SUFFIXES trilinos)
      find_library(KOKKOS_CORE_LIBRARY NAMES trilinos_kokkoscore kokkoscore)
      mark_as_advanced(KOKKOS_INCLUDE_DIR KOKKOS_CORE_LIBRARY)
      set_target_properties(Kokkos::kokkos PROPERTIES
        INTERFACE_INCLUDE_DIRECTORIES "${KOKKOS_INCLUDE_DIR}"
        INTERFACE_LINK_LIBRARIES "${KOKKOS_CORE_LIBRARY}")
      break()
    endif()
  endforeach()
endif()

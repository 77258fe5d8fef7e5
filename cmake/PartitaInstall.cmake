# Install tree and CMake package: find_package(partita) gives partita::partita and one target per room of the core;
# find_package(partita COMPONENTS mesh loops ...) gives partita::mesh and so on too (see partitaConfig.cmake.in).
include(CMakePackageConfigHelpers)

# partita::partita is all that a code with a mesh of its own links: inspector, schedule, executor, and support below
# them. It needs MPI alone, so mesh, which needs METIS and HDF5, is no part of it.
add_library(partita_partita INTERFACE)
add_library(partita::partita ALIAS partita_partita)
set_target_properties(partita_partita PROPERTIES EXPORT_NAME partita)
target_link_libraries(partita_partita INTERFACE partita::executor)
install(TARGETS partita_partita EXPORT partita_core)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/partita)
set(components core)
set(PARTITA_HAVE_ENVIRONMENT ON)
set(PARTITA_HAVE_C ON)
foreach(component IN ITEMS loops mesh schedule_files checkpoints machine_files environment c fortran petsc)
  string(TOUPPER PARTITA_HAVE_${component} have)
  if(${have})
    list(APPEND components ${component})
  endif()
endforeach()
foreach(component IN LISTS components)
  install(EXPORT partita_${component} NAMESPACE partita:: DESTINATION ${package} FILE partita_${component}.cmake)
endforeach()

# For makefiles: partita-c.pc and partita-fortran.pc, to be used with MPI's compilers.
set(pc_core "-lpartita_executor -lpartita_schedule -lpartita_inspector -lpartita_support")
set(pc_files "")
set(pc_below "")
if(PARTITA_HAVE_MACHINE_FILES)
  set(pc_files "-lpartita_machine_files")
  set(pc_requires "tomlplusplus")
endif()
if(PARTITA_HAVE_SCHEDULE_FILES)
  string(APPEND pc_files " -lpartita_schedule_files")
  list(JOIN HDF5_C_LIBRARIES " " pc_below)
endif()
set(pc_libraries "-lpartita_c")  # a shared library brings what it needs
if(NOT BUILD_SHARED_LIBS)
  string(APPEND pc_libraries " -lpartita_environment ${pc_files} ${pc_core} ${pc_below} -lstdc++ -ldl -lm")
endif()
file(RELATIVE_PATH pc_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)  # LIBDIR may be lib/x86_64-linux-gnu
set(pc_language C)
set(pc_name c)
set(pc_cflags "")
configure_file(cmake/partita.pc.in partita-c.pc @ONLY)
set(pc_language Fortran)
set(pc_name fortran)
set(pc_cflags "-I\${includedir}/partita/fortran")
set(pc_libraries "-lpartita_fortran ${pc_libraries}")
configure_file(cmake/partita.pc.in partita-fortran.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/partita-c.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(PARTITA_HAVE_FORTRAN)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/partita-fortran.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

configure_package_config_file(cmake/partitaConfig.cmake.in partitaConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(partitaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/partitaConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/partitaConfigVersion.cmake
              cmake/FindMETIS.cmake cmake/FindPTSCOTCH.cmake cmake/FindPARMETIS.cmake cmake/FindPETSc.cmake cmake/PartitaKokkos.cmake
        DESTINATION ${package})

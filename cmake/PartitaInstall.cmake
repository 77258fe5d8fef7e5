# Install tree and CMake package: find_package(partita) gives partita::partita and one target per room of the core;
# find_package(partita COMPONENTS mesh files machines loops petsc) gives partita::mesh and so on too.
include(CMakePackageConfigHelpers)

# partita::partita is all that a code with a mesh of its own links: inspector, schedule, executor, and support below
# them. It needs MPI alone, so mesh, which needs METIS and HDF5, is no part of it.
add_library(partita_partita INTERFACE)
add_library(partita::partita ALIAS partita_partita)
set_target_properties(partita_partita PROPERTIES EXPORT_NAME partita)
target_link_libraries(partita_partita INTERFACE partita::executor)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/partita)
install(TARGETS partita_partita EXPORT partita_core)
install(EXPORT partita_core NAMESPACE partita:: DESTINATION ${package} FILE partitaTargets.cmake)
if(PARTITA_HAVE_MESH)
  install(EXPORT partita_mesh NAMESPACE partita:: DESTINATION ${package} FILE partitaMeshTargets.cmake)
  install(FILES cmake/FindMETIS.cmake DESTINATION ${package})
endif()

if(PARTITA_HAVE_FILES)
  install(EXPORT partita_files NAMESPACE partita:: DESTINATION ${package} FILE partitaFilesTargets.cmake)
endif()

if(PARTITA_HAVE_MACHINES)
  install(EXPORT partita_machines NAMESPACE partita:: DESTINATION ${package} FILE partitaMachinesTargets.cmake)
endif()

if(PARTITA_HAVE_LOOPS)
  install(EXPORT partita_loops NAMESPACE partita:: DESTINATION ${package} FILE partitaLoopsTargets.cmake)
  install(FILES cmake/PartitaKokkos.cmake DESTINATION ${package})
endif()

if(PARTITA_HAVE_PETSC)
  install(EXPORT partita_petsc NAMESPACE partita:: DESTINATION ${package} FILE partitaPetscTargets.cmake)
  install(FILES cmake/FindPETSc.cmake DESTINATION ${package})
endif()

configure_package_config_file(cmake/partitaConfig.cmake.in partitaConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(partitaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/partitaConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/partitaConfigVersion.cmake
        DESTINATION ${package})

# Install tree and CMake package: find_package(partita) gives partita::partita and one target per room.
include(CMakePackageConfigHelpers)

get_property(rooms GLOBAL PROPERTY PARTITA_ROOMS)

# The core is what a user of his own mesh links: inspector, schedule, executor (and support below them).
add_library(partita_partita INTERFACE)
add_library(partita::partita ALIAS partita_partita)
set_target_properties(partita_partita PROPERTIES EXPORT_NAME partita)
target_link_libraries(partita_partita INTERFACE partita::executor)

install(TARGETS ${rooms} partita_partita EXPORT partita FILE_SET HEADERS)
install(EXPORT partita NAMESPACE partita:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/partita FILE partitaTargets.cmake)

configure_package_config_file(cmake/partitaConfig.cmake.in partitaConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/partita)
write_basic_package_version_file(partitaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/partitaConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/partitaConfigVersion.cmake
              ${CMAKE_CURRENT_SOURCE_DIR}/cmake/FindMETIS.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/partita)

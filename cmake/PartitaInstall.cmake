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

# For makefiles, to be used with MPI's compilers: partita.pc (C++), partita-c.pc, partita-fortran.pc, partita-schedule-files.pc. What a
# static library needs stands in them; a shared one brings it.
file(RELATIVE_PATH pc_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)  # LIBDIR may be lib/x86_64-linux-gnu
if(NOT BUILD_SHARED_LIBS)
  set(pc_below "-lstdc++ -ldl -lm")
  set(pc_below_c "-lpartita_environment")
  set(pc_requires_c "partita")
  if(PARTITA_HAVE_MACHINE_FILES)
    string(APPEND pc_below_c " -lpartita_machine_files")
    set(pc_requires_c "partita tomlplusplus")
  endif()
  list(JOIN HDF5_C_LIBRARIES " " pc_hdf5)
endif()
# partita_pc(NAME LANGUAGE CFLAGS LIBRARIES REQUIRES)
function(partita_pc pc_name pc_language pc_cflags pc_libraries pc_requires)
  configure_file(cmake/partita.pc.in ${pc_name}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${pc_name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
partita_pc(partita "C++" "" "-lpartita_executor -lpartita_schedule -lpartita_inspector -lpartita_profile -lpartita_support ${pc_below}" "")
partita_pc(partita-c "C" "" "-lpartita_c ${pc_below_c}" "${pc_requires_c}")
if(PARTITA_HAVE_FORTRAN)
  partita_pc(partita-fortran "Fortran" "-I\${includedir}/partita/fortran" "-lpartita_fortran" "partita-c")
endif()
if(PARTITA_HAVE_SCHEDULE_FILES)
  partita_pc(partita-schedule-files "files of schedules and plans" ""
    "-Wl,${PARTITA_TAKE_SCHEDULE_FILES} -lpartita_schedule_files ${pc_hdf5}" "partita")
endif()

configure_package_config_file(cmake/partitaConfig.cmake.in partitaConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(partitaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/partitaConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/partitaConfigVersion.cmake
              cmake/FindMETIS.cmake cmake/FindPTSCOTCH.cmake cmake/FindPETSc.cmake cmake/PartitaKokkos.cmake
        DESTINATION ${package})

# It runs programs and compares their records: any program that exchanges by Partita.
install(PROGRAMS ${PROJECT_SOURCE_DIR}/scripts/partita-diff DESTINATION ${CMAKE_INSTALL_BINDIR})

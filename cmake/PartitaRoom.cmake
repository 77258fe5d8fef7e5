# partita_room(NAME HEADERS a.hpp ... [DETAIL b.hpp ...] DEPENDS partita::support ... [PRIVATE_DEPENDS ...]
#              [COMPONENT mesh] [FOLDER io] [SOURCES a.cpp ...] [ELSEWHERE c.hpp ...] [SET_UP])
#
# One library per room, partita::NAME, of all sources in its folder, or of SOURCES. HEADERS are its public headers. They
# are installed together with DETAIL: machinery that templates in public headers are made of. All other headers stay in
# the tree. A header lies beside its source and is included, in the tree and installed, as <partita/NAME/a.hpp>: the build
# tree has one link per folder to make it so. Every header must compile alone; ELSEWHERE names those of another target. A
# room is installed with the core, or as the component that find_package(partita COMPONENTS ...) asks for. A room that is SET_UP works
# before the time steps, and is optimised little: it compiles in 0.7 of the time, and bench/schedule_build and read_mesh are as fast.
function(partita_room name)
  cmake_parse_arguments(ROOM "SET_UP" "COMPONENT;FOLDER" "SOURCES;HEADERS;DETAIL;ELSEWHERE;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  if(NOT ROOM_FOLDER)
    set(ROOM_FOLDER ${name})
  endif()
  if(NOT ROOM_SOURCES)
    file(GLOB_RECURSE ROOM_SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  endif()
  if(NOT ROOM_COMPONENT)
    set(ROOM_COMPONENT core)
  endif()

  set(include_root ${PROJECT_BINARY_DIR}/include)
  file(MAKE_DIRECTORY ${include_root}/partita)
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${include_root}/partita/${ROOM_FOLDER} SYMBOLIC)

  add_library(partita_${name} ${ROOM_SOURCES})
  add_library(partita::${name} ALIAS partita_${name})
  set(public ${ROOM_HEADERS})
  set(detail ${ROOM_DETAIL})
  list(TRANSFORM public PREPEND ${include_root}/partita/${ROOM_FOLDER}/)
  list(TRANSFORM detail PREPEND ${include_root}/partita/${ROOM_FOLDER}/)
  target_sources(partita_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${include_root} FILES ${public}
    FILE_SET detail TYPE HEADERS BASE_DIRS ${include_root} FILES ${detail})
  target_compile_features(partita_${name} PUBLIC cxx_std_20)
  target_link_libraries(partita_${name} PUBLIC ${ROOM_DEPENDS} PRIVATE ${ROOM_PRIVATE_DEPENDS})
  set_target_properties(partita_${name} PROPERTIES EXPORT_NAME ${name} INTERFACE_HEADER_SETS_TO_VERIFY detail)
  partita_library(partita_${name})
  if(ROOM_SET_UP)
    target_compile_options(partita_${name} PRIVATE ${partita_little_optimised})
  endif()
  install(TARGETS partita_${name} EXPORT partita_${ROOM_COMPONENT} FILE_SET HEADERS FILE_SET detail)

  file(GLOB_RECURSE private RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.hpp)
  list(REMOVE_ITEM private ${ROOM_HEADERS} ${ROOM_DETAIL} ${ROOM_ELSEWHERE})
  if(private AND ROOM_FOLDER STREQUAL name)
    list(TRANSFORM private PREPEND ${include_root}/partita/${ROOM_FOLDER}/)
    add_library(partita_${name}_private INTERFACE)
    target_sources(partita_${name}_private INTERFACE FILE_SET HEADERS BASE_DIRS ${include_root} FILES ${private})
    target_link_libraries(partita_${name}_private INTERFACE partita_${name} ${ROOM_PRIVATE_DEPENDS})
  endif()

  foreach(header IN LISTS ROOM_HEADERS)
    set_property(GLOBAL APPEND PROPERTY PARTITA_PUBLIC_HEADERS ${ROOM_COMPONENT}:${ROOM_FOLDER}/${header})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY PARTITA_INSTALLED_HEADERS ${public} ${detail})
endfunction()

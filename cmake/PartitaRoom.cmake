# partita_room(NAME SOURCES a.cpp ... HEADERS a.hpp ... DEPENDS partita::support ... PRIVATE_DEPENDS ...
#              [COMPONENT mesh])
#
# One library per room, partita::NAME. Headers lie beside their sources and are included, here and
# from an installed tree, as <partita/NAME/a.hpp>: the build tree gets one link per room to make it so.
# A room is installed with the core, or as the component that find_package(partita COMPONENTS ...) asks for.
function(partita_room name)
  cmake_parse_arguments(ROOM "" "COMPONENT" "SOURCES;HEADERS;DEPENDS;PRIVATE_DEPENDS" ${ARGN})

  set(include_root ${PROJECT_BINARY_DIR}/include)
  file(MAKE_DIRECTORY ${include_root}/partita)
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${include_root}/partita/${name} SYMBOLIC)
  list(TRANSFORM ROOM_HEADERS PREPEND ${include_root}/partita/${name}/)

  add_library(partita_${name} STATIC ${ROOM_SOURCES})
  add_library(partita::${name} ALIAS partita_${name})
  target_sources(partita_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${include_root} FILES ${ROOM_HEADERS})
  target_compile_features(partita_${name} PUBLIC cxx_std_20)
  target_link_libraries(partita_${name} PUBLIC ${ROOM_DEPENDS} PRIVATE ${ROOM_PRIVATE_DEPENDS})
  set_target_properties(partita_${name} PROPERTIES EXPORT_NAME ${name})
  partita_warnings(partita_${name})
  if(NOT ROOM_COMPONENT)
    set(ROOM_COMPONENT core)
  endif()
  install(TARGETS partita_${name} EXPORT partita_${ROOM_COMPONENT} FILE_SET HEADERS)
endfunction()

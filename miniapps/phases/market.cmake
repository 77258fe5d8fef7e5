# Matrix Market files, for `phases` and for programs without meshes: they need only the scanner of that room.
if(NOT TARGET partita_market)
  add_library(partita_market STATIC ${CMAKE_CURRENT_LIST_DIR}/market_matrix.cpp
    ${CMAKE_CURRENT_LIST_DIR}/../market_header.cpp)
  target_include_directories(partita_market PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(partita_market PUBLIC partita::schedule)
  if(TARGET partita::mesh)
    target_link_libraries(partita_market PRIVATE partita::mesh)
  else()
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/mesh ${PROJECT_BINARY_DIR}/include/partita/mesh SYMBOLIC)
    target_sources(partita_market PRIVATE ${PROJECT_SOURCE_DIR}/mesh/text_scanner.cpp ${PROJECT_SOURCE_DIR}/mesh/origin.cpp)
  endif()
  partita_warnings(partita_market)
endif()

# Matrix Market files, for `phases` and for programs without meshes.
if(NOT TARGET partita_market)
  add_library(partita_market STATIC ${CMAKE_CURRENT_LIST_DIR}/market_matrix.cpp
    ${CMAKE_CURRENT_LIST_DIR}/../market_file.cpp)
  target_include_directories(partita_market PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(partita_market PUBLIC partita::schedule)
  partita_warnings(partita_market)
endif()

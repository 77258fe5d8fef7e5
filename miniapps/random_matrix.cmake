# Random messages, for programs and tests, and for the lab, which the simulator builds without the other programs.
if(NOT TARGET partita_random_matrix)
  add_library(partita_random_matrix STATIC EXCLUDE_FROM_ALL ${CMAKE_CURRENT_LIST_DIR}/random_matrix.cpp)
  target_include_directories(partita_random_matrix PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(partita_random_matrix PUBLIC partita::schedule)
  partita_warnings(partita_random_matrix)
endif()

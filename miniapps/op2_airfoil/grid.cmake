# The grids of OP2's Airfoil benchmark, shared by the mini-app, its serial baseline and the tests.
if(PARTITA_HAVE_MESH AND NOT TARGET partita_op2_grid)
  add_library(partita_op2_grid STATIC ${CMAKE_CURRENT_LIST_DIR}/read_grid.cpp ${CMAKE_CURRENT_LIST_DIR}/make_grid.cpp
    ${CMAKE_CURRENT_LIST_DIR}/spline.cpp)
  target_include_directories(partita_op2_grid PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(partita_op2_grid PUBLIC partita::mesh)
  partita_warnings(partita_op2_grid)
endif()

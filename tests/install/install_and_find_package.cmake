# Installs the build into a folder of its own; builds and runs users' programs against that.
include(${CMAKE_CURRENT_LIST_DIR}/scratch.cmake)

file(REMOVE_RECURSE ${WORK}/prefix)
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
consume(consumer "heat in all 10000.000000 of 10000")
if(HAVE_LOOPS)
  consume(loops_consumer "heat in all 10000.000000 of 10000")
endif()
if(HAVE_MESH)
  consume(mesh_consumer "cut into 2 parts")
endif()

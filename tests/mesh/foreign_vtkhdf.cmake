# Makes files as other programs write them, in a folder for each source.
file(REMOVE_RECURSE ${WORK})
foreach(about IN ITEMS airfoil wing)
  file(MAKE_DIRECTORY ${WORK}/${about})
  execute_process(COMMAND ${SAMPLE} ${WORK}/${about}/source.vtkhdf ${about} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${REWRITE} ${WORK}/${about}/source.vtkhdf ${WORK}/${about} COMMAND_ERROR_IS_FATAL ANY)
endforeach()

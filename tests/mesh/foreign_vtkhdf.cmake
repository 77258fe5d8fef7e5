# Makes files as other programs write them, in a folder for each source, and a series of ours.
file(REMOVE_RECURSE ${WORK})
foreach(about IN ITEMS airfoil wing)
  file(MAKE_DIRECTORY ${WORK}/${about})
  execute_process(COMMAND ${SAMPLE} ${WORK}/${about}/source.vtkhdf ${about} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${REWRITE} ${WORK}/${about}/source.vtkhdf ${WORK}/${about} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
execute_process(COMMAND ${SERIES_SAMPLE} ${WORK}/steps.vtkhdf COMMAND_ERROR_IS_FATAL ANY)

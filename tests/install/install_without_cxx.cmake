# Projects of C alone and of Fortran alone find Partita, link it, and bring few shared libraries: HDF5 only if they ask for files.
include(${CMAKE_CURRENT_LIST_DIR}/scratch.cmake)
set(WORK ${WORK}/without_cxx)

file(REMOVE_RECURSE ${WORK})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

configure(${CMAKE_CURRENT_LIST_DIR}/c_consumer ${WORK}/c said -D CMAKE_PREFIX_PATH=${WORK}/prefix)
run(${CMAKE_COMMAND} --build ${WORK}/c)
# expect(PROGRAM "its output")
function(expect program expected)
  execute_process(COMMAND ${WORK}/c/${program} ${WORK}/own.h5 OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
  if(NOT said MATCHES "${expected}")
    message(FATAL_ERROR "${program} said: ${said}")
  endif()
endfunction()
expect(consumer "own.h5: this program has no files of plans; link it with partita::schedule_files too")
if(HAVE_SCHEDULE_FILES)
  expect(consumer_with_files "^saved\n$")
endif()

execute_process(COMMAND ldd ${WORK}/c/consumer OUTPUT_VARIABLE said RESULT_VARIABLE failed)
if(NOT failed AND said MATCHES "libhdf5")
  message(FATAL_ERROR "a program in C without files brings HDF5: ${said}")
endif()

if(HAVE_FORTRAN)
  consume(fortran_consumer "heat in all 10000.000000 of 10000")
endif()

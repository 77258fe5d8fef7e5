# Builds TARGET in FOLDER, which must fail and say each of SENTENCES, which are regular expressions.
execute_process(COMMAND ${CMAKE_COMMAND} --build ${FOLDER} --target ${TARGET} --config ${CONFIG}
  RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(NOT failed)
  message(FATAL_ERROR "${TARGET} compiles")
endif()
foreach(sentence ${SENTENCES})
  if(NOT said MATCHES "${sentence}")
    message(FATAL_ERROR "${said}\nno compiler's message has: ${sentence}")
  endif()
endforeach()

# README.md must show the compiled and tested program.
file(READ ${README} readme)
file(READ ${EXAMPLE} example)
string(FIND "${readme}" "```cpp\n${example}```" place)
if(place EQUAL -1)
  message(FATAL_ERROR "README.md does not show ${EXAMPLE} as it is; copy it there again")
endif()

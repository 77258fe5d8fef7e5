# Target and test `docs`: a reference of all that installed headers declare outside partita::detail,
# BUILD/reference/html/index.html, if Doxygen is found. Every warning is an error. Included last, because each room lists
# its headers in PARTITA_INSTALLED_HEADERS (PartitaRoom.cmake).
find_package(Doxygen 1.9 QUIET)
if(NOT DOXYGEN_FOUND OR NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()

get_property(headers GLOBAL PROPERTY PARTITA_INSTALLED_HEADERS)
set(main_page ${PROJECT_SOURCE_DIR}/docs/reference.md)

set(DOXYGEN_PROJECT_NAME Partita)
set(DOXYGEN_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/reference)
set(DOXYGEN_USE_MDFILE_AS_MAINPAGE ${main_page})
set(DOXYGEN_GENERATE_LATEX NO)
set(DOXYGEN_HAVE_DOT NO)
set(DOXYGEN_QUIET YES)
set(DOXYGEN_WARN_AS_ERROR FAIL_ON_WARNINGS)
set(DOXYGEN_EXTRACT_ALL YES)            # a name may say all that there is to say,
set(DOXYGEN_WARN_IF_INCOMPLETE_DOC NO)  # so may the name of a parameter
set(DOXYGEN_EXCLUDE_SYMBOLS partita::detail partita::detail::*)
set(DOXYGEN_JAVADOC_AUTOBRIEF YES)
set(DOXYGEN_BUILTIN_STL_SUPPORT YES)
set(DOXYGEN_INPUT_FILTER "sed -f ${CMAKE_CURRENT_LIST_DIR}/doxygen.sed")
# The reference names a header as programs include it: partita/executor/exchange.hpp.
set(DOXYGEN_STRIP_FROM_PATH ${PROJECT_BINARY_DIR}/include)
set(DOXYGEN_STRIP_FROM_INC_PATH ${PROJECT_BINARY_DIR}/include)
# Doxygen knows neither Kokkos nor compilers of device code.
set(DOXYGEN_MACRO_EXPANSION YES)
set(DOXYGEN_EXPAND_ONLY_PREDEF YES)
set(DOXYGEN_PREDEFINED KOKKOS_FUNCTION= KOKKOS_INLINE_FUNCTION=inline KOKKOS_FORCEINLINE_FUNCTION=inline
                       PARTITA_EVERYWHERE=)

doxygen_add_docs(docs ${headers} ${main_page} USE_STAMP_FILE COMMENT "Reference of the public headers")
if(PARTITA_TESTS)
  add_test(NAME docs COMMAND Doxygen::doxygen ${CMAKE_CURRENT_BINARY_DIR}/Doxyfile.docs)
endif()

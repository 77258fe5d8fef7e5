# Target `docs`: the pages of docs and the reference as one site, BUILD/site/index.html, by Sphinx. Target `reference`: the reference of
# all that installed headers declare outside partita::detail, BUILD/site/reference/index.html, by Doxygen. Tests `docs_site` and
# `docs` are the same. Every warning is an error. Included last, because each room lists its headers in PARTITA_INSTALLED_HEADERS
# (PartitaRoom.cmake).
#
# Doxygen's own pages are the reference, and not its XML by Breathe: Debian's Breathe 4.34 gives 342 warnings (duplicate declarations, for
# each header that declares a part of a namespace), and takes half a minute of processor time.
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
find_package(Doxygen 1.9 QUIET)
find_program(PARTITA_SPHINX sphinx-build)
if(PARTITA_SPHINX AND NOT PARTITA_SPHINX_HAS_THEME)
  set(trial ${PROJECT_BINARY_DIR}/CMakeFiles/sphinx)
  file(WRITE ${trial}/index.md "# Trial")
  execute_process(COMMAND ${PARTITA_SPHINX} -Q -C -D extensions=myst_parser -D html_theme=furo ${trial} ${trial}/site
    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    set(PARTITA_SPHINX_HAS_THEME OFF CACHE INTERNAL "")
  else()
    set(PARTITA_SPHINX_HAS_THEME ON CACHE INTERNAL "")
  endif()
endif()
set(PARTITA_HAVE_SITE OFF)
if(DOXYGEN_FOUND AND PARTITA_SPHINX AND PARTITA_SPHINX_HAS_THEME)
  set(PARTITA_HAVE_SITE ON)
else()
  message(STATUS "Left out: target docs, the documentation as a site (needs doxygen python3-sphinx python3-myst-parser furo; "
                 "scripts/install-deps --all installs them)")
endif()
if(NOT DOXYGEN_FOUND)
  return()
endif()

get_property(headers GLOBAL PROPERTY PARTITA_INSTALLED_HEADERS)
list(APPEND headers ${PROJECT_SOURCE_DIR}/bindings/c/partita.h)
set(main_page ${PROJECT_SOURCE_DIR}/docs/reference.md)

set(DOXYGEN_PROJECT_NAME Partita)
set(DOXYGEN_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/site)
set(DOXYGEN_HTML_OUTPUT reference)
set(DOXYGEN_HTML_EXTRA_STYLESHEET ${PROJECT_SOURCE_DIR}/docs/site/reference.css)
set(DOXYGEN_GENERATE_TAGFILE ${PROJECT_BINARY_DIR}/site/reference.tag)
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
set(DOXYGEN_STRIP_FROM_PATH ${PROJECT_BINARY_DIR}/include ${PROJECT_SOURCE_DIR}/bindings/c)
set(DOXYGEN_STRIP_FROM_INC_PATH ${PROJECT_BINARY_DIR}/include)
# Doxygen knows neither Kokkos nor compilers of device code.
set(DOXYGEN_MACRO_EXPANSION YES)
set(DOXYGEN_EXPAND_ONLY_PREDEF YES)
set(DOXYGEN_PREDEFINED KOKKOS_FUNCTION= KOKKOS_INLINE_FUNCTION=inline KOKKOS_FORCEINLINE_FUNCTION=inline
                       PARTITA_EVERYWHERE=)

doxygen_add_docs(reference ${headers} ${main_page} USE_STAMP_FILE COMMENT "Reference of the public headers")
if(PARTITA_TESTS)
  add_test(NAME docs COMMAND Doxygen::doxygen ${CMAKE_CURRENT_BINARY_DIR}/Doxyfile.reference)
  set_tests_properties(docs PROPERTIES FIXTURES_SETUP reference)
endif()

if(PARTITA_HAVE_SITE)
  set(make_site ${CMAKE_COMMAND} -E env PARTITA_TAGS=${DOXYGEN_GENERATE_TAGFILE}
    ${PARTITA_SPHINX} -q -E -a -W --keep-going -b html -c ${PROJECT_SOURCE_DIR}/docs/site -d ${PROJECT_BINARY_DIR}/CMakeFiles/site
    ${PROJECT_SOURCE_DIR}/docs ${PROJECT_BINARY_DIR}/site)
  add_custom_target(docs COMMAND ${make_site} COMMENT "Documentation: ${PROJECT_BINARY_DIR}/site/index.html" VERBATIM)
  add_dependencies(docs reference)
  if(PARTITA_TESTS)
    add_test(NAME docs_site COMMAND ${make_site})
    set_tests_properties(docs_site PROPERTIES FIXTURES_REQUIRED reference)
  endif()
endif()

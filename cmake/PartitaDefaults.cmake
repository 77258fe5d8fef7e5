# Compile options of every target of the project.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET default)  # partita.map says what is exported
set(CMAKE_CXX_VISIBILITY_PRESET default)
set(CMAKE_Fortran_VISIBILITY_PRESET default)
set(CMAKE_VISIBILITY_INLINES_HIDDEN OFF)

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug or RelWithDebInfo" FORCE)
endif()

# A tree is mostly built to be run in place. With the processor's own instructions op2_airfoil takes half the time
# (docs/performance.md). Bits stay the same, because nothing contracts products and sums.
if(PARTITA_NATIVE AND NOT CMAKE_CXX_FLAGS MATCHES "-march=|-mcpu=")
  include(CheckCXXCompilerFlag)
  check_cxx_compiler_flag(-march=native PARTITA_HAVE_MARCH_NATIVE)
  if(PARTITA_HAVE_MARCH_NATIVE)
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-march=native> $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>)
    install(CODE "message(WARNING \"Installs programs for this processor only; configure with -DPARTITA_NATIVE=OFF for others\")")
  endif()
endif()

# g++ collects garbage when a source has taken 128 MiB, and again whenever it has doubled. To begin at 256 MiB saves a collection of each.
add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=262144>)

# Every header must compile alone: target all_verify_interface_header_sets. Public ones do so as users have them, in the test
# install_public_headers.
set(CMAKE_VERIFY_INTERFACE_HEADER_SETS ${PROJECT_IS_TOP_LEVEL})

# Programs find shared libraries beside them, wherever the prefix is moved, and those of packages outside the system's folders.
if(BUILD_SHARED_LIBS)
  set(CMAKE_INSTALL_RPATH "$ORIGIN;$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
  set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
endif()

# Of sources that take longer to optimise than their code ever runs.
set(partita_little_optimised $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU,Clang>>:-O1>)

function(partita_warnings target)
  set(has_names_of_gcc $<OR:$<COMPILE_LANGUAGE:C,CXX>,$<COMPILE_LANG_AND_ID:Fortran,GNU>>)
  target_compile_options(${target} PRIVATE $<${has_names_of_gcc}:-Wall;-Wextra;-Wpedantic>
    $<$<COMPILE_LANGUAGE:C,CXX>:-Wconversion;-Wno-sign-conversion>)
  if(CMAKE_UNITY_BUILD)  # the names of one source are seen by others
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
  else()
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C,CXX>:-Wshadow>)
  endif()
  if(PARTITA_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE $<${has_names_of_gcc}:-Werror>)
  endif()
endfunction()

# Of a library that is compiled with the same flags: see PartitaUnity.cmake.
function(partita_precompiled_headers target)
  if(TARGET partita_headers)
    target_precompile_headers(${target} REUSE_FROM partita_headers)
  endif()
endfunction()

# What every installed library has. BUILD_SHARED_LIBS makes them shared; the SONAME changes with each minor version until 1.0, as
# find_package's versions do.
function(partita_library target)
  partita_warnings(${target})
  partita_precompiled_headers(${target})
  set_target_properties(${target} PROPERTIES
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} UNITY_BUILD_BATCH_SIZE 32)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "SHARED_LIBRARY" AND NOT APPLE)
    set(exports ${PROJECT_SOURCE_DIR}/cmake/partita.map)
    target_link_options(${target} PRIVATE LINKER:--version-script=${exports})
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${exports})
  endif()
endfunction()

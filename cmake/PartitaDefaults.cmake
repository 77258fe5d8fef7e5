# Compile options of every target of the project.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

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

# Every header must compile alone: target all_verify_interface_header_sets.
set(CMAKE_VERIFY_INTERFACE_HEADER_SETS ${PROJECT_IS_TOP_LEVEL})

function(partita_warnings target)
  set(has_names_of_gcc $<OR:$<COMPILE_LANGUAGE:C,CXX>,$<COMPILE_LANG_AND_ID:Fortran,GNU>>)
  target_compile_options(${target} PRIVATE $<${has_names_of_gcc}:-Wall;-Wextra;-Wpedantic>
    $<$<COMPILE_LANGUAGE:C,CXX>:-Wshadow;-Wconversion;-Wno-sign-conversion>)
  if(PARTITA_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE $<${has_names_of_gcc}:-Werror>)
  endif()
endfunction()

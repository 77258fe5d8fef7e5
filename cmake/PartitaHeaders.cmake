# partita_precompiled(TARGET): sources of this library find the headers that most of them include compiled. To parse these is
# half of what a source costs. Compiled once for all libraries: their flags for code are the same. Not by nvcc, which has no
# headers of this form, and not for libraries on Kokkos or PETSc, which add flags.
if(Kokkos_ENABLE_CUDA)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()
add_library(partita_headers OBJECT ${CMAKE_CURRENT_LIST_DIR}/headers.cpp)
target_link_libraries(partita_headers PRIVATE MPI::MPI_CXX)
partita_warnings(partita_headers)
target_precompile_headers(partita_headers PRIVATE <algorithm> <array> <functional> <map> <memory> <numeric> <optional> <span> <sstream>
  <string> <vector> <mpi.h>)

function(partita_precompiled target)
  target_precompile_headers(${target} REUSE_FROM partita_headers)
endfunction()

# partita_precompiled(TARGET): gives the sources of this library the headers that most of them include in compiled form. It saves 0.3
# to 0.45 of the 1.3 to 2.5 seconds that a source takes (g++ 12). All libraries share one form, because their flags for code are the
# same. Libraries on Kokkos or PETSc add flags, and do without. nvcc has no headers of this form: then no target uses any, tests neither.
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

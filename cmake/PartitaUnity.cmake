# Programs and tests are compiled eight sources at a time, those of airfoil 32: building it takes 0.6 of the time, the tests a third, because headers
# are read and templates compiled once for all of them. Libraries are compiled 32 at a time: inspector and executor take two thirds of
# that. More save little: mesh (47) takes 0.97 of the time, and 690 MiB. Headers of the standard and of MPI are read once for all
# libraries. Those of Kokkos are not: 6.4 s to compile them once, for five sources that then take 0.6 s instead of 2.2. To change and rebuild
# sources often, configure with CMAKE_UNITY_BUILD=OFF. That also shows what is hidden here, missing includes and names that hide others;
# scripts/nightly does so in its part tidy. nvcc gets each source by itself, and knows no precompiled headers of this form.
if(Kokkos_ENABLE_CUDA)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
elseif(PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_UNITY_BUILD)
  set(CMAKE_UNITY_BUILD ON)
endif()

# Compiled as the libraries are, so that they may use its form of the headers.
if(PROJECT_IS_TOP_LEVEL AND CMAKE_UNITY_BUILD)
  add_library(partita_headers OBJECT EXCLUDE_FROM_ALL ${CMAKE_CURRENT_LIST_DIR}/headers.cpp)
  target_link_libraries(partita_headers PRIVATE MPI::MPI_CXX)
  target_precompile_headers(partita_headers PRIVATE <algorithm> <array> <cmath> <filesystem> <functional> <limits> <map> <memory>
    <numeric> <optional> <ranges> <set> <span> <sstream> <string> <tuple> <utility> <vector> <mpi.h>)
  partita_warnings(partita_headers)
endif()

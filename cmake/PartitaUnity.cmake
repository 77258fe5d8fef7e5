# Libraries, programs and tests are compiled eight sources at a time: building the airfoil takes 0.6 of the time, the tests a third,
# because headers are read once for all of them. To change and rebuild sources often, configure with CMAKE_UNITY_BUILD=OFF. That also
# shows what is hidden here, missing includes and names that hide others; scripts/test-mpich does so for the core. nvcc gets each source
# by itself, and knows no precompiled headers of this form.
if(Kokkos_ENABLE_CUDA)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
elseif(PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_UNITY_BUILD)
  set(CMAKE_UNITY_BUILD ON)
endif()

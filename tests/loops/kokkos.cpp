// Kokkos lives while the tests run.
#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

namespace {

// A Kokkos built for a device ends the program where there is none.
bool lacks_its_device() {
#if defined(KOKKOS_ENABLE_CUDA)
  int devices = 0;
  return cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0;
#elif defined(KOKKOS_ENABLE_HIP)
  int devices = 0;
  return hipGetDeviceCount(&devices) != hipSuccess || devices == 0;
#else
  return false;
#endif
}

class KokkosRuntime : public testing::Environment {
  void SetUp() override {
    if (lacks_its_device())
      GTEST_SKIP() << "this Kokkos was built for a device, and none is there: run this where one is";
    Kokkos::initialize();
  }
  void TearDown() override {
    if (Kokkos::is_initialized()) Kokkos::finalize();
  }
};

const auto* const kokkos = testing::AddGlobalTestEnvironment(new KokkosRuntime);

}  // namespace

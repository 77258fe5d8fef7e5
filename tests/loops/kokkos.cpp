// Kokkos lives while the tests run.
#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

namespace {

class KokkosRuntime : public testing::Environment {
  void SetUp() override { Kokkos::initialize(); }
  void TearDown() override { Kokkos::finalize(); }
};

const auto* const kokkos = testing::AddGlobalTestEnvironment(new KokkosRuntime);

}  // namespace

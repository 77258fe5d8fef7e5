// PETSc lives while the tests run.
#include <gtest/gtest.h>
#include <petscsys.h>

namespace {

class PetscRuntime : public testing::Environment {
  void SetUp() override {
    ASSERT_EQ(PetscInitializeNoArguments(), 0);
    ASSERT_EQ(PetscLogDefaultBegin(), 0);
  }
  void TearDown() override { EXPECT_EQ(PetscFinalize(), 0); }
};

const auto* const petsc = testing::AddGlobalTestEnvironment(new PetscRuntime);

}  // namespace

#include <gtest/gtest.h>

#include <partita/petsc/log_events.hpp>
#include <partita/petsc/vec_exchange.hpp>

#include "tests/petsc/random_forest.hpp"

namespace partita::petsc {
namespace {

using namespace testing_support;

int count_of(const char* name) {
  PetscLogEvent event = -1;
  check(PetscLogEventGetId(name, &event));
  EXPECT_GE(event, 0) << "PETSc does not know " << name;
  PetscEventPerfInfo info;
  check(PetscLogEventGetPerfInfo(PETSC_DETERMINE, event, &info));
  return info.count;
}

TEST(LogEvents, AreRegisteredOnce) {
  const LogEvents one = log_events(), other = log_events();
  EXPECT_EQ(one.inspect, other.inspect);
  EXPECT_EQ(one.finish_scatter, other.finish_scatter);
  EXPECT_NE(one.inspect, one.schedule);
}

TEST(LogEvents, CountInspectionsSchedulesAndReplays) {
  (void)log_events();
  const Communicator comm(MPI_COMM_WORLD);
  const int inspections = count_of("PartitaInspect"), schedules = count_of("PartitaSchedule"),
            gathers = count_of("PartitaGathBegin"), finished = count_of("PartitaGathEnd"),
            scatters = count_of("PartitaScatBegin"), added = count_of("PartitaScatEnd");
  const RandomForest random(comm, 3);
  OwnedSF forest;
  OwnedVec roots, leaves;
  random.make(random.owned_here(comm), forest.out());
  make_vec(random.owned_here(comm), 1, roots.out());
  make_vec(random.extent, 1, leaves.out());
  std::unique_ptr<VecExchange> exchange;
  ASSERT_EQ(VecExchange::create(comm, forest, 1, &exchange), 0);
  for (int replay = 0; replay < 5; ++replay) ASSERT_EQ(exchange->gather(roots, leaves), 0);
  for (int replay = 0; replay < 3; ++replay) ASSERT_EQ(exchange->scatter_add(leaves, roots), 0);
  EXPECT_EQ(count_of("PartitaInspect"), inspections + 1);
  EXPECT_EQ(count_of("PartitaSchedule"), schedules + 1);
  EXPECT_EQ(count_of("PartitaGathBegin"), gathers + 5);
  EXPECT_EQ(count_of("PartitaGathEnd"), finished + 5);
  EXPECT_EQ(count_of("PartitaScatBegin"), scatters + 3);
  EXPECT_EQ(count_of("PartitaScatEnd"), added + 3);
}

}  // namespace
}  // namespace partita::petsc

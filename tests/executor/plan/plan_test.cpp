#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/plan/plan.hpp>
#include <partita/inspector/localize.hpp>
#include <partita/support/error.hpp>

namespace partita {
namespace {

// Every rank owns four values and reads the first of every other rank's.
AccessPattern all_to_all(const Communicator& comm) {
  const auto table = TranslationTable::block(comm, 4 * comm.size());
  std::vector<global_index> references;
  for (int rank = 0; rank < comm.size(); ++rank) references.push_back(4 * rank);
  return localize(table, references).pattern;
}

// Partners, ascending.
std::vector<int> partners(const std::vector<Transfer>& transfers) {
  std::vector<int> all;
  for (const Transfer& transfer : transfers) all.push_back(transfer.partner);
  std::sort(all.begin(), all.end());
  return all;
}

TEST(Plan, HasATableForTheGatherAndOneForItsReverse) {
  const Communicator comm(MPI_COMM_WORLD);
  const AccessPattern pattern = all_to_all(comm);
  std::vector<int> others;
  for (int rank = 0; rank < comm.size(); ++rank)
    if (rank != comm.rank()) others.push_back(rank);
  for (const auto& [algorithm, name] : algorithms) {
    if (is_staged(algorithm)) continue;  // partners are relays
    const Plan plan = make_plan(pattern, {.schedule = {.algorithm = algorithm}});
    for (const PhaseTable* table : {&plan.best().tables.forward, &plan.best().tables.backward}) {
      EXPECT_EQ(partners(table->sends), others) << name;
      EXPECT_EQ(partners(table->receives), others) << name;
    }
  }
}

TEST(Plan, IsMadeOfTablesThatWereMadeBefore) {
  const Communicator comm(MPI_COMM_WORLD);
  const AccessPattern pattern = all_to_all(comm);
  const PlanOptions options{.schedule = {.algorithm = Algorithm::lp}, .way = {Protocol::ready_signal}};
  const Plan made = make_plan(pattern, options);
  const Plan again = make_plan(pattern, options, made.best().tables);
  EXPECT_EQ(again.pattern, made.pattern);
  EXPECT_EQ(again.best().schedule.algorithm, Algorithm::lp);
  EXPECT_EQ(again.best().way.protocol, Protocol::ready_signal);
  EXPECT_EQ(again.best().tables.forward, made.best().tables.forward);
  EXPECT_EQ(again.best().tables.backward, made.best().tables.backward);
}

TEST(Plan, VectorsCountUnits) {
  const Communicator comm(MPI_COMM_WORLD);
  const AccessPattern pattern = all_to_all(comm);
  for (const MatrixEntry& message : destination_vector(pattern)) EXPECT_EQ(message.length, 1);
  EXPECT_EQ(source_vector(pattern), destination_vector(pattern)) << "this pattern is symmetric";
}

TEST(Plan, RanksThatWantDifferentPlansAreToldSo) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "one rank cannot disagree";
  const AccessPattern pattern = all_to_all(comm);
  const auto algorithm = comm.rank() == 0 ? Algorithm::lp : Algorithm::rs_n;
  EXPECT_THROW((void)make_plan(pattern, {.schedule = {.algorithm = algorithm}}), CollectiveError);
  const Machine machine{.costs = {.fragment = comm.rank() == 0 ? 15e3 : 60e3}};
  EXPECT_THROW((void)make_plan(pattern, {.schedule = {.machine = machine}}), CollectiveError);
}

TEST(Protocols, HaveTheNamesOfCommandLinesAndFiles) {
  EXPECT_EQ(protocol_named("ready_signal"), Protocol::ready_signal);
  EXPECT_EQ(name_of(Protocol::post_all), "post_all");
  EXPECT_THROW((void)protocol_named("s1"), Error);
}

}  // namespace
}  // namespace partita

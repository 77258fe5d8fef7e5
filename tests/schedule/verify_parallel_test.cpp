// A schedule of which every rank has its part.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/schedule/verify.hpp>

#include "miniapps/random_matrix.hpp"

namespace partita {
namespace {

using testing::HasSubstr;

class VerifyTogether : public testing::Test {
 protected:
  std::optional<std::string> fault(const CommunicationMatrix& matrix, const ScheduleOptions& options,
                                   const PhaseTables& tables) {
    return verify(comm_, matrix.destinations(comm_.rank()), options, tables);
  }

  const Communicator comm_{MPI_COMM_WORLD};
};

TEST_F(VerifyTogether, FindsNoFaultInWhatAnAlgorithmMakes) {
  for (const auto& [algorithm, name] : algorithms)
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const CommunicationMatrix matrix =
          make_random_matrix({.ranks = comm_.size(), .density = comm_.size() / 2}, seed);
      const ScheduleOptions options{
          .algorithm = algorithm, .seed = seed, .machine = machine_named("hypercube", comm_.size())};
      EXPECT_EQ(fault(matrix, options, make_phase_tables(matrix, comm_.rank(), options)), std::nullopt)
          << name;
    }
}

TEST_F(VerifyTogether, NamesTheSameFaultOnEveryRank) {
  // Rank 0 sends to itself, and its table loses that message.
  std::vector<DestinationVector> rows(static_cast<std::size_t>(comm_.size()));
  rows.front() = {{0, 4}};
  const CommunicationMatrix matrix(std::move(rows));
  PhaseTables tables = make_phase_tables(matrix, comm_.rank(), {});
  PhaseTables reversed = tables;
  tables.forward.sends.clear();
  reversed.backward.sends.clear();
  EXPECT_THAT(fault(matrix, {}, tables).value_or(""), HasSubstr("the schedule is wrong: "));
  EXPECT_THAT(fault(matrix, {}, reversed).value_or(""), HasSubstr("the reversed schedule is wrong: "));
}

}  // namespace
}  // namespace partita

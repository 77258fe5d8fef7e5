#include <gtest/gtest.h>

#include <partita/schedule/random_matrix.hpp>
#include <partita/schedule/verify.hpp>

#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

bool has_self_message(const CommunicationMatrix& matrix) {
  for (int rank = 0; rank < matrix.ranks(); ++rank)
    for (const MatrixEntry& message : matrix.destinations(rank))
      if (message.rank == rank) return true;
  return false;
}

TEST(LP, StepsThroughRanksMinusOnePhasesHoweverFewMessagesThereAre) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    EXPECT_EQ(make_schedule(matrix, {Algorithm::lp}).phases(),
              matrix.ranks() - (has_self_message(matrix) ? 0 : 1));
  }
  EXPECT_EQ(make_schedule(make_random_matrix({.ranks = 32, .density = 4}, 1), {Algorithm::lp}).phases(), 31)
      << "the 1993 DRS_N paper's Table 4";
}

TEST(LP, ExchangesPairwiseWhenTheNumberOfRanksIsAPowerOfTwo) {
  const auto schedule = make_schedule(make_random_matrix({.ranks = 16, .density = 15}, 1), {Algorithm::lp});
  for (const PhaseTable& table : schedule.tables)
    for (std::size_t k = 0; k < table.sends.size(); ++k) {
      EXPECT_EQ(table.sends[k].phase, table.receives[k].phase);
      EXPECT_EQ(table.sends[k].partner, table.receives[k].partner);
    }
}

}  // namespace
}  // namespace partita

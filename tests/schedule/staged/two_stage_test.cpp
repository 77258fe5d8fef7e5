#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/message.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/schedule/verify.hpp>

#include "miniapps/random_matrix.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

Schedule two_stage_by(Stages stages, const CommunicationMatrix& matrix, std::uint64_t seed = 1) {
  ScheduleOptions options;
  options.algorithm = Algorithm::two_stage;
  options.seed = seed;
  options.stages = stages;
  return make_schedule(matrix, options);
}

CommunicationMatrix without_messages_to_oneself(const CommunicationMatrix& matrix) {
  std::vector<DestinationVector> rows;
  for (int rank = 0; rank < matrix.ranks(); ++rank) {
    rows.push_back(matrix.destinations(rank));
    std::erase_if(rows.back(), [rank](const MatrixEntry& message) { return message.rank == rank; });
  }
  return CommunicationMatrix(std::move(rows));
}

// A sum of permutations with weights: every rank sends and receives equally much.
CommunicationMatrix equal_traffic(int ranks, Random& random) {
  std::vector<std::map<int, Units>> rows(static_cast<std::size_t>(ranks));
  for (int k = 0; k < 3; ++k) {
    const int ahead = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(ranks - 1)));
    const Units units = 1 + random.below(200);
    for (int rank = 0; rank < ranks; ++rank)
      rows[static_cast<std::size_t>(rank)][(rank + ahead) % ranks] += units;
  }
  std::vector<DestinationVector> vectors;
  for (const auto& row : rows) {
    vectors.emplace_back();
    for (const auto& [to, length] : row) vectors.back().push_back({to, length});
  }
  return CommunicationMatrix(std::move(vectors));
}

constexpr Stages ac_twice{Algorithm::ac, Algorithm::ac};  // stages are phase 0 and phase 1

TEST(TwoStage, RelaysEverythingOnce) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    EXPECT_EQ(verify(two_stage_by({Algorithm::lp, Algorithm::rs_n}, matrix, seed), matrix), std::nullopt)
        << "seed " << seed;
  }
}

TEST(TwoStage, TheStagesMayBeOrderedByAnyDirectAlgorithm) {
  const auto matrix = testing_support::random_matrix(5);
  for (const auto& [algorithm, name] : algorithms) {
    if (is_staged(algorithm)) continue;
    EXPECT_EQ(verify(two_stage_by({algorithm, algorithm}, matrix), matrix), std::nullopt) << name;
  }
}

// Ranka, Shankar, Alsabti 1995, section 6.
TEST(TwoStage, MessagesAreNoLongerThanThePaperSays) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto matrix = without_messages_to_oneself(testing_support::random_matrix(seed));
    const Units p = matrix.ranks(), t = longest_sum_bound(matrix);
    for (const Message& message : messages(two_stage_by(ac_twice, matrix, seed).tables))
      if (message.phase == 0)
        EXPECT_LE(length(message.pieces), (t + p - 1) / p) << "seed " << seed;
      else
        EXPECT_LE(length(message.pieces), t / p + p) << "seed " << seed;
  }
}

// So a rank's table stays small whatever the number of ranks, and never exceeds its buffers by much.
TEST(TwoStage, ARankHasFewPieces) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto matrix = without_messages_to_oneself(testing_support::random_matrix(seed));
    const Units n = matrix.ranks(), t = longest_sum_bound(matrix);
    const auto pieces_of = [n](const std::vector<MatrixEntry>& entries) {
      Units pieces = 0;
      for (const MatrixEntry& entry : entries) pieces += std::min(entry.length, n);
      return pieces;
    };
    Units messages_of_all = 0;
    for (int rank = 0; rank < matrix.ranks(); ++rank)
      messages_of_all += static_cast<Units>(matrix.destinations(rank).size());
    const std::vector<SourceVector> sources = matrix.sources();
    const Schedule schedule = two_stage_by(ac_twice, matrix, seed);
    for (int rank = 0; rank < matrix.ranks(); ++rank) {
      const PhaseTable& table = schedule.tables[static_cast<std::size_t>(rank)];
      Units own = 0, relayed_in = 0, relayed_out = 0;
      for (const Transfer& send : table.sends)
        for (const Piece& piece : send.pieces) ++(piece.origin == rank ? own : relayed_out);
      for (const Transfer& receive : table.receives)
        for (const Piece& piece : receive.pieces) ++(piece.target == rank ? own : relayed_in);
      const Units most_relayed = std::min(messages_of_all, t + n);
      EXPECT_LE(own,
                pieces_of(matrix.destinations(rank)) + pieces_of(sources[static_cast<std::size_t>(rank)]));
      EXPECT_EQ(relayed_in, relayed_out);
      EXPECT_LE(relayed_in, most_relayed);
    }
  }
}

TEST(TwoStage, WithEqualTrafficTheFirstStageDiffersByOneUnitAtMost) {
  Random random(1);
  for (int sample = 0; sample < 150; ++sample) {
    const int ranks = 2 + static_cast<int>(random.below(40));
    const auto matrix = equal_traffic(ranks, random);
    const Units t = longest_sum_bound(matrix);
    for (const Message& message : messages(two_stage_by(ac_twice, matrix).tables))
      if (message.phase == 0) {
        EXPECT_GE(length(message.pieces), t / ranks);
        EXPECT_LE(length(message.pieces), t / ranks + 1);
      }
  }
}

TEST(TwoStage, PartsForOneselfOrTheTargetTravelOnce) {
  const CommunicationMatrix matrix({{{1, 4}}, {}, {}, {}});
  const auto sent = messages(two_stage_by(ac_twice, matrix).tables);
  std::vector<std::pair<int, int>> first, second;
  for (const Message& message : sent)
    (message.phase == 0 ? first : second).push_back({message.from, message.to});
  EXPECT_EQ(first, (std::vector<std::pair<int, int>>{{0, 1}, {0, 2}, {0, 3}}));
  EXPECT_EQ(second, (std::vector<std::pair<int, int>>{{0, 1}, {2, 1}, {3, 1}}));
}

TEST(TwoStage, AMessageToOneselfIsNotDivided) {
  const CommunicationMatrix matrix({{{0, 9}}, {}, {}});
  EXPECT_EQ(messages(two_stage_by(ac_twice, matrix).tables),
            (std::vector<Message>{{0, 0, 0, direct(0, 0, 9)}}));
}

TEST(TwoStage, UnitsThatDoNotDivideEvenlyAreSpreadOverTheIntermediaries) {
  // Everybody has one unit for each of 16 ranks.
  constexpr int ranks = 32;
  DestinationVector to_half;
  for (int to = 0; to < ranks / 2; ++to) to_half.push_back({to, 1});
  const CommunicationMatrix matrix(std::vector<DestinationVector>(ranks, to_half));
  std::map<int, Units> relayed;
  Units longest = 0;
  for (const Message& message : messages(two_stage_by(ac_twice, matrix).tables))
    if (message.phase == 1) {
      relayed[message.from] += length(message.pieces);
      longest = std::max(longest, length(message.pieces));
    }
  EXPECT_LE(longest, 6) << "1 is the mean";
  for (const auto& [rank, units] : relayed) EXPECT_LE(units, 16 + 2);
}

TEST(TwoStage, TheSeedDecidesWhichOfEqualParcelsGoesWhere) {
  const auto matrix = make_random_matrix({.ranks = 16, .density = 8, .longest = 32}, 1);
  EXPECT_TRUE(two_stage_by(ac_twice, matrix, 1).tables == two_stage_by(ac_twice, matrix, 1).tables);
  EXPECT_FALSE(two_stage_by(ac_twice, matrix, 1).tables == two_stage_by(ac_twice, matrix, 2).tables);
}

}  // namespace
}  // namespace partita

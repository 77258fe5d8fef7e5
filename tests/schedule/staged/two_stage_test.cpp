#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/message.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/schedule/verify.hpp>
#include <partita/support/random.hpp>

#include "miniapps/random_matrix.hpp"
#include "tests/schedule/messages_of_two_stages.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

using testing_support::messages_of_two_stages;

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

// Ranka, Shankar, Alsabti 1995, section 6.
TEST(TwoStage, MessagesAreNoLongerThanThePaperSays) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto matrix = without_messages_to_oneself(testing_support::random_matrix(seed));
    const Units p = matrix.ranks(), t = longest_sum_bound(matrix);
    for (const Message& message : messages_of_two_stages(matrix))
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
    const Schedule schedule = make_schedule(matrix, {Algorithm::two_stage});
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
    for (const Message& message : messages_of_two_stages(matrix))
      if (message.phase == 0) {
        EXPECT_GE(length(message.pieces), t / ranks);
        EXPECT_LE(length(message.pieces), t / ranks + 1);
      }
  }
}

TEST(TwoStage, PartsForOneselfOrTheTargetTravelOnce) {
  const CommunicationMatrix matrix({{{1, 4}}, {}, {}, {}});
  const auto sent = messages_of_two_stages(matrix);
  std::vector<std::pair<int, int>> first, second;
  for (const Message& message : sent)
    (message.phase == 0 ? first : second).push_back({message.from, message.to});
  EXPECT_EQ(first, (std::vector<std::pair<int, int>>{{0, 1}, {0, 2}, {0, 3}}));
  EXPECT_EQ(second, (std::vector<std::pair<int, int>>{{0, 1}, {2, 1}, {3, 1}}));
}

TEST(TwoStage, AMessageToOneselfIsNotDivided) {
  const CommunicationMatrix matrix({{{0, 9}}, {}, {}});
  EXPECT_EQ(messages_of_two_stages(matrix), (std::vector<Message>{{0, 0, 0, direct(0, 0, 9)}}));
}

// The longest message of the second stage by the paper's rules: remainders dealt from intermediary 0 on
// (figure 7), then, if there is a seed, parcels of the same length shuffled (section 6.3).
Units longest_in_the_paper(const CommunicationMatrix& matrix, std::optional<std::uint64_t> seed) {
  const auto ranks = static_cast<std::size_t>(matrix.ranks());
  std::map<std::pair<std::size_t, int>, Units> second;
  for (int rank = 0; rank < matrix.ranks(); ++rank) {
    std::vector<std::map<int, Units>> parcels(ranks);
    std::vector<Units> units(ranks);
    std::size_t next = 0;
    for (const auto& [to, length] : matrix.destinations(rank))
      for (Units unit = 0; unit < length; ++unit, next = (next + 1) % ranks) {
        ++parcels[next][to];
        ++units[next];
      }
    std::vector<std::size_t> intermediaries(ranks);
    std::iota(intermediaries.begin(), intermediaries.end(), 0);
    if (seed) {
      const auto longer =
          std::ranges::partition_point(units, [&](Units one) { return one == units.front(); });
      const auto middle = intermediaries.begin() + (longer - units.begin());
      Random random = stream_of(rank, *seed);
      std::span longest(intermediaries.begin(), middle), shortest(middle, intermediaries.end());
      random.shuffle(longest);
      random.shuffle(shortest);
    }
    for (std::size_t k = 0; k < ranks; ++k)
      for (const auto& [to, length] : parcels[k])
        if (intermediaries[k] != static_cast<std::size_t>(to)) second[{intermediaries[k], to}] += length;
  }
  Units longest = 0;
  for (const auto& [way, length] : second) longest = std::max(longest, length);
  return longest;
}

Units longest_here(const CommunicationMatrix& matrix) {
  Units longest = 0;
  for (const Message& message : messages_of_two_stages(matrix))
    if (message.phase == 1) longest = std::max(longest, length(message.pieces));
  return longest;
}

double longest_shuffled(const CommunicationMatrix& matrix) {
  constexpr int samples = 20;
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= samples; ++seed)
    sum += static_cast<double>(longest_in_the_paper(matrix, seed));
  return sum / samples;
}

// Section 6.3: one unit from each of 32 ranks to every other one.
TEST(TwoStage, InThePaperTheShuffleShortensTheSecondStage) {
  const auto matrix = make_random_matrix({.ranks = 32, .density = 31}, 1);
  EXPECT_GE(longest_in_the_paper(matrix, std::nullopt), 31);
  EXPECT_LT(longest_shuffled(matrix), 6.0);
}

TEST(TwoStage, ADealThatFallsWithTheRankShortensItMoreThanTheShuffle) {
  EXPECT_EQ(longest_here(make_random_matrix({.ranks = 32, .density = 31}, 1)), 1);
  for (const RandomMatrix look :
       {RandomMatrix{.ranks = 32, .density = 31}, RandomMatrix{.ranks = 32, .density = 16},
        RandomMatrix{.ranks = 128, .density = 4, .longest = 8},
        RandomMatrix{.ranks = 128, .density = 127, .longest = 64}}) {
    const auto matrix = make_random_matrix(look, 2);
    EXPECT_LE(static_cast<double>(longest_here(matrix)), longest_shuffled(matrix))
        << look.density << " messages of up to " << look.longest << " units";
  }
}

// Of 64 ranks, each sends a unit to those at distances `first` to `last`.
CommunicationMatrix to_distances(int first, int last, bool around) {
  constexpr int ranks = 64;
  std::vector<DestinationVector> rows(ranks);
  for (int rank = 0; rank < ranks; ++rank) {
    DestinationVector& row = rows[static_cast<std::size_t>(rank)];
    for (int distance = first; distance <= last; ++distance) {
      const int to = rank + distance;
      if (distance == 0 || (!around && (to < 0 || to >= ranks))) continue;
      row.push_back({(to + ranks) % ranks, 1});
    }
    std::ranges::sort(row, {}, &MatrixEntry::rank);
  }
  return CommunicationMatrix(std::move(rows));
}

// Remainders for a target that come from one distance each would meet at one intermediary if ranks dealt from
// themselves on.
TEST(TwoStage, RanksThatSendToTheSameDistancesHaveTheShortestSecondStage) {
  for (const auto& [first, last] : {std::pair(1, 1), {1, 16}, {-8, 8}})
    for (const bool around : {true, false}) {
      const auto matrix = to_distances(first, last, around);
      EXPECT_EQ(longest_here(matrix), 1) << first << " to " << last << (around ? ", around" : "");
      if (last > 1) {
        EXPECT_GT(longest_shuffled(matrix), 3.0);
      }
    }
}

TEST(TwoStage, RemaindersAreSpreadOverTheIntermediaries) {
  // Every rank has one unit for each of 16 ranks.
  constexpr int ranks = 32;
  DestinationVector to_half;
  for (int to = 0; to < ranks / 2; ++to) to_half.push_back({to, 1});
  const CommunicationMatrix matrix(std::vector<DestinationVector>(ranks, to_half));
  std::map<int, Units> relayed;
  for (const Message& message : messages_of_two_stages(matrix))
    if (message.phase == 1) relayed[message.from] += length(message.pieces);
  for (const auto& [rank, units] : relayed) EXPECT_LE(units, 16);
  EXPECT_LE(longest_here(matrix), 2);
}

// Section 6.2: the second stage's messages with equal traffic, and the units that come to a target.
TEST(TwoStage, WithEqualTrafficTheSecondStageIsNoShorterThanThePaperSays) {
  Random random(2);
  for (int sample = 0; sample < 50; ++sample) {
    const int ranks = 2 + static_cast<int>(random.below(12));
    const auto matrix = equal_traffic(ranks, random);
    const Units p = ranks, t = longest_sum_bound(matrix);
    std::map<int, Units> arrived;
    for (const Message& message : messages_of_two_stages(matrix)) {
      if (message.phase == 0) continue;
      EXPECT_GE(length(message.pieces), t / p - p);
      arrived[message.to] += length(message.pieces);
    }
    for (const auto& [rank, units] : arrived) EXPECT_LE(units, t + p * p);
  }
}

// Section 6.4: then both stages have messages of t / p units alone, so t need not exceed p^2.
TEST(TwoStage, LengthsThatAreMultiplesOfTheRanksDivideEvenly) {
  for (const int ranks : {4, 7, 32}) {
    std::vector<DestinationVector> rows(static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank)
      for (const int ahead : {1, 2})
        rows[static_cast<std::size_t>(rank)].push_back({(rank + ahead) % ranks, Units{ahead} * ranks});
    for (DestinationVector& row : rows) std::ranges::sort(row, {}, &MatrixEntry::rank);
    for (const Message& message : messages_of_two_stages(CommunicationMatrix(rows)))
      EXPECT_EQ(length(message.pieces), 1 + 2) << ranks << " ranks, t is 3 p";
  }
}

}  // namespace
}  // namespace partita

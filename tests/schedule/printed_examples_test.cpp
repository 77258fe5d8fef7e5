// The communication patterns that the papers print as examples, and what they say of them.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/schedule/message.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/schedule/verify.hpp>

#include "tests/schedule/messages_of_two_stages.hpp"

namespace partita {
using namespace detail;
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;

// From a printed matrix: a digit of units for each pair of ranks, "." for none.
CommunicationMatrix matrix_of(const std::vector<std::string>& rows) {
  std::vector<DestinationVector> destinations;
  for (const std::string& row : rows) {
    destinations.emplace_back();
    for (int to = 0; to < static_cast<int>(row.size()); ++to)
      if (row[to] != '.') destinations.back().push_back({to, row[to] - '0'});
  }
  return CommunicationMatrix(std::move(destinations));
}

std::vector<int> ranks_of(const std::vector<MatrixEntry>& entries) {
  std::vector<int> ranks;
  for (const MatrixEntry& entry : entries) ranks.push_back(entry.rank);
  return ranks;
}

// All of these messages in one phase, as if they were an ordered schedule.
std::optional<std::string> verdict_in_one_phase(int ranks, const std::vector<std::pair<int, int>>& messages,
                                                const Machine& machine = {}) {
  std::vector<DestinationVector> rows(static_cast<std::size_t>(ranks));
  TableBuilder builder(ranks);
  for (const auto& [from, to] : messages) {
    rows[static_cast<std::size_t>(from)].push_back({to, 1});
    builder.add(0, from, to, direct(from, to, 1));
  }
  Schedule schedule;
  schedule.tables = std::move(builder).tables(1);
  return verify(schedule, CommunicationMatrix(std::move(rows)), machine);
}

// Wang, Lin, Ranka 1993 (NICE), figure 1: four ranks send to rank 4; two messages use the link from 4 to 5.
TEST(PrintedExamples, FigureOneOfNiceHasNodeContentionAndLinkContention) {
  EXPECT_THAT(verdict_in_one_phase(9, {{1, 4}, {3, 4}, {5, 4}, {7, 4}}),
              Optional(HasSubstr("rank 4 receives twice in phase 0")));
  const Machine line = machine_named("mesh:9", 9);
  EXPECT_THAT(verdict_in_one_phase(9, {{3, 8}, {4, 5}}, line), Optional(HasSubstr("shares the link 4+x of")));
  EXPECT_EQ(verdict_in_one_phase(9, {{3, 8}, {4, 5}}), std::nullopt) << "without links";
}

// Wang, Lin, Ranka 1993 (CM-5), Table 1.
CommunicationMatrix table_one() {
  return matrix_of({".11...1.",  //
                    "1.11...1",  //
                    "11.11.1.",  //
                    ".11.11..",  //
                    "..11.111",  //
                    "...11..1",  //
                    "1.1.1..1",  //
                    ".1..111."});
}

// "P0 sends only three messages while P4 sends five"; "P0, P1, P3, P4 and P6 all try to send messages to P2".
TEST(PrintedExamples, TableOneOfTheCm5PaperHasUnequalRanksAndAReceiverOfFive) {
  const CommunicationMatrix matrix = table_one();
  EXPECT_EQ(matrix.destinations(0).size(), 3u);
  EXPECT_EQ(matrix.destinations(4).size(), 5u);
  EXPECT_THAT(ranks_of(matrix.sources()[2]), ElementsAre(0, 1, 3, 4, 6));

  const Schedule ac = make_schedule(matrix, {.algorithm = Algorithm::ac});
  EXPECT_EQ(ac.tables[2].receives.size(), 5u);
  EXPECT_EQ(ac.phases(), 1) << "so all five may come at once";
}

// Section 3.2 and 3.3: steps of LP, and d + log d permutations of RS_N, here of the busiest rank.
TEST(PrintedExamples, TableOneOfTheCm5PaperNeedsFivePhases) {
  const CommunicationMatrix matrix = table_one();
  const auto phases = [&](Algorithm algorithm) {
    const Schedule schedule = make_schedule(matrix, {.algorithm = algorithm});
    EXPECT_EQ(verify(schedule, matrix), std::nullopt) << name_of(algorithm);
    return schedule.phases();
  };
  EXPECT_EQ(phases(Algorithm::colouring), 5);
  EXPECT_EQ(phases(Algorithm::lp), 7);
  EXPECT_GE(phases(Algorithm::rs_n), 5);
  EXPECT_LE(phases(Algorithm::rs_n), 5 + 2);
}

// Ranka, Shankar, Alsabti 1995, figure 1.
CommunicationMatrix figure_one() {
  return matrix_of({".31.2121",  //
                    "1.22113.",  //
                    "41.2.2.1",  //
                    ".2...314",  //
                    "3.4..21.",  //
                    "1212...4",  //
                    ".21.7...",  //
                    "1.14.13."});
}

// "All-to-many communication with equal traffic": every rank sends 10 units and receives 10.
TEST(PrintedExamples, FigureOneOfTheBoundedTrafficPaperHasEqualTraffic) {
  const CommunicationMatrix matrix = figure_one();
  const std::vector<SourceVector> sources = matrix.sources();
  for (int rank = 0; rank < matrix.ranks(); ++rank) {
    EXPECT_EQ(total_length(matrix.destinations(rank)), 10) << rank;
    EXPECT_EQ(total_length(sources[static_cast<std::size_t>(rank)]), 10) << rank;
    EXPECT_LT(matrix.destinations(rank).size(), 7u) << "to many, not to all";
  }
  EXPECT_EQ(longest_sum_bound(matrix), 10) << "t";
}

// Section 6: lengths of the first stage differ by one unit; those of the second are at most t / p + p. A
// phase of a direct schedule lasts as long as its longest message, which may be 7 units.
TEST(PrintedExamples, FigureOneOfTheBoundedTrafficPaperIsEvenInTwoStages) {
  const CommunicationMatrix matrix = figure_one();
  EXPECT_EQ(verify(make_schedule(matrix, {Algorithm::two_stage}), matrix), std::nullopt);
  Units longest = 0;
  for (const Message& message : testing_support::messages_of_two_stages(matrix)) {
    const Units units = length(message.pieces);
    if (message.phase == 0)
      EXPECT_TRUE(units == 1 || units == 2) << units << " of 10 units in 8 parcels";
    else
      longest = std::max(longest, units);
  }
  EXPECT_LE(longest, 10 / 8 + 8);
  EXPECT_LT(longest, 7) << "the longest message of the matrix";
}

}  // namespace
}  // namespace partita

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/shared_indices.hpp>

#include "tests/schedule/shared_matrix.hpp"
#include "tests/sentence.hpp"

namespace partita {
using namespace detail;
namespace {

using testing_support::sentence_of;

// Rank 0 sends indices 10, 11, 12 to rank 2, 11, 12, 40 to rank 3 and 12 to rank 4.
const IndexRuns index_runs{{2, 0, 10, 3}, {3, 0, 11, 2}, {3, 2, 40, 1}, {4, 0, 12, 1}};

TEST(IndexRuns, JoinIfUnitsAndIndicesFollowOneAnother) {
  IndexRuns all;
  for (const IndexRun& unit :
       IndexRuns{{1, 0, 5, 1}, {1, 1, 6, 1}, {1, 2, 9, 1}, {1, 4, 10, 1}, {2, 5, 11, 1}})
    append(all, unit);
  EXPECT_EQ(all, (IndexRuns{{1, 0, 5, 2}, {1, 2, 9, 1}, {1, 4, 10, 1}, {2, 5, 11, 1}}));
}

TEST(IndexRuns, KeepWhatSeveralMessagesCarry) {
  EXPECT_EQ(shared_indices(index_runs, [](int) { return 0; }),
            (IndexRuns{{2, 1, 11, 2}, {3, 0, 11, 2}, {4, 0, 12, 1}}));
}

TEST(IndexRuns, KeepWhatSeveralRanksOfOneOtherHostNeed) {
  EXPECT_EQ(shared_on_hosts(index_runs, 0, 2), (IndexRuns{{2, 1, 11, 2}, {3, 0, 11, 2}})) << "2 and 3, not 4";
  EXPECT_EQ(shared_on_hosts(index_runs, 0, 1), IndexRuns());
  EXPECT_EQ(shared_on_hosts(index_runs, 0, 8), IndexRuns()) << "the origin's own host";
}

TEST(CopiesOnHosts, AreOfTheFirstUnitOfEachIndexOnAHost) {
  const auto copy = [](int from, Units from_offset, int to, Units to_offset, Units length) {
    return Copy{0, {0, from, from_offset, length}, {0, to, to_offset, length}};
  };
  EXPECT_EQ(copies_on_hosts(index_runs, 0, 2), (std::vector<Copy>{copy(2, 1, 3, 0, 2)}));
  EXPECT_EQ(copies_on_hosts(index_runs, 1, 1), std::vector<Copy>());
  // Ranks 2 to 4 on one host: 12 is copied twice.
  const IndexRuns moved{{3, 0, 10, 3}, {4, 0, 11, 2}, {4, 2, 40, 1}, {5, 0, 12, 1}};
  EXPECT_EQ(copies_on_hosts(moved, 0, 3), (std::vector<Copy>{copy(3, 1, 4, 0, 2), copy(3, 2, 5, 0, 1)}));
}

TEST(IndexRuns, ThatAreNotOfTheMatrixAreRefused) {
  const auto refused = [](const IndexRuns& indices) {
    return sentence_of([&] { (void)CommunicationMatrix({{{1, 4}}, {}}).with_indices({indices, {}}); });
  };
  EXPECT_EQ(refused({{1, 0, 7, 4}}), "");
  EXPECT_EQ(refused({{1, 1, 7, 4}}),
            "the index runs of rank 0 do not ascend within its messages: 4 units from unit 1 on for rank 1");
  EXPECT_NE(refused({{0, 0, 7, 1}}), "") << "no message";
  EXPECT_NE(refused({{1, -1, 7, 1}}), "");
  EXPECT_NE(refused({{1, 0, 7, 0}}), "") << "no units";
  EXPECT_NE(refused({{1, 0, -7, 1}}), "");
  EXPECT_NE(refused({{1, 0, 7, 2}, {1, 1, 9, 1}}), "") << "one unit twice";
}

}  // namespace
}  // namespace partita

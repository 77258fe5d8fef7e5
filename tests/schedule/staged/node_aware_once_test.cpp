// Node-aware exchange of a matrix that knows indices: each index goes to each other host once.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/message.hpp>
#include <partita/schedule/verify.hpp>

#include "tests/schedule/shared_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

using namespace testing_support;

Schedule node_aware_on(int ranks_per_host, const CommunicationMatrix& matrix) {
  return make_schedule(matrix,
                       {.algorithm = Algorithm::node_aware, .machine = {.ranks_per_host = ranks_per_host}});
}

int ranks_a_host(std::uint64_t seed) { return 1 + static_cast<int>(seed % 9); }

TEST(NodeAwareOnce, EveryUnitReachesItsTargetAndEachIndexCrossesOnce) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    const int k = ranks_a_host(seed);
    const SharedMatrix c = random_shared_matrix(seed);
    const Schedule schedule = node_aware_on(k, c.matrix);
    EXPECT_EQ(verify(schedule, c.matrix), std::nullopt) << "the last host may have fewer ranks than " << k;
    Units between = 0, left_origin = 0;
    for (const Message& message : messages(schedule.tables)) {
      if (message.from / k != message.to / k) between += length(message.pieces);
      for (const Piece& piece : message.pieces)
        if (piece.origin == message.from && piece.target / k != piece.origin / k) left_origin += piece.length;
    }
    EXPECT_EQ(between, c.least_between_hosts(k));
    EXPECT_EQ(left_origin, between) << "nor does a value go twice to the rank in charge on its own host";
  }
}

TEST(NodeAwareOnce, OneMessageFromHostToHostStays) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const int k = ranks_a_host(seed);
    const SharedMatrix c = random_shared_matrix(seed);
    const auto between = [&](const CommunicationMatrix& matrix) {
      auto all = messages(node_aware_on(k, matrix).tables);
      return std::ranges::count_if(all, [=](const Message& m) { return m.from / k != m.to / k; });
    };
    EXPECT_EQ(between(c.matrix), between(c.matrix.counts())) << "seed " << seed;
  }
}

TEST(NodeAwareOnce, OfCountsAloneNothingIsCopied) {
  for (std::uint64_t seed = 0; seed < 50; ++seed)
    for (const PhaseTable& table :
         node_aware_on(ranks_a_host(seed), random_shared_matrix(seed).matrix.counts()).tables)
      EXPECT_TRUE(table.copies.empty()) << "seed " << seed;
}

TEST(NodeAwareOnce, TheReverseIsThatOfCountsAlone) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const SharedMatrix c = random_shared_matrix(seed);
    const Schedule backward = reverse(node_aware_on(ranks_a_host(seed), c.matrix), c.matrix);
    const CommunicationMatrix counts = c.matrix.counts();
    EXPECT_EQ(backward.tables, reverse(node_aware_on(ranks_a_host(seed), counts), counts).tables);
    EXPECT_EQ(verify(backward, transposed(c.matrix)), std::nullopt) << "seed " << seed;
  }
}

// A right schedule with copies, one of which is chosen. It stands in two tables.
class MutatedCopy : public testing::Test {
 protected:
  bool choose(std::uint64_t seed) {
    const int k = 2 + static_cast<int>(seed % 4);
    shared_.emplace(random_shared_matrix(seed));
    schedule_ = node_aware_on(k, shared_->matrix);
    Random random(seed);
    std::vector<Copy> all;
    for (std::size_t rank = 0; rank < schedule_.tables.size(); ++rank)
      for (const Copy& copy : schedule_.tables[rank].copies)
        if (copy.from.origin == static_cast<int>(rank)) all.push_back(copy);
    if (all.empty()) return false;
    copy_ = all[random.below(static_cast<std::uint32_t>(all.size()))];
    ++chosen_;
    return true;
  }

  // In both tables.
  void change(auto&& change) {
    for (PhaseTable& table : schedule_.tables)
      if (const auto found = std::ranges::find(table.copies, copy_); found != table.copies.end())
        change(table.copies, found);
  }

  std::optional<std::string> verdict() const { return verify(schedule_, shared_->matrix); }

  std::optional<SharedMatrix> shared_;
  Schedule schedule_;
  Copy copy_{};
  int chosen_ = 0;
};

TEST_F(MutatedCopy, OfAnotherValueIsRefused) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    if (!choose(seed)) continue;
    Copy other = copy_;
    other.from.offset += seed % 2 == 0 ? 1 : -1;
    const auto& row = shared_->lists.at({other.from.origin, other.from.target});
    if (other.from.offset < 0 || other.from.offset + other.from.length > std::ssize(row)) continue;
    if (shared_->indices(other.from) == shared_->indices(other.to)) continue;
    change([&](auto&, auto copy) { *copy = other; });
    EXPECT_NE(verdict(), std::nullopt) << "seed " << seed;
  }
  EXPECT_GT(chosen_, 100);
}

TEST_F(MutatedCopy, InAnotherPhaseIsRefused) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    if (!choose(seed)) continue;
    change([&](auto&, auto copy) { copy->phase += seed % 2 == 0 ? 1 : -1; });
    EXPECT_NE(verdict(), std::nullopt) << "seed " << seed;
  }
}

TEST_F(MutatedCopy, ThatIsMissingOrMadeTwiceIsRefused) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    if (!choose(seed)) continue;
    const Schedule right = schedule_;
    change([](auto& copies, auto copy) { copies.erase(copy); });
    EXPECT_NE(verdict(), std::nullopt) << "seed " << seed;
    schedule_ = right;
    change([](auto& copies, auto copy) { copies.push_back(Copy(*copy)); });
    EXPECT_NE(verdict(), std::nullopt) << "seed " << seed;
  }
}

TEST_F(MutatedCopy, ThatOnlyOneRankKnowsIsRefused) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    if (!choose(seed)) continue;
    const bool of_origin = seed % 2 == 0;
    for (std::size_t rank = 0; rank < schedule_.tables.size(); ++rank)
      if ((copy_.from.origin == static_cast<int>(rank)) == of_origin)
        std::erase(schedule_.tables[rank].copies, copy_);
    EXPECT_NE(verdict(), std::nullopt) << "seed " << seed;
  }
}

TEST_F(MutatedCopy, ByAnotherRankIsRefused) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    if (!choose(seed)) continue;
    for (std::size_t rank = 0; rank < schedule_.tables.size(); ++rank)
      if (copy_.from.origin != static_cast<int>(rank)) std::erase(schedule_.tables[rank].copies, copy_);
    Random random(seed);
    const std::size_t other = random.below(static_cast<std::uint32_t>(schedule_.tables.size()));
    const Schedule right = node_aware_on(2 + static_cast<int>(seed % 4), shared_->matrix);
    if (right.tables[other] == schedule_.tables[other]) schedule_.tables[other].copies.push_back(copy_);
    EXPECT_NE(verdict(), std::nullopt) << "seed " << seed;
  }
}

TEST_F(MutatedCopy, OfAMatrixWithOtherIndicesIsRefused) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    if (!choose(seed)) continue;
    EXPECT_NE(verify(schedule_, shared_->matrix.counts()), std::nullopt) << "seed " << seed;
  }
}

}  // namespace
}  // namespace partita

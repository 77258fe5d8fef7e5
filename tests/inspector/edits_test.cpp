#include <numeric>

#include <gtest/gtest.h>

#include <partita/inspector/edits.hpp>
#include <partita/support/random.hpp>

namespace partita {

using namespace detail;

namespace {

// Rows of `width` values that tell which row they are.
std::vector<int> rows(const std::vector<int>& names, std::size_t width) {
  std::vector<int> list;
  for (const int name : names)
    for (std::size_t k = 0; k < width; ++k) list.push_back(10 * name + static_cast<int>(k));
  return list;
}

std::vector<std::size_t> some_of(std::size_t below, std::uint32_t one_in, Random& random) {
  std::vector<std::size_t> some;
  for (std::size_t k = 0; k < below; ++k)
    if (random.below(one_in) == 0) some.push_back(k);
  return some;
}

TEST(Edits, TakeRowsOutAndPutOthersInBeforeWhereTheOldOnesWere) {
  std::vector<int> list{0, 1, 2, 3};
  apply({{1, 3}, {0, 2, 2, 4}}, 1, {10, 11, 12, 13}, list);
  EXPECT_EQ(list, (std::vector<int>{10, 0, 11, 12, 2, 13}));
}

TEST(Edits, AreWhatASecondListWouldGive) {
  Random random(1);
  for (int round = 0; round < 3000; ++round) {
    const std::size_t width = 1 + random.below(3);
    std::vector<int> old(random.below(20));
    std::iota(old.begin(), old.end(), 0);
    Edits edits{some_of(old.size(), 1 + random.below(4), random), {}};
    std::vector<int> inserted, expected;
    for (std::size_t row = 0; row <= old.size(); ++row) {
      for (std::uint32_t more = random.below(6) == 0 ? random.below(4) : 0; more > 0; --more) {
        edits.inserted_before.push_back(row);
        inserted.push_back(100 + static_cast<int>(inserted.size()));
        expected.push_back(inserted.back());
      }
      if (row < old.size() && !std::ranges::binary_search(edits.removed, row)) expected.push_back(old[row]);
    }
    std::vector<int> list = rows(old, width);
    apply(edits, width, rows(inserted, width), list);
    ASSERT_EQ(list, rows(expected, width)) << "round " << round;
  }
}

TEST(Edits, RowsMovedBehindAllOthersComeBack) {
  Random random(2);
  for (int round = 0; round < 3000; ++round) {
    const std::size_t width = 1 + random.below(3);
    std::vector<int> old(random.below(20));
    std::iota(old.begin(), old.end(), 0);
    const std::vector<std::size_t> moved = some_of(old.size(), 1 + random.below(4), random);
    std::vector<int> expected = old;
    std::stable_partition(expected.begin(), expected.end(), [&](int name) {
      return !std::ranges::binary_search(moved, static_cast<std::size_t>(name));
    });
    std::vector<int> list = rows(old, width);
    move_behind(moved, width, list);
    ASSERT_EQ(list, rows(expected, width)) << "round " << round;
    move_back(moved, width, list);
    ASSERT_EQ(list, rows(old, width)) << "round " << round;
  }
}

}  // namespace
}  // namespace partita

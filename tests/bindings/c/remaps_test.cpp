// Remap: items arrive ascending by the rank they come from, then by place there, and find their way back.
#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sets.hpp"

namespace partita {
namespace {

using namespace testing_support;

// The new owner of every item of every rank: some ranks have no items, and some get none.
std::vector<std::vector<int>> random_owners(std::uint64_t seed) {
  Random random(seed);
  const int ranks = number_of_ranks();
  const std::uint32_t owners = 1 + random.below(static_cast<std::uint32_t>(ranks));
  std::vector<std::vector<int>> of(at(ranks));
  for (std::vector<int>& items : of) {
    items.resize(random.below(3) == 0 ? 0 : random.below(20));
    for (int& owner : items) owner = static_cast<int>(random.below(owners));
  }
  return of;
}

// Tells the items of all ranks apart.
template <class T>
T item(std::size_t rank, std::size_t place) {
  const auto number = 31 * rank + place;
  if constexpr (sizeof(T) == 24)
    return {0.5 * static_cast<double>(number), -1.0, static_cast<double>(place)};
  else
    return static_cast<T>(number);
}

template <class T>
void expect_moved(partita_remap* remap, const std::vector<std::vector<int>>& owners) {
  std::vector<T> mine, expected;
  for (std::size_t k = 0; k < owners[at(rank_here())].size(); ++k)
    mine.push_back(item<T>(at(rank_here()), k));
  for (std::size_t from = 0; from < owners.size(); ++from)
    for (std::size_t k = 0; k < owners[from].size(); ++k)
      if (owners[from][k] == rank_here()) expected.push_back(item<T>(from, k));

  std::ptrdiff_t arriving = -1;
  expect_ok(partita_remap_arriving(remap, &arriving));
  ASSERT_EQ(arriving, std::ssize(expected));
  std::vector<T> arrived(expected.size()), returned(mine.size());
  expect_ok(partita_remap_forward(remap, sizeof(T), mine.data(), arrived.data()));
  EXPECT_EQ(arrived, expected);
  expect_ok(partita_remap_backward(remap, sizeof(T), arrived.data(), returned.data()));
  EXPECT_EQ(returned, mine);
}

TEST(CRemap, MovesValuesOfAnySizeToTheirOwnersAndBack) {
  for (std::uint64_t seed = 0; seed < worlds(300); ++seed) {
    SCOPED_TRACE(seed);
    const std::vector<std::vector<int>> owners = random_owners(seed);
    const std::vector<int>& mine = owners[at(rank_here())];
    Remap remap;
    expect_ok(partita_remap_new(MPI_COMM_WORLD, std::ssize(mine), mine.data(), &remap.handle));
    expect_moved<std::int8_t>(remap, owners);
    expect_moved<std::int64_t>(remap, owners);
    expect_moved<std::array<double, 3>>(remap, owners);
  }
}

}  // namespace
}  // namespace partita

// Patterns, told in every way: each copies what plain loops copy.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "world.hpp"

namespace partita {
namespace {

using namespace testing_support;

TEST(CPattern, FromListsCopiesEntryByEntryWhateverTheFirstNumber) {
  for (const int base : {0, 1}) expect_gather(Exchange(from_lists(base)), "base " + std::to_string(base));
}

TEST(CPattern, FromOwnersCopiesFromTheirPlacesWhateverTheFirstNumber) {
  for (const int base : {0, 1}) expect_gather(Exchange(from_owners(base)), "base " + std::to_string(base));
}

TEST(CPattern, FromIdsCopiesFromTheOwnersThatAreNamed) {
  expect_gather(Exchange(from_ids(owners(rank_here()).first.data())), "named owners");
}

TEST(CPattern, FromIdsAloneCopiesFromTheLowestRank) {
  const Exchange exchange(from_ids(nullptr));
  Array<double> array(shapes()[0], PARTITA_DOUBLE);
  std::vector<double> expected;
  for (const std::int64_t id : ids(rank_here()))
    for (int v = 0; v < values; ++v)
      for (int rank = 0; rank < number_of_ranks(); ++rank) {
        const std::vector<std::int64_t> theirs = ids(rank);
        const auto first = std::ranges::find(theirs, id);
        if (first == theirs.end()) continue;
        expected.push_back(value<double>(rank, static_cast<int>(first - theirs.begin()), v));
        break;
      }
  expect_ok(partita_gather(exchange, 1, &array.field));
  EXPECT_EQ(array.memory, expected);
}

TEST(CPattern, MayEndBeforeItsExchanges) {
  Pattern pattern = from_lists();
  const Exchange exchange(pattern);
  expect_ok(partita_pattern_free(&pattern.handle));
  EXPECT_EQ(pattern.handle, nullptr);
  expect_gather(exchange, "without its pattern");
}

TEST(CPattern, OfOneCommunicatorEndsBeforeAnotherBegins) {
  for (int round = 0; round < 3; ++round) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank_here(), &comm);  // the other way round
    int rank = 0, ranks = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    {
      const std::array<int, 2> owner{rank, (rank + 1) % ranks}, place{0, 0};
      Pattern pattern;
      expect_ok(partita_pattern_from_owners(comm, 0, 2, owner.data(), place.data(), &pattern.handle));
      std::array<int, 2> field{rank, -1};
      const partita_field rows = partita_rows(PARTITA_INT32, field.data(), 2, 1);
      expect_ok(partita_gather(Exchange(pattern), 1, &rows));
      EXPECT_EQ(field[1], owner[1]);
    }
    MPI_Comm_free(&comm);
  }
}

}  // namespace
}  // namespace partita

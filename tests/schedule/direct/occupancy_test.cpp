#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/direct/occupancy.hpp>

#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

TEST(ItemsOf, AreAllMessagesWithTheirRanksAndLinks) {
  // On a mesh of 3 x 1 link 2*node+1 leads up.
  const auto items =
      items_of(CommunicationMatrix({{{0, 1}, {2, 7}}, {}, {{0, 3}}}), machine_named("mesh:3", 3), false);
  ASSERT_EQ(items.size(), 3u);
  EXPECT_EQ(items[0].resources, (std::vector<int>{0, 3 + 0})) << "to oneself: no link";
  EXPECT_EQ(items[1].messages, (std::vector<Piece>{{0, 2, 0, 7}}));
  EXPECT_EQ(items[1].resources, (std::vector<int>{0, 3 + 2, 6 + 1, 6 + 3}));
}

TEST(ItemsOf, InPairsAMessageAndItsOppositeAreOne) {
  const CommunicationMatrix matrix({{{0, 1}, {1, 5}, {2, 7}}, {{0, 9}}, {}});
  EXPECT_EQ(items_of(matrix, machine_named("hypercube", 3), false).size(), 4u);
  const auto items = items_of(matrix, machine_named("ipsc860", 3), true);
  ASSERT_EQ(items.size(), 3u);
  EXPECT_EQ(items[0].messages, (std::vector<Piece>{{0, 0, 0, 1}})) << "nobody is his own opposite";
  EXPECT_EQ(items[1].messages, (std::vector<Piece>{{0, 1, 0, 5}, {1, 0, 0, 9}}));
  EXPECT_EQ(std::vector<int>(items[2].resources.begin(), items[2].resources.begin() + 4),
            (std::vector<int>{0, 3 + 2, 2, 3 + 0}))
      << "the ranks of one that has no opposite are taken in both directions, too";
}

// Items 0, 1 and 2 of resources {0}, {0, 1} and {1}.
struct ThreeItems {
  std::vector<Item> items{{{}, {0}}, {{}, {0, 1}}, {{}, {1}}};
  Occupancy occupancy{items, 2};
};

TEST(Occupancy, AnItemFitsWhereItsResourcesAreFree) {
  ThreeItems three;
  Occupancy& occupancy = three.occupancy;
  occupancy.append_phase();
  occupancy.put(0, 0);
  EXPECT_FALSE(occupancy.fits(1, 0));
  EXPECT_TRUE(occupancy.fits(2, 0));
  EXPECT_EQ(occupancy.user(0, 0), 0);
  EXPECT_EQ(occupancy.user(1, 0), Occupancy::none);
  occupancy.remove(0);
  EXPECT_TRUE(occupancy.fits(1, 0));
  EXPECT_EQ(occupancy.phase_of()[0], Occupancy::none);
}

TEST(Occupancy, DissolvesThePhaseWithTheFewestItems) {
  ThreeItems three;
  Occupancy& occupancy = three.occupancy;
  occupancy.append_phase();
  occupancy.append_phase();
  occupancy.put(1, 0);
  occupancy.put(0, 1);
  occupancy.put(2, 1);
  EXPECT_EQ(occupancy.dissolve_phase(), std::vector<int>{1});
  EXPECT_EQ(occupancy.phases(), 1);
  EXPECT_EQ(occupancy.phase_of(), (std::vector<int>{0, Occupancy::none, 0})) << "the others close up";
  EXPECT_EQ(occupancy.user(1, 0), 2);
}

}  // namespace
}  // namespace partita

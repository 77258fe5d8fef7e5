// Patterns from lists, owners and global numbers, on random distributions that every rank knows whole.
#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/executor/exchange.hpp>
#include <partita/inspector/placed_pattern.hpp>
#include <partita/support/error.hpp>
#include <partita/support/random.hpp>

#include "tests/sentence.hpp"

namespace partita {
namespace {

using testing::HasSubstr;

struct Copy {
  Location home;  // of an entity elsewhere, or here
  local_index entity;
};

// The entities of all ranks: some are homes, the others copies of homes.
struct World {
  std::vector<std::vector<char>> is_home;  // by rank, by entity
  std::vector<std::vector<Copy>> copies;   // by rank
  std::vector<std::vector<global_index>> ids;

  World(int ranks, std::uint64_t seed) {
    Random random(seed);
    global_index next_id = 1000 * static_cast<global_index>(random.below(1000));
    std::vector<Location> homes;
    for (int r = 0; r < ranks; ++r) {
      is_home.emplace_back(random.below(5) == 0 ? 0 : random.below(30));
      ids.emplace_back(is_home.back().size());
      for (std::size_t e = 0; e < is_home.back().size(); ++e)
        if (random.below(3) > 0) {
          is_home.back()[e] = 1;
          homes.push_back({r, static_cast<local_index>(e)});
          ids.back()[e] = next_id += 1 + random.below(100000);
        }
    }
    copies.resize(static_cast<std::size_t>(ranks));
    for (std::size_t r = 0; r < copies.size(); ++r)
      for (std::size_t e = 0; e < is_home[r].size(); ++e) {
        if (is_home[r][e]) continue;
        if (homes.empty()) {  // nothing to copy: one more home
          is_home[r][e] = 1;
          homes.push_back({static_cast<int>(r), static_cast<local_index>(e)});
          ids[r][e] = ++next_id;
          continue;
        }
        const Location home = homes[random.below(static_cast<std::uint32_t>(homes.size()))];
        copies[r].push_back({home, static_cast<local_index>(e)});
        ids[r][e] = ids[static_cast<std::size_t>(home.rank)][static_cast<std::size_t>(home.index)];
      }
  }

  // Copies that lie before their home on its rank become homes of numbers of their own.
  void make_homes_the_first_of_their_number() {
    global_index next_id = -1;
    for (std::size_t r = 0; r < copies.size(); ++r)
      std::erase_if(copies[r], [&](const Copy& copy) {
        if (copy.home.rank != static_cast<int>(r) || copy.entity > copy.home.index) return false;
        is_home[r][static_cast<std::size_t>(copy.entity)] = 1;
        ids[r][static_cast<std::size_t>(copy.entity)] = --next_id;
        return true;
      });
  }

  std::size_t entities(int rank) const { return is_home[static_cast<std::size_t>(rank)].size(); }
};

double value_of(int rank, local_index entity) { return 1.0 / (3 + 7 * entity + 1000 * rank); }

class APlacedPattern : public testing::Test {
 protected:
  Communicator comm_{MPI_COMM_WORLD};

  // Gathers, then adds the copies up at their homes: those of this rank first, then rank after rank.
  void expect_copies(const World& world, const PlacedPattern& placed, const std::string& what) {
    Exchange exchange(placed.pattern, placed.places);
    const int me = comm_.rank();
    const std::size_t room = world.entities(me) + 3;  // arrays may be longer
    std::vector<double> field(2 * room, -1);
    const auto view = FieldView<double>::contiguous(field.data(), 2);
    for (std::size_t e = 0; e < world.entities(me); ++e)
      if (world.is_home[static_cast<std::size_t>(me)][e])
        field[2 * e] = field[2 * e + 1] = value_of(me, static_cast<local_index>(e));
    exchange.gather(view);
    for (const Copy& copy : world.copies[static_cast<std::size_t>(me)])
      for (std::size_t c : {0, 1})
        ASSERT_EQ(field[2 * static_cast<std::size_t>(copy.entity) + c],
                  value_of(copy.home.rank, copy.home.index))
            << what << ", entity " << copy.entity;
    ASSERT_EQ(field.back(), -1.0);

    for (std::size_t e = 0; e < world.entities(me); ++e)
      field[2 * e] = field[2 * e + 1] = value_of(me, static_cast<local_index>(e));
    exchange.scatter_add(view);
    const auto add_copies = [&](local_index e, int from, double& sum) {
      double contribution = 0;
      bool any = false;
      for (const Copy& copy : world.copies[static_cast<std::size_t>(from)])
        if (copy.home == Location{me, e}) {
          const double value = value_of(from, copy.entity);
          if (from == me || adds_at_home_)
            sum += value;
          else
            contribution = any ? contribution + value : value, any = true;
        }
      if (any) sum += contribution;
    };
    for (std::size_t e = 0; e < world.entities(me); ++e) {
      if (!world.is_home[static_cast<std::size_t>(me)][e]) continue;
      double expected = value_of(me, static_cast<local_index>(e));
      add_copies(static_cast<local_index>(e), me, expected);
      for (int rank = 0; rank < comm_.size(); ++rank)
        if (rank != me) add_copies(static_cast<local_index>(e), rank, expected);
      ASSERT_EQ(field[2 * e], expected) << what << ", entity " << e;
    }
  }

  // A list names each copy, so each is sent alone. Otherwise copies on one rank are one ghost.
  bool adds_at_home_ = false;
};

std::string seed_text(std::uint64_t seed) { return "seed " + std::to_string(seed); }

struct OwnedLists {
  std::vector<int> ranks;
  std::vector<local_index> offsets, places;

  OwnedLists(const std::map<int, std::vector<local_index>>& lists, Random& random, local_index base) {
    for (const auto& [rank, list] : lists) ranks.push_back(rank);
    random.shuffle(ranks);
    offsets.push_back(base);
    for (const int rank : ranks) {
      for (const local_index place : lists.at(rank)) places.push_back(place + base);
      offsets.push_back(static_cast<local_index>(places.size()) + base);
    }
  }
  NeighbourLists view() const { return {ranks, offsets, places}; }
};

TEST_F(APlacedPattern, FromListsCopiesEntryByEntry) {
  adds_at_home_ = true;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const World world(comm_.size(), seed);
    // Both ends of each list, in one random order of its entries.
    std::map<int, std::vector<local_index>> receives, sends;
    for (int to = 0; to < comm_.size(); ++to)
      for (const Copy& copy : world.copies[static_cast<std::size_t>(to)]) {
        if (to == comm_.rank()) receives[copy.home.rank].push_back(copy.entity);
        if (copy.home.rank == comm_.rank()) sends[to].push_back(copy.home.index);
      }
    Random random(seed + static_cast<std::uint64_t>(comm_.rank()) * 1000);
    const local_index base = seed % 2;
    const OwnedLists from(receives, random, base), to(sends, random, base);
    expect_copies(world, pattern_from_lists(comm_, from.view(), to.view(), base), seed_text(seed));
  }
}

TEST_F(APlacedPattern, FromOwnersCopiesFromTheirPlaces) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const World world(comm_.size(), seed);
    const local_index base = seed % 2;
    std::vector<int> owners(world.entities(comm_.rank()), comm_.rank());
    std::vector<local_index> places(owners.size());
    std::iota(places.begin(), places.end(), base);
    for (const Copy& copy : world.copies[static_cast<std::size_t>(comm_.rank())]) {
      owners[static_cast<std::size_t>(copy.entity)] = copy.home.rank;
      places[static_cast<std::size_t>(copy.entity)] = copy.home.index + base;
    }
    expect_copies(world, pattern_from_owners(comm_, owners, places, base), seed_text(seed));
  }
}

TEST_F(APlacedPattern, FromIdsCopiesFromTheOwnersThatAreNamed) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    World world(comm_.size(), seed);
    world.make_homes_the_first_of_their_number();
    std::vector<int> owners(world.entities(comm_.rank()), comm_.rank());
    for (const Copy& copy : world.copies[static_cast<std::size_t>(comm_.rank())])
      owners[static_cast<std::size_t>(copy.entity)] = copy.home.rank;
    expect_copies(world, pattern_from_ids(comm_, world.ids[static_cast<std::size_t>(comm_.rank())], owners),
                  seed_text(seed));
  }
}

TEST_F(APlacedPattern, FromIdsAloneMakesTheLowestRankTheOwner) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const World world(comm_.size(), seed);
    const auto& mine = world.ids[static_cast<std::size_t>(comm_.rank())];
    const auto [pattern, places] = pattern_from_ids(comm_, mine);
    Exchange exchange(pattern, places);
    std::vector<double> field;
    for (std::size_t e = 0; e < mine.size(); ++e)
      field.push_back(value_of(comm_.rank(), static_cast<local_index>(e)));
    exchange.gather(FieldView<double>::contiguous(field.data()));
    for (std::size_t e = 0; e < mine.size(); ++e) {
      for (int rank = 0; rank < comm_.size(); ++rank) {
        const auto& theirs = world.ids[static_cast<std::size_t>(rank)];
        const auto first = std::ranges::find(theirs, mine[e]);
        if (first == theirs.end()) continue;
        ASSERT_EQ(field[e], value_of(rank, static_cast<local_index>(first - theirs.begin())))
            << seed_text(seed) << ", entity " << e;
        break;
      }
    }
  }
}

// ---- what is wrong is named

TEST_F(APlacedPattern, NamesWhatIsWrongInLists) {
  const int last = comm_.size() - 1;
  const bool is_last = comm_.rank() == last;
  const std::vector<int> self{comm_.rank()}, nobody{comm_.size()}, twice{last, last};
  const std::vector<local_index> one{0, 1}, two{0, 2}, places{4}, both{4, 4}, negative{-1}, two_rows{0, 1, 2};
  const auto of_last = [&](const NeighbourLists& receives, const NeighbourLists& sends) {
    return testing_support::sentence_of<CollectiveError>([&] {
      pattern_from_lists(comm_, is_last ? receives : NeighbourLists{}, is_last ? sends : NeighbourLists{});
    });
  };
  const std::string rank = "rank " + std::to_string(last);
  EXPECT_THAT(of_last({nobody, one, places}, {}),
              HasSubstr(rank + ", lists of receives: neighbour 0 is rank"));
  EXPECT_THAT(of_last({}, {twice, two_rows, both}),
              HasSubstr("lists of sends: " + rank + " is listed twice"));
  EXPECT_THAT(of_last({}, {self, one, negative}), HasSubstr("entry 0 of " + rank + " is place -1"));
  EXPECT_THAT(of_last({}, {self, two, places}), HasSubstr("offsets ascend, and end with the places"));
  EXPECT_THAT(of_last({self, two, both}, {self, two, both}),
              HasSubstr(rank + " receives place 4 twice: as entry 0 from " + rank));
  EXPECT_THAT(of_last({self, one, places}, {}),
              HasSubstr(rank + " sends 0 places to " + rank + ", which lists 1 to receive from it"));
  EXPECT_THAT(of_last({}, {self, one, places}),
              HasSubstr(rank + " sends 1 places to " + rank + ", which lists 0"));
}

TEST_F(APlacedPattern, NamesWhatIsWrongInOwnersAndIds) {
  const int last = comm_.size() - 1;
  const auto of_last = [&](std::vector<int> owners, std::vector<local_index> places) {
    if (comm_.rank() != last) owners.clear(), places.clear();
    return testing_support::sentence_of<CollectiveError>([&] { pattern_from_owners(comm_, owners, places); });
  };
  EXPECT_THAT(of_last({last}, {}), HasSubstr("gives 1 owners and 0 places"));
  EXPECT_THAT(of_last({last + 1}, {0}), HasSubstr("entity 0: its owner is rank"));
  EXPECT_THAT(of_last({last, last}, {1, 0}), HasSubstr("which does not own it there"));
  const std::vector<global_index> ids{70, 70};
  EXPECT_THAT(testing_support::sentence_of<CollectiveError>(
                  [&] { pattern_from_ids(comm_, ids, std::vector<int>{0}); }),
              HasSubstr("gives 2 numbers and 1 owners"));
  if (comm_.size() > 1) {
    const std::vector<int> mine(2, comm_.rank());
    EXPECT_THAT(testing_support::sentence_of<CollectiveError>([&] { pattern_from_ids(comm_, ids, mine); }),
                HasSubstr("the owner of number 70 is rank 0 as rank 0 says, and rank 1 as rank 1 says"));
    const std::vector<int> first{0, 0};
    const std::vector<global_index> others{71, 72};
    EXPECT_THAT(testing_support::sentence_of<CollectiveError>(
                    [&] { pattern_from_ids(comm_, comm_.rank() == 0 ? ids : others, first); }),
                HasSubstr("but that rank does not have it"));
  }
}

}  // namespace
}  // namespace partita

#include <cstdint>
#include <map>
#include <utility>

#include <gtest/gtest.h>

#include <partita/support/error.hpp>
#include <partita/support/random.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/tags.hpp>

#include "tests/few_tags.hpp"

namespace partita::detail {
namespace {

using testing_support::with_tags_up_to;

TEST(Tags, AscendAndAreOneSeriesForAllCopiesOfACommunicator) {
  const Communicator comm(MPI_COMM_WORLD), copy = comm;
  const int first = Tags(comm, 2).first();
  EXPECT_EQ(first, 2) << "0 and 1 belong to the sparse exchange";
  EXPECT_EQ(Tags(copy, 1).first(), first + 2) << "not again before all others";
}

TEST(Tags, AreGivenOutForEver) {
  const Communicator comm = with_tags_up_to(11);
  for (std::uint64_t k = 0; k < 100; ++k) {
    const Tags tags(comm, 4);
    EXPECT_EQ(tags.first(), k % 2 == 0 ? 2 : 6);
    EXPECT_EQ(tags.number(), k) << "tells them from those before";
  }
}

TEST(Tags, OfLivingObjectsAreNotGivenOutAgain) {
  const Communicator comm = with_tags_up_to(9);
  Tags living(comm, 3);
  for (int k = 0; k < 5; ++k) EXPECT_EQ(Tags(comm, 3).first(), 5);
  const Tags moved = std::move(living);
  EXPECT_EQ(Tags(comm, 3).first(), 5);
}

TEST(Tags, AreNotGivenOutAgainWhenTheyWereGivenUpOnARank) {
  const Communicator comm = with_tags_up_to(9);
  {
    Tags tags(comm, 3);
    if (comm.rank() == comm.size() - 1) tags.give_up();
  }
  try {
    const Tags tags(comm, 3);
    if (comm.rank() == 0) throw Error("while the messages of this rank are on their way");
  } catch (const Error&) {
  }
  EXPECT_EQ(Tags(comm, 1).first(), 8);
  EXPECT_THROW(Tags(comm, 3), CollectiveError);
  EXPECT_EQ(Tags(comm, 1).first(), 8) << "as before";
}

TEST(Tags, OfTypesBelongToNoObject) {
  const Communicator few = with_tags_up_to(40);
  EXPECT_EQ(tag_of_types(few, 5, 77), 5) << "this MPI has too few";
  const Communicator many = with_tags_up_to(1 << 20);
  EXPECT_EQ(tag_of_types(many, 5, 0), 5) << "they are not known";
  for (const int known : {1, 2, 77, 0xffff}) {
    const int tag = tag_of_types(many, 5, static_cast<std::uint16_t>(known));
    EXPECT_GE(tag, 1 << 18);
    EXPECT_LT(tag, 1 << 20) << "that of the checks";
    EXPECT_EQ(tag % (1 << 18), 5);
  }
  EXPECT_NE(tag_of_types(many, 5, 1), tag_of_types(many, 5, 2));
}

// Each rank lets go in an order of its own. All tags of this test are bits of a word.
TEST(Tags, DifferFromThoseOfAllLivingObjectsOnAllRanks) {
  constexpr int end = 40;
  const auto bits = [](int first, int count) { return ((std::uint64_t{1} << count) - 1) << first; };
  const Communicator comm = with_tags_up_to(end);
  Random common(1), own(static_cast<std::uint64_t>(comm.rank()));
  std::map<int, std::pair<Tags, std::uint64_t>> living;  // by their number
  std::uint64_t here = 0;                                // in use, or given up
  for (int made = 0; made < 2000; ++made) {
    const int count = 1 + static_cast<int>(common.below(4));
    const std::uint64_t in_use = reduce(comm, here, MPI_BOR);
    bool is_room = false;
    for (int first = 2; first + count <= end; ++first) is_room |= (in_use & bits(first, count)) == 0;
    if (is_room) {
      Tags tags(comm, count);
      const int first = tags.first();
      ASSERT_EQ(min(comm, first), max(comm, first)) << "the same on all ranks";
      ASSERT_TRUE(first >= 2 && first + count <= end);
      ASSERT_EQ(in_use & bits(first, count), 0u);
      here |= bits(first, count);
      living.emplace(made, std::pair(std::move(tags), bits(first, count)));
    } else {
      EXPECT_THROW(Tags(comm, count), CollectiveError);
    }
    for (auto one = living.begin(); one != living.end();) {
      if (own.below(6) != 0) {
        ++one;
        continue;
      }
      if (own.below(500) == 0)
        one->second.first.give_up();
      else
        here &= ~one->second.second;
      one = living.erase(one);
    }
  }
}

}  // namespace
}  // namespace partita::detail

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/inspector/access_pattern.hpp>
#include <partita/support/error.hpp>

#include "tests/inspector/random_pattern.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

using namespace testing_support;

TEST(AccessPattern, OwnersLearnWhoNeedsWhat) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto here = static_cast<std::size_t>(comm.rank());
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    const auto owned = random_owned(comm.size(), seed);
    const auto ghosts = random_ghosts(owned, seed);
    const std::vector<Location> mine(ghosts[here].begin(), ghosts[here].end());
    expect_same(make_pattern(comm, owned[here], mine), seen_from(comm, owned, ghosts));
    expect_same(detail::update_pattern(AccessPattern(comm, owned[here], owned[here] + 5, {}, {}), mine),
                seen_from(comm, owned, ghosts, 5));
  }
}

TEST(AccessPattern, LocationAndLocalIndexAreInverse) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    const auto owned = random_owned(comm.size(), seed);
    const auto ghosts = random_ghosts(owned, seed);
    const auto room = static_cast<local_index>(seed % 3);
    const AccessPattern pattern = seen_from(comm, owned, ghosts, room);
    for (local_index k = 0; k < pattern.local_size(); ++k) {
      if (k >= pattern.owned() && k < pattern.first_ghost()) {
        EXPECT_THROW((void)pattern.location(k), Error) << "room for the ghosts of others";
      } else {
        EXPECT_EQ(pattern.local(pattern.location(k)), k);
      }
    }
    for (const local_index outside : {-1, pattern.local_size()})
      EXPECT_THROW((void)pattern.location(outside), Error);
  }
}

TEST(AccessPattern, KnowsWhichValuesItDoesNotHave) {
  const Communicator comm(MPI_COMM_WORLD);
  const int other = (comm.rank() + 1) % comm.size();
  const AccessPattern pattern(comm, 3, 3, {}, {});
  EXPECT_EQ(pattern.find({comm.rank(), 3}), std::nullopt);
  EXPECT_EQ(pattern.find({other, 7}), std::nullopt);
  EXPECT_THROW((void)pattern.local({other, 7}), Error);
}

TEST(AccessPattern, FingerprintsTellPatternsApart) {
  const Communicator comm(MPI_COMM_WORLD);
  const int other = (comm.rank() + 1) % comm.size();
  std::vector<AccessPattern> patterns{{comm, 2, 2, {}, {}},
                                      {comm, 3, 3, {}, {}},
                                      {comm, 2, 3, {}, {}},
                                      {comm, 2, 2, {}, {{other, {0}}}},
                                      {comm, 2, 2, {}, {{other, {1}}}}};
  if (comm.size() > 1) {
    patterns.push_back({comm, 2, 2, {{other, 0}}, {}});
    patterns.push_back({comm, 2, 2, {{other, 1}}, {}});
    patterns.push_back({comm, 2, 2, {{other, 0}, {other, 1}}, {}});
    patterns.push_back({comm, 2, 2, {{other, 0}}, {{other, {1}}}});
    patterns.push_back({comm, 2, 2, {{other, 0}}, {{other, {0, 1}}}});
  }
  if (comm.size() > 3 && comm.rank() == 0) {  // the same numbers in the same order, as ghosts and as needs
    patterns.push_back({comm, 5, 5, {{1, 0}, {2, 0}, {3, 4}}, {}});
    patterns.push_back({comm, 5, 5, {}, {{1, {3, 4}}}});
  }
  std::set<std::uint64_t> fingerprints;
  for (const AccessPattern& pattern : patterns) fingerprints.insert(pattern.fingerprint());
  EXPECT_EQ(fingerprints.size(), patterns.size());
}

// The sentence that every rank throws when the last one asks for these ghosts; each rank owns two values.
std::string refused(const Communicator& comm, std::vector<Location> ghosts_of_last) {
  if (comm.rank() < comm.size() - 1) ghosts_of_last.clear();
  return sentence_of<CollectiveError>([&] { (void)make_pattern(comm, 2, ghosts_of_last); });
}

TEST(AccessPattern, GhostsThatCannotBeAreNamedOnEveryRank) {
  const Communicator comm(MPI_COMM_WORLD);
  const int last = comm.size() - 1;
  EXPECT_EQ(refused(comm, {{last, 0}}), text("ghost 0 of rank ", last, " is value 0 of rank ", last,
                                             "; ghosts live on other ranks and ascend by owner and index"));
  EXPECT_EQ(refused(comm, {{last + 1, 0}}),
            text("ghost 0 of rank ", last, " is value 0 of rank ", last + 1,
                 "; ghosts live on other ranks and ascend by owner and index"));
  if (comm.size() == 1) return;
  EXPECT_EQ(refused(comm, {{0, 1}, {0, 1}}),
            text("ghost 1 of rank ", last,
                 " is value 1 of rank 0; ghosts live on other ranks and ascend by owner and index"));
  EXPECT_EQ(refused(comm, {{0, 2}}),
            text("rank ", last, " has a ghost of value 2 of rank 0, which owns 2 values; count them from 0"));
}

}  // namespace
}  // namespace partita

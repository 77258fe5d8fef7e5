#include <cstdlib>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/executor/choosing/plan_in_words.hpp>
#include <partita/inspector/access_pattern.hpp>
#include <partita/io/environment.hpp>
#include <partita/io/plan_file.hpp>
#include <partita/support/error.hpp>

#include "tests/foreign_numbers.hpp"
#include "tests/io/folder.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

using testing::HasSubstr;

// Every rank has `values` and sends the last to the rank before it.
AccessPattern ring(const Communicator& comm, local_index values) {
  std::vector<Location> next;
  if (comm.size() > 1) next = {{(comm.rank() + 1) % comm.size(), values - 1}};
  return make_pattern(comm, values, next);
}

class PlanFile : public testing::Test {
 protected:
  // By words, without variables.
  Plan plan_by(const MessageVectors& vectors, const std::string& words) {
    return plan_by_environment(Environment(), vectors, "ring", words);
  }

  std::string refusal(const MessageVectors& vectors, const std::string& words) {
    return testing_support::sentence_of<CollectiveError>([&] { (void)plan_by(vectors, words); });
  }

  const Communicator comm_{MPI_COMM_WORLD};
  testing_support::Folder folder_{comm_};
  const std::string file_ = folder_ / "ring.h5";
  const MessageVectors vectors_ = message_vectors(ring(comm_, 3));
};

#ifdef PARTITA_HAVE_SCHEDULE_FILES

TEST_F(PlanFile, GivesThePlanBackWithItsWayAndTransport) {
  const Plan saved = make_plan(vectors_, {.schedule = {.algorithm = Algorithm::rs_nh, .seed = 7},
                                          .way = {.protocol = Protocol::windowed, .window = 2},
                                          .transport = Transport::mpi});
  save_plan(vectors_, file_, saved);
  for (const Plan& loaded : {load_plan(vectors_, file_), plan_by(vectors_, "load=" + file_)}) {
    EXPECT_EQ(loaded.pattern, saved.pattern);
    EXPECT_EQ(fingerprint(loaded.best().schedule), fingerprint(saved.best().schedule));
    EXPECT_EQ(loaded.best().way, saved.best().way);
    EXPECT_EQ(loaded.transport, saved.transport);
    EXPECT_EQ(loaded.best().tables.forward, saved.best().tables.forward);
    EXPECT_EQ(loaded.best().tables.backward, saved.best().tables.backward);
    EXPECT_EQ(loaded.reason, "rs_nh by windowed window=2: loaded from " + file_);
  }
}

TEST_F(PlanFile, KeepsTheOptionsOfTheLock) {
  const Way way{.protocol = Protocol::lock, .lock = {false, true, {3e-6, 5e-10}}};
  save_plan(vectors_, file_, make_plan(vectors_, {.way = way}));
  EXPECT_EQ(load_plan(vectors_, file_).best().way.lock, way.lock);
}

TEST_F(PlanFile, KeepsTheFragmentsOfTheMachine) {
  const Machine machine{.costs = {.fragment = 15000}};
  save_plan(vectors_, file_, make_plan(vectors_, {.schedule = {.machine = machine}}));
  EXPECT_EQ(load_plan(vectors_, file_).best().way.fragment, 15000);
  save_plan(vectors_, file_, make_plan(vectors_, {}));
  EXPECT_EQ(load_plan(vectors_, file_).best().way.fragment, 0);
}

// Fragments suit a network, not a schedule.
TEST_F(PlanFile, AMachineThatIsGivenHasItsOwnFragments) {
  save_plan(vectors_, file_, make_plan(vectors_, {.schedule = {.machine = {.costs = {.fragment = 15000}}}}));
  for (const double fragment : {0, 60000}) {
    const Plan loaded =
        plan_in_words(vectors_, "load=" + file_, 8, Machine{.costs = {.fragment = fragment}}, load_plan);
    EXPECT_EQ(loaded.best().way.fragment, fragment);
  }
}

TEST_F(PlanFile, IsReadInEveryLocale) {
  const testing_support::ForeignNumbers numbers;
  save_plan(vectors_, file_, make_plan(vectors_, {.way = {.protocol = Protocol::windowed, .window = 4000}}));
  EXPECT_EQ(load_plan(vectors_, file_).best().way.window, 4000);
}

TEST_F(PlanFile, OtherWordsSayHowItIsReplayed) {
  save_plan(vectors_, file_, make_plan(vectors_, {.way = {Protocol::windowed}}));
  const Plan loaded = plan_by(vectors_, "barrier mpi load=" + file_);
  EXPECT_EQ(loaded.best().way.protocol, Protocol::barrier);
  EXPECT_EQ(loaded.transport, Transport::mpi);
}

TEST_F(PlanFile, HasAnAlgorithmAlready) {
  save_plan(vectors_, file_, make_plan(vectors_, {}));
  for (const char* word : {"colouring", "seed=3", "bytes=8", "order=random"})
    EXPECT_THAT(refusal(vectors_, std::string(word) + " load=" + file_),
                HasSubstr("leave out algorithm, seed, order and bytes"));
}

// The last two of at least three ranks are one host; both need two values of rank 0, from `first` on.
AccessPattern shared_by_two(const Communicator& comm, local_index first) {
  std::vector<Location> ghosts;
  if (comm.rank() == comm.size() - 2) ghosts = {{0, 0}, {0, 1}};
  if (comm.rank() == comm.size() - 1) ghosts = {{0, first}, {0, first + 1}};
  return make_pattern(comm, 4, ghosts);
}

TEST_F(PlanFile, OfSharedValuesIsForThoseThatAreShared) {
  if (comm_.size() != 4) GTEST_SKIP() << "for two hosts of two ranks";
  const MessageVectors shared = message_vectors(shared_by_two(comm_, 0));
  const Plan saved =
      make_plan(shared, {.schedule = {.algorithm = Algorithm::node_aware, .machine = {.ranks_per_host = 2}}});
  EXPECT_EQ(saved.best().tables.forward.copies.empty(), comm_.rank() == 1 || comm_.rank() == 3);
  save_plan(shared, file_, saved);
  EXPECT_EQ(load_plan(shared, file_).best().tables.forward, saved.best().tables.forward);
  for (const local_index first : {1, 2}) {
    const MessageVectors other = message_vectors(shared_by_two(comm_, first));
    EXPECT_THAT(refusal(other, "load=" + file_), HasSubstr("but rank 0 shares other values; schedule anew"));
  }
}

TEST_F(PlanFile, OfOtherMessagesIsRefused) {
  save_plan(vectors_, file_, make_plan(vectors_, {}));
  const std::vector<Location> ghosts = comm_.size() > 1
                                           ? std::vector<Location>{{(comm_.rank() + 1) % comm_.size(), 0},
                                                                   {(comm_.rank() + 1) % comm_.size(), 1}}
                                           : std::vector<Location>{};
  const MessageVectors other = message_vectors(make_pattern(comm_, 3, ghosts));
  if (comm_.size() == 1)
    EXPECT_EQ(refusal(other, "load=" + file_), "");
  else
    EXPECT_THAT(refusal(other, "load=" + file_), HasSubstr("ring.h5 is a schedule of other messages"));
  EXPECT_THAT(refusal(vectors_, "load=/nowhere/ring.h5"), HasSubstr("/nowhere/ring.h5: cannot be opened"));
}

#else

TEST_F(PlanFile, NeedsAParallelHdf5) {
  EXPECT_THAT(refusal(vectors_, "load=" + file_), HasSubstr("built without schedule files"));
}

#endif

}  // namespace
}  // namespace partita

#include <new>
#include <string>

#include <gtest/gtest.h>

#include <partita/support/collectively.hpp>

#include "tests/sentence.hpp"

namespace partita {
namespace {

TEST(Collectively, ReturnsTheResultWhenAllIsWell) {
  const Communicator comm(MPI_COMM_WORLD);
  EXPECT_EQ(collectively(comm, [&] { return 7 + comm.rank(); }), 7 + comm.rank());
}

TEST(Collectively, OneRanksErrorIsThrownOnEveryRank) {
  const Communicator comm(MPI_COMM_WORLD);
  const int unlucky = comm.size() - 1;
  EXPECT_EQ(testing_support::sentence_of<CollectiveError>([&] {
              collectively(comm, [&] {
                if (comm.rank() == unlucky) throw Error("edge 7 is bad");
              });
            }),
            "edge 7 is bad");
}

TEST(Collectively, ShortMemoryOfOneRankIsOneSentence) {
  const Communicator comm(MPI_COMM_WORLD);
  const int last = comm.size() - 1;
  EXPECT_EQ(testing_support::sentence_of<CollectiveError>([&] {
              collectively(comm, [&] {
                if (comm.rank() == last) throw std::bad_alloc();
              });
            }),
            text("rank ", last, " has too little memory; use more ranks or larger hosts"));
}

TEST(Collectively, TheLowestFailingRankSpeaksForAll) {
  const Communicator comm(MPI_COMM_WORLD);
  EXPECT_EQ(testing_support::sentence_of<CollectiveError>(
                [&] { collectively(comm, [&] { throw Error(text("rank ", comm.rank())); }); }),
            "rank 0");
}

TEST(RequireSame, PassesWhenAllBringTheSame) {
  const Communicator comm(MPI_COMM_WORLD);
  EXPECT_NO_THROW(require_same(comm, 42, "the answer"));
}

TEST(RequireSame, NamesWhatTheRanksDisagreeAbout) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "one rank cannot disagree";
  EXPECT_EQ(testing_support::sentence_of<CollectiveError>(
                [&] { require_same(comm, comm.rank() == 0 ? 1 : 2, "the seed"); }),
            "the ranks disagree about the seed; give every rank the same");
}

}  // namespace
}  // namespace partita

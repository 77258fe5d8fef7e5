// Plans of exchanges: by words, verified, saved and loaded.
#include <array>
#include <functional>
#include <string>

#include <gtest/gtest.h>

#include <partita/schedule/algorithms.hpp>

#include "tests/io/folder.hpp"
#include "world.hpp"

namespace partita {
namespace {

using namespace testing_support;

// A gather and a scatter give what plain loops give.
void expect_exchanged(const Exchange& exchange, const std::string& what) {
  expect_gather(exchange, what);
  Array<double> array(shapes()[0], PARTITA_DOUBLE);
  const std::vector<double> expected = array.scattered(std::plus<double>());
  expect_ok(partita_scatter(exchange, PARTITA_ADD, 1, &array.field));
  EXPECT_EQ(array.memory, expected) << what;
}

TEST(CPlan, IsTheOneThatWordsAskFor) {
  const Pattern pattern = from_lists();
  const Exchange told(pattern, "rs_n barrier");
  EXPECT_STREQ(partita_exchange_plan(told), "rs_n by barrier: as told");
  expect_exchanged(told, "as told");
  EXPECT_STRNE(partita_exchange_plan(Exchange(pattern)), "");
  EXPECT_STREQ(partita_exchange_plan(nullptr), "");
}

TEST(CPlan, IsVerifiedWhateverItsAlgorithm) {
  const Pattern pattern = from_lists();
  expect_ok(partita_exchange_verify(Exchange(pattern)));
  for (const auto& algorithm : algorithms) {
    const std::string name(algorithm.spelling);
    const Exchange exchange(pattern, name.c_str());
    EXPECT_EQ(partita_exchange_plan(exchange), name + " by post_all: as told");
    expect_ok(partita_exchange_verify(exchange));
    expect_exchanged(exchange, name);
  }
}

#ifdef PARTITA_HAVE_SCHEDULE_FILES

// Of this rank's value and a copy of the next rank's: other messages than those of the world.
Pattern ring(MPI_Comm comm) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const std::array<int, 2> owner{rank, (rank + 1) % ranks}, place{0, 0};
  Pattern pattern;
  expect_ok(partita_pattern_from_owners(comm, 0, 2, owner.data(), place.data(), &pattern.handle));
  return pattern;
}

class CPlanFile : public testing::Test {
 protected:
  void expect_not_loaded(const Pattern& pattern, const std::string& sentence) const {
    partita_exchange* none = nullptr;
    expect_refused(partita_exchange_new(pattern, "halo", load_.c_str(), &none), PARTITA_COLLECTIVE_ERROR,
                   sentence);
    EXPECT_EQ(none, nullptr);
  }

  Folder folder_{Communicator(MPI_COMM_WORLD)};
  std::string file_ = folder_ / "halo.h5", load_ = "load=" + file_;
};

TEST_F(CPlanFile, IsReplayedAsThePlanThatWasSaved) {
  const Pattern pattern = from_lists();
  for (const std::string words :
       {"rs_n barrier", "colouring windowed window=2", "two_stage ready_signal", "lp"}) {
    const Exchange saved(pattern, words.c_str());
    expect_ok(partita_exchange_save(saved, file_.c_str()));
    EXPECT_EQ(folder_.files(), 1) << "nothing beside the file";
    const Exchange loaded(pattern, load_.c_str());
    const std::string plan = partita_exchange_plan(saved), before = plan.substr(0, plan.find(": as told"));
    EXPECT_EQ(partita_exchange_plan(loaded), before + ": loaded from " + file_);
    expect_ok(partita_exchange_verify(loaded));
    expect_exchanged(loaded, words + ", loaded");
  }
}

TEST_F(CPlanFile, MayBeReplayedByAnotherProtocol) {
  const Pattern pattern = from_lists();
  expect_ok(partita_exchange_save(Exchange(pattern, "rs_n barrier"), file_.c_str()));
  expect_exchanged(Exchange(pattern, (load_ + " ready_signal mpi").c_str()), "by another protocol");
}

TEST_F(CPlanFile, OfOtherMessagesIsRefused) {
  if (number_of_ranks() == 1) GTEST_SKIP() << "one rank sends no messages";
  expect_ok(partita_exchange_save(Exchange(from_lists()), file_.c_str()));
  expect_not_loaded(ring(MPI_COMM_WORLD), "is a schedule of other messages");
  expect_exchanged(Exchange(from_lists(), load_.c_str()), "afterwards");
}

TEST_F(CPlanFile, OfAnotherNumberOfRanksIsRefused) {
  if (number_of_ranks() == 1) GTEST_SKIP() << "there is no other number";
  if (rank_here() == 0) expect_ok(partita_exchange_save(Exchange(ring(MPI_COMM_SELF)), file_.c_str()));
  MPI_Barrier(MPI_COMM_WORLD);
  expect_not_loaded(ring(MPI_COMM_WORLD), "is a schedule for 1 ranks");
}

TEST_F(CPlanFile, ThatIsNoneIsRefused) {
  expect_not_loaded(from_lists(), "halo.h5");
  if (rank_here() == 0) write_bytes(file_, {'n', 'o', 'n', 'e'});
  MPI_Barrier(MPI_COMM_WORLD);
  expect_not_loaded(from_lists(), "halo.h5");
}

TEST_F(CPlanFile, ThatCannotBeWrittenIsRefused) {
  const Exchange exchange(from_lists());
  const std::string nowhere = folder_ / "no_folder/halo.h5";
  const bool is_last = rank_here() == number_of_ranks() - 1;
  expect_refused(partita_exchange_save(exchange, nowhere.c_str()), PARTITA_COLLECTIVE_ERROR,
                 "exchange \"halo\": cannot write " + nowhere);
  expect_refused(partita_exchange_save(exchange, is_last ? nullptr : file_.c_str()), PARTITA_COLLECTIVE_ERROR,
                 "the name of the file is a null pointer");
  EXPECT_EQ(folder_.files(), 0);
  expect_gather(exchange, "afterwards");
}

#else

TEST(CPlanFile, NeedsAParallelHdf5) {
  const Pattern pattern = from_lists();
  partita_exchange* none = nullptr;
  expect_refused(partita_exchange_save(Exchange(pattern), "halo.h5"), PARTITA_COLLECTIVE_ERROR,
                 "built without schedule files");
  expect_refused(partita_exchange_new(pattern, "halo", "load=halo.h5", &none), PARTITA_COLLECTIVE_ERROR,
                 "built without schedule files");
}

#endif

TEST(CPlan, OfNoExchangeIsNeitherSavedNorVerified) {
  expect_refused(partita_exchange_save(nullptr, "halo.h5"), PARTITA_ERROR, "the exchange is a null pointer");
  expect_refused(partita_exchange_verify(nullptr), PARTITA_ERROR, "the exchange is a null pointer");
}

}  // namespace
}  // namespace partita

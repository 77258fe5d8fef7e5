// A file written by all ranks together, and its parts handed out again.
#include <csignal>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <partita/io/schedule_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>

#include "tests/io/folder.hpp"
#include "tests/io/refused.hpp"
#include "tests/schedule/machines.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
namespace {

using testing::HasSubstr;
using testing_support::Folder;

// Some ranks may have nothing to send or to receive; some send to themselves.
CommunicationMatrix matrix_for(int ranks, std::uint64_t seed) {
  Random random(seed);
  const std::uint32_t percent = random.below(101);
  std::vector<DestinationVector> rows(static_cast<std::size_t>(ranks));
  for (DestinationVector& row : rows)
    for (int to = 0; to < ranks; ++to)
      if (random.below(100) < percent) row.push_back({to, 1 + random.below(9)});
  return CommunicationMatrix(std::move(rows));
}

class ParallelScheduleFile : public testing::Test {
 protected:
  // This rank's vectors.
  struct Vectors {
    DestinationVector destinations;
    SourceVector sources;
  };
  Vectors vectors(std::uint64_t seed) const {
    const CommunicationMatrix matrix = matrix_for(comm_.size(), seed);
    return {matrix.destinations(comm_.rank()), matrix.sources()[static_cast<std::size_t>(comm_.rank())]};
  }

  PhaseTables save(const Vectors& mine, const ScheduleOptions& options) const {
    const PhaseTables tables = make_phase_tables(comm_, mine.destinations, mine.sources, options);
    save_schedule(comm_, file_, mine.destinations, options, tables);
    return tables;
  }

  LoadedTables load(const Vectors& mine) const { return load_schedule(comm_, file_, mine.destinations); }

  template <class Action>
  std::string refused(Action&& action) const {
    return testing_support::refused(comm_, action);
  }

  const Communicator comm_{MPI_COMM_WORLD};
  Folder folder_{comm_};
  std::filesystem::path file_ = folder_ / "schedule.h5";
};

TEST_F(ParallelScheduleFile, GivesEveryRankItsTablesOfAllAlgorithms) {
  for (const auto& [algorithm, name] : algorithms)
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      SCOPED_TRACE(text(name, ", seed ", seed));
      const Vectors mine = vectors(10 + seed);
      ScheduleOptions options{.algorithm = algorithm, .seed = seed};
      options.machine = machine_named("hypercube", comm_.size());
      options.machine.rewards_exchanges = true;
      const PhaseTables tables = save(mine, options);
      const LoadedTables loaded = load(mine);
      EXPECT_EQ(loaded.tables, tables);
      EXPECT_EQ(fingerprint(loaded.options), fingerprint(options));
    }
  EXPECT_EQ(folder_.files(), 1) << "nothing temporary is left";
}

TEST_F(ParallelScheduleFile, IsTheOneThatOneProcessWrites) {
  const Vectors mine = vectors(3);
  const ScheduleOptions options{.algorithm = Algorithm::rs_n, .seed = 3};
  (void)save(mine, options);
  const SavedSchedule together = load_schedule(file_);

  const CommunicationMatrix matrix = matrix_for(comm_.size(), 3);
  const Schedule forward = make_schedule(matrix, options);
  EXPECT_EQ(together.forward.tables, forward.tables);
  EXPECT_EQ(together.backward.tables, reverse(forward, matrix).tables);
  for (int rank = 0; rank < comm_.size(); ++rank)
    EXPECT_EQ(together.matrix.destinations(rank), matrix.destinations(rank));

  const std::filesystem::path alone = folder_ / "alone.h5";
  if (comm_.rank() == 0) save_schedule(alone, {matrix, forward, reverse(forward, matrix)});
  EXPECT_EQ(load_schedule(comm_, alone, mine.destinations).tables, load(mine).tables);
}

TEST_F(ParallelScheduleFile, WithoutAnyMessageIsAFileToo) {
  const PhaseTables saved = save({}, {});
  EXPECT_EQ(load({}).tables, saved);
}

TEST_F(ParallelScheduleFile, OfOtherMessagesIsRefused) {
  // All ranks but the last have what they had.
  Vectors mine{{{comm_.rank(), 2}}, {{comm_.rank(), 2}}};
  (void)save(mine, {});
  if (comm_.rank() == comm_.size() - 1) mine = {{{comm_.rank(), 3}}, {{comm_.rank(), 3}}};
  EXPECT_THAT(refused([&] { (void)load(mine); }),
              HasSubstr("schedule.h5 is a schedule of other messages (fingerprint "));
}

TEST_F(ParallelScheduleFile, OfAnotherNumberOfRanksIsRefused) {
  if (comm_.rank() == 0) {
    const CommunicationMatrix matrix = matrix_for(comm_.size() + 1, 1);
    const Schedule forward = make_schedule(matrix, {});
    save_schedule(file_, {matrix, forward, reverse(forward, matrix)});
  }
  EXPECT_THAT(refused([&] { (void)load(vectors(1)); }),
              HasSubstr(text("schedule.h5 is a schedule for ", comm_.size() + 1, " ranks, not for ",
                             comm_.size(), "; schedule anew")));
}

TEST_F(ParallelScheduleFile, ThatIsNoneIsRefused) {
  EXPECT_EQ(refused([&] { (void)load(vectors(1)); }),
            file_.string() + ": cannot be opened: No such file or directory");
  if (comm_.rank() == 0) testing_support::write_bytes(file_, {'x'});
  EXPECT_EQ(refused([&] { (void)load(vectors(1)); }),
            file_.string() + " is no schedule file of Partita, or not all of one");
}

TEST_F(ParallelScheduleFile, IsNotWrittenWhereItCannotBe) {
  const auto save_at = [&](const std::filesystem::path& path, const ScheduleOptions& options) {
    return refused([&] { save_schedule(comm_, path, {}, options, {}); });
  };
  EXPECT_EQ(save_at("/nowhere/schedule.h5", {}),
            "cannot write /nowhere/schedule.h5: there is no folder /nowhere; make it first");
  ScheduleOptions of_another_machine;
  of_another_machine.machine.topology = std::make_shared<testing_support::OwnTopology>(3);
  EXPECT_THAT(save_at(file_, of_another_machine), HasSubstr("there is no machine \"my network\""));
  if (comm_.size() > 1) {
    EXPECT_EQ(save_at(file_, {.seed = static_cast<std::uint64_t>(comm_.rank())}),
              "the ranks disagree about the options of the schedule to be saved; give every rank the same");
  }
  EXPECT_EQ(folder_.files(), 0);
}

TEST_F(ParallelScheduleFile, IsNotWrittenWhereThereIsNoRoom) {
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{1 << 14, before.rlim_max};
  const auto default_action = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string sentence = refused([&] { save_schedule(comm_, file_, {}, {}, {}); });
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, default_action);
  EXPECT_EQ(sentence, "cannot write " + file_.string() + ": File too large");
  MPI_Barrier(comm_.handle());
  EXPECT_EQ(folder_.files(), 0);
}

}  // namespace
}  // namespace partita

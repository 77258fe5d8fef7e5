// A file written and read by one process: what comes back, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/io/schedule_file.hpp>
#include <partita/support/seal.hpp>

#include "miniapps/random_matrix.hpp"
#include "tests/io/folder.hpp"
#include "tests/schedule/machines.hpp"
#include "tests/schedule/random_matrix.hpp"
#include "tests/schedule/shared_matrix.hpp"
#include "tests/sentence.hpp"

namespace partita {
using namespace detail;
namespace {

using testing::HasSubstr;
using namespace testing_support;

SavedSchedule scheduled(const CommunicationMatrix& matrix, const ScheduleOptions& options) {
  const Schedule forward = make_schedule(matrix, options);
  return {matrix, forward, reverse(forward, matrix)};
}

class ScheduleFile : public testing::Test {
 protected:
  // The sentence with which the saved schedule is refused.
  std::string refused(const SavedSchedule& schedule) {
    save_schedule(file_, schedule);
    return sentence_of([&] { (void)load_schedule(file_); });
  }

  Folder folder_{Communicator(MPI_COMM_WORLD)};
  std::filesystem::path file_ = folder_ / "schedule.h5";
};

TEST_F(ScheduleFile, GivesBackTheSchedulesOfAllAlgorithms) {
  for (const auto& [algorithm, name] : algorithms)
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      SCOPED_TRACE(text(name, ", seed ", seed));
      const CommunicationMatrix matrix = random_matrix(seed);
      ScheduleOptions options{.algorithm = algorithm, .seed = seed};
      options.machine = machine_named("hypercube", matrix.ranks());
      const SavedSchedule saved = scheduled(matrix, options);
      save_schedule(file_, saved);
      const SavedSchedule loaded = load_schedule(file_);
      ASSERT_EQ(loaded.matrix.ranks(), matrix.ranks());
      for (int rank = 0; rank < matrix.ranks(); ++rank)
        EXPECT_EQ(loaded.matrix.destinations(rank), matrix.destinations(rank));
      EXPECT_EQ(loaded.forward.tables, saved.forward.tables);
      EXPECT_EQ(loaded.backward.tables, saved.backward.tables);
    }
}

TEST_F(ScheduleFile, GivesBackSchedulesThatSendSharedValuesOnce) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    const CommunicationMatrix matrix = random_shared_matrix(seed).matrix;
    const SavedSchedule saved = scheduled(
        matrix,
        {.algorithm = Algorithm::node_aware, .machine = {.ranks_per_host = 2 + static_cast<int>(seed % 4)}});
    save_schedule(file_, saved);
    const SavedSchedule loaded = load_schedule(file_);
    EXPECT_EQ(loaded.forward.tables, saved.forward.tables);
    EXPECT_EQ(loaded.backward.tables, saved.backward.tables);
  }
}

TEST_F(ScheduleFile, WithACopyOfAnotherValueIsRefused) {
  // Ranks 2 and 3 need the same two values of rank 0.
  const auto matrix = CommunicationMatrix({{{2, 2}, {3, 2}}, {}, {}, {}})
                          .with_indices({{{2, 0, 5, 2}, {3, 0, 5, 2}}, {}, {}, {}});
  SavedSchedule saved =
      scheduled(matrix, {.algorithm = Algorithm::node_aware, .machine = {.ranks_per_host = 2}});
  EXPECT_EQ(refused(saved), "");
  saved.matrix = CommunicationMatrix({{{2, 2}, {3, 2}}, {}, {}, {}})
                     .with_indices({{{2, 0, 5, 2}, {3, 0, 6, 1}, {3, 1, 5, 1}}, {}, {}, {}});
  EXPECT_THAT(refused(saved), HasSubstr("which are not the same values"));
}

TEST_F(ScheduleFile, GivesBackAllOptions) {
  const CommunicationMatrix matrix = make_random_matrix({.ranks = 8}, 1);
  ScheduleOptions options{.algorithm = Algorithm::lp, .seed = ~std::uint64_t{0}};
  options.machine = machine_named("torus:4x2", 8);
  options.machine.ranks_per_host = 4;
  options.machine.rewards_exchanges = true;
  options.start_up = 0.1;
  options.standard_dimensions = 2;
  options.order = SendOrder::random;
  save_schedule(file_, scheduled(matrix, options));
  const SavedSchedule loaded = load_schedule(file_);
  EXPECT_EQ(fingerprint(loaded.forward.options), fingerprint(options));
  EXPECT_EQ(loaded.forward.options.machine.links(), options.machine.links());
  EXPECT_EQ(fingerprint(loaded.backward.options), fingerprint(options));
}

TEST_F(ScheduleFile, IsHdf5AndReplacedWhole) {
  for (const std::uint64_t seed : {1u, 2u}) save_schedule(file_, scheduled(random_matrix(seed), {}));
  EXPECT_EQ(load_schedule(file_).matrix.ranks(), random_matrix(2).ranks());
  EXPECT_EQ(folder_.files(), 1) << "nothing temporary is left";
  const std::vector<char> bytes = bytes_of(file_);
  EXPECT_EQ(std::string(bytes.begin(), bytes.begin() + 8), "\211HDF\r\n\032\n");
}

TEST_F(ScheduleFile, TruncatedAnywhereIsRefused) {
  save_schedule(file_, scheduled(make_random_matrix({.ranks = 4, .density = 2}, 1), {}));
  const std::vector<char> whole = bytes_of(file_);
  for (std::size_t cut = 1; cut <= whole.size(); cut += cut < 80 ? 1 : 61) {
    const std::size_t length = whole.size() - cut;
    write_bytes(file_, {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
    ASSERT_THAT(sentence_of([&] { (void)load_schedule(file_); }), HasSubstr("not all of one")) << length;
  }
}

TEST_F(ScheduleFile, WithAFlippedBitAnywhereIsRefused) {
  save_schedule(file_, scheduled(make_random_matrix({.ranks = 4, .density = 2}, 1), {}));
  const std::vector<char> whole = bytes_of(file_);
  for (std::size_t at = 0; at < whole.size(); at += 61) {
    std::vector<char> bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << at % 8));
    write_bytes(file_, bytes);
    ASSERT_NE(sentence_of([&] { (void)load_schedule(file_); }), "") << "byte " << at;
  }
}

TEST_F(ScheduleFile, OfAnotherKindIsRefusedThoughSealed) {
  write_bytes(file_, {'n', 'o', ' ', 'h', 'd', 'f'});
  seal(file_, {"schedule", 9});
  EXPECT_THAT(sentence_of([&] { (void)load_schedule(file_); }),
              HasSubstr(" is no schedule: HDF5 finds it impossible; save it again"));
}

TEST_F(ScheduleFile, WhoseScheduleIsWrongIsRefused) {
  const CommunicationMatrix matrix = make_random_matrix({.ranks = 4, .density = 2}, 1);
  const SavedSchedule right = scheduled(matrix, {});
  EXPECT_EQ(refused(right), "");

  SavedSchedule lacks_a_message = right;
  lacks_a_message.forward.tables[2].sends.pop_back();
  EXPECT_THAT(refused(lacks_a_message), HasSubstr("the schedule is wrong: the message from rank "));

  SavedSchedule late = right;
  late.backward.tables[1].receives.back().phase += 1;
  EXPECT_THAT(refused(late), HasSubstr("the reversed schedule is wrong: "));

  SavedSchedule nobody = right;
  nobody.forward.tables[0].sends.front().partner = 1'000'000;
  EXPECT_THAT(refused(nobody), HasSubstr("the schedule is wrong: "));

  SavedSchedule for_others = right;
  for_others.matrix = make_random_matrix({.ranks = 4, .density = 2}, 2);
  EXPECT_THAT(refused(for_others), HasSubstr("the schedule is wrong: "));
}

TEST_F(ScheduleFile, WhoseMessagesMeetOnALinkIsRefusedIfTheAlgorithmPromisedOtherwise) {
  // On a chain 0-1-2-3 these two share the link from 1 to 2.
  const CommunicationMatrix matrix({{{2, 1}}, {{3, 1}}, {}, {}});
  ScheduleOptions options{.algorithm = Algorithm::lp, .machine = machine_named("mesh:4", 4)};
  SavedSchedule schedule = scheduled(matrix, options);
  for (Schedule* one : {&schedule.forward, &schedule.backward})
    for (PhaseTable& table : one->tables) {
      table.phases = 1;
      for (auto* transfers : {&table.sends, &table.receives})
        for (Transfer& transfer : *transfers) transfer.phase = 0;
    }
  EXPECT_EQ(refused(schedule), "");
  schedule.forward.options.algorithm = schedule.backward.options.algorithm = Algorithm::rs_nl;
  EXPECT_THAT(refused(schedule), HasSubstr(" shares the link "));
}

TEST_F(ScheduleFile, CannotNameAMachineOfOnesOwn) {
  ScheduleOptions options;
  options.machine.topology = std::make_shared<OwnTopology>(2);
  const auto schedule = scheduled(make_random_matrix({.ranks = 4, .density = 2}, 1), options);
  EXPECT_THAT(
      sentence_of([&] { save_schedule(file_, schedule); }),
      HasSubstr("a schedule is saved with the name of its machine, and there is no machine \"my network\""));
  EXPECT_EQ(folder_.files(), 0);
}

TEST_F(ScheduleFile, ThatCannotBeWrittenIsNamed) {
  const auto schedule = scheduled(make_random_matrix({.ranks = 4, .density = 2}, 1), {});
  EXPECT_EQ(sentence_of([&] { save_schedule("/nowhere/schedule.h5", schedule); }),
            "cannot write /nowhere/schedule.h5: there is no folder /nowhere; make it first");
}

}  // namespace
}  // namespace partita

// Files that some ranks write and others read: what comes back, and what is refused.
#include <array>
#include <cmath>
#include <csignal>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <partita/io/checkpoint.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/seal.hpp>

#include "hdf5/group.hpp"
#include "hdf5/write_together.hpp"
#include "tests/io/folder.hpp"
#include "tests/io/refused.hpp"
#include "tests/shares.hpp"

namespace partita {
namespace {

using testing_support::bytes_of, testing_support::first_ranks, testing_support::random_share;

using Vector = std::array<double, 3>;

// Values that tell numbers and components apart.
template <class Row>
Row row_of(global_index number) {
  using T = decltype(detail::number_in(std::declval<const Row&>()));
  Row row{};
  auto* values = reinterpret_cast<T*>(&row);
  for (std::size_t c = 0; c < sizeof(Row) / sizeof(T); ++c)
    values[c] = static_cast<T>(7 * number + static_cast<global_index>(c) + (sizeof(T) == 8 ? 1 << 30 : 0));
  return row;
}

template <class Row>
std::vector<Row> rows_of(std::span<const global_index> numbers) {
  std::vector<Row> rows;
  for (const global_index number : numbers) rows.push_back(row_of<Row>(number));
  return rows;
}

// A field of each type, two sets of numbers, and scalars.
void write_all_types(const Communicator& comm, const std::filesystem::path& path, global_index size,
                     std::uint64_t seed) {
  const std::vector<global_index> nodes = random_share(comm, size, seed),
                                  cells = random_share(comm, 2 * size + 1, seed + 1);
  const auto q = rows_of<std::array<double, 4>>(nodes);
  const auto temperature = rows_of<double>(nodes);
  const auto single = rows_of<std::array<float, 2>>(cells);
  const auto counts = rows_of<std::int64_t>(cells);
  const auto ends = rows_of<std::array<std::int32_t, 2>>(nodes);
  const auto kinds = rows_of<std::uint8_t>(cells);
  write_checkpoint(comm, path,
                   {"a test",
                    {{"steps", std::int64_t{20}}, {"time", 0.1}, {"case", "wing"}},
                    {{"q", nodes, q},
                     {"temperature", nodes, temperature},
                     {"single", cells, single},
                     {"counts", cells, counts},
                     {"ends", nodes, ends},
                     {"kinds", cells, kinds}}});
}

template <class Row>
void expect_rows(const SavedCheckpoint& saved, const std::string& name,
                 std::span<const global_index> numbers) {
  EXPECT_EQ(saved.field<Row>(name, numbers), rows_of<Row>(numbers)) << name;
}

void read_all_types(const Communicator& comm, const std::filesystem::path& path, global_index size,
                    std::uint64_t seed) {
  const std::vector<global_index> nodes = random_share(comm, size, seed),
                                  cells = random_share(comm, 2 * size + 1, seed + 1);
  const SavedCheckpoint saved(comm, path, "a test");
  EXPECT_EQ(saved.scalar<std::int64_t>("steps"), 20);
  EXPECT_EQ(saved.scalar<double>("time"), 0.1);
  EXPECT_EQ(saved.scalar<std::string>("case"), "wing");
  expect_rows<std::uint8_t>(saved, "kinds", cells);
  expect_rows<std::array<double, 4>>(saved, "q", nodes);
  expect_rows<std::array<std::int32_t, 2>>(saved, "ends", nodes);
  expect_rows<double>(saved, "temperature", nodes);
  expect_rows<std::array<float, 2>>(saved, "single", cells);
  expect_rows<std::int64_t>(saved, "counts", cells);
}

class CheckpointFile : public testing::Test {
 protected:
  template <class Action>
  std::string refused(Action&& action) const {
    return testing_support::refused(comm_, action);
  }

  std::string refused_to_read(const std::string& of = "a test") const {
    return refused([&] { (void)SavedCheckpoint(comm_, file_, of); });
  }

  std::string refused_to_write(const Checkpoint& checkpoint) const {
    return refused([&] { write_checkpoint(comm_, file_, checkpoint); });
  }

  void write_bytes(const std::vector<char>& bytes) const {
    MPI_Barrier(comm_.handle());
    if (comm_.rank() == 0) testing_support::write_bytes(file_, bytes);
    MPI_Barrier(comm_.handle());
  }

  const Communicator comm_{MPI_COMM_WORLD};
  testing_support::Folder folder_{comm_};
  std::filesystem::path file_ = folder_ / "state.h5";
};

TEST_F(CheckpointFile, IsReadByAnyRanksAsAnyRanksWroteIt) {
  std::uint64_t seed = 0;
  for (const int writers : {1, 2, 3, 4, 8})
    for (const int readers : {1, 2, 3, 4, 8}) {
      if (std::max(writers, readers) > comm_.size()) continue;
      for (const global_index size : {0, 1, 5, 200}) {
        SCOPED_TRACE(text(writers, " ranks write, ", readers, " read ", size, " rows"));
        ++seed;
        if (const auto comm = first_ranks(writers)) write_all_types(*comm, file_, size, seed);
        MPI_Barrier(comm_.handle());
        if (const auto comm = first_ranks(readers)) read_all_types(*comm, file_, size, 1000 + seed);
        MPI_Barrier(comm_.handle());
      }
    }
  EXPECT_EQ(folder_.files(), 1) << "nothing temporary is left";
}

TEST_F(CheckpointFile, HasTheSameBytesOnAnyRanksWithAnyPartition) {
  std::optional<std::uint64_t> expected;
  for (int ranks = 1; ranks <= comm_.size(); ++ranks) {
    if (const auto comm = first_ranks(ranks))
      write_all_types(*comm, file_, 100, static_cast<std::uint64_t>(ranks));
    MPI_Barrier(comm_.handle());
    const std::uint64_t hash = Hash().add(bytes_of(file_)).value();
    EXPECT_EQ(expected.value_or(hash), hash) << ranks << " ranks";
    expected = hash;
    MPI_Barrier(comm_.handle());
  }
}

// As h5dump and h5py would read it.
TEST_F(CheckpointFile, HasRowsInTheOrderOfTheirNumbers) {
  write_all_types(comm_, file_, 30, 1);
  const hdf5::Group file = hdf5::open_file(file_), fields = file.group("fields");
  std::vector<global_index> numbers(61);
  std::iota(numbers.begin(), numbers.end(), 0);
  EXPECT_EQ(fields.table("counts").read<std::int64_t>(), rows_of<std::int64_t>(numbers));
  const hdf5::Shape shape = fields.table("ends").shape();
  EXPECT_EQ(shape.rows, 30u);
  EXPECT_EQ(shape.columns, 2u);
}

TEST_F(CheckpointFile, GivesARowToAllRanksThatAskForIt) {
  write_all_types(comm_, file_, 50, 4);
  std::vector<global_index> all(50);
  std::iota(all.rbegin(), all.rend(), 0);
  all.push_back(7);
  expect_rows<double>(SavedCheckpoint(comm_, file_, "a test"), "temperature", all);
}

TEST_F(CheckpointFile, KeepsScalarsToTheLastBit) {
  const std::map<std::string, CheckpointScalar> scalars = {
      {"smallest", std::numeric_limits<std::int64_t>::min()},
      {"largest", std::numeric_limits<std::int64_t>::max()},
      {"third", 1.0 / 3},
      {"zero", -0.0},
      {"infinite", std::numeric_limits<double>::infinity()},
      {"denormal", std::numeric_limits<double>::denorm_min()},
      {"nothing", ""},
      {"words with spaces", "Mach 0.8, 1.25 degrees"}};
  write_checkpoint(comm_, file_, {"", scalars, {}});
  const SavedCheckpoint saved(comm_, file_, "");
  EXPECT_EQ(saved.scalars(), scalars);
  EXPECT_TRUE(std::signbit(saved.scalar<double>("zero")));
}

TEST_F(CheckpointFile, ReplacesThatBeforeWhole) {
  write_all_types(comm_, file_, 100, 1);
  write_all_types(comm_, file_, 10, 2);
  read_all_types(comm_, file_, 10, 3);
}

TEST_F(CheckpointFile, ReplacedWhileItIsReadIsRefused) {
  write_all_types(comm_, file_, 10, 1);
  const SavedCheckpoint saved(comm_, file_, "a test");
  const std::vector<global_index> some{3, 1};
  expect_rows<double>(saved, "temperature", some);
  write_all_types(comm_, file_, 11, 1);
  EXPECT_EQ(refused([&] { (void)saved.field<double>("temperature", some); }),
            file_.string() + " has been replaced while it was read; begin again");
}

TEST_F(CheckpointFile, TruncatedAnywhereIsRefusedOnAllRanks) {
  write_all_types(comm_, file_, 20, 1);
  const std::vector<char> whole = bytes_of(file_);
  for (std::size_t length = 0; length < whole.size(); length += 97) {
    write_bytes({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
    ASSERT_THAT(refused_to_read(), testing::StartsWith(file_.string())) << length << " bytes are left";
  }
}

TEST_F(CheckpointFile, WithAFlippedBitAnywhereIsRefusedOnAllRanks) {
  write_all_types(comm_, file_, 20, 1);
  const std::vector<char> whole = bytes_of(file_);
  for (std::size_t at = 0; at < whole.size(); at += 97) {
    std::vector<char> bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << at % 8));
    write_bytes(bytes);
    ASSERT_THAT(refused_to_read(), testing::StartsWith(file_.string())) << "byte " << at;
  }
}

TEST_F(CheckpointFile, ThatIsNoneIsRefused) {
  EXPECT_EQ(refused_to_read(), file_.string() + ": cannot be opened: No such file or directory");
  write_bytes({'x'});
  if (comm_.rank() == 0) testing_support::seal(file_, {"checkpoint", 3});
  MPI_Barrier(comm_.handle());
  EXPECT_EQ(refused_to_read(), file_.string() + " is no checkpoint: HDF5 finds it impossible");
  write_bytes({'x'});
  if (comm_.rank() == 0) testing_support::seal(file_, {"checkpoint", 7});
  MPI_Barrier(comm_.handle());
  EXPECT_EQ(refused_to_read(), file_.string() +
                                   " is of format 7, and this Partita reads format 3; save the checkpoint "
                                   "again");
}

TEST_F(CheckpointFile, OfSomethingElseIsRefused) {
  write_all_types(comm_, file_, 20, 1);
  EXPECT_EQ(refused_to_read("another test"),
            file_.string() + " is a checkpoint of a test, not of another test");
}

TEST_F(CheckpointFile, RefusesOtherNamesTypesAndSizes) {
  write_all_types(comm_, file_, 20, 1);
  const SavedCheckpoint saved(comm_, file_, "a test");
  const std::string is_none = file_.string() + " is no checkpoint of this program: ";
  const std::vector<global_index> some{3, 1};
  EXPECT_EQ(refused([&] { (void)saved.scalar<double>("stepps"); }), is_none + "it has no scalar stepps");
  EXPECT_EQ(refused([&] { (void)saved.scalar<double>("steps"); }),
            is_none + "its scalar steps has another type");
  EXPECT_EQ(refused([&] { (void)saved.field<double>("p", some); }), is_none + "it has no field p");
  EXPECT_EQ(refused([&] { (void)saved.field<Vector>("q", some); }),
            is_none + "its field q has rows of 4 x float64, not of 3 x float64");
  EXPECT_EQ(refused([&] { (void)saved.field<float>("temperature", some); }),
            is_none + "its field temperature has rows of 1 x float64, not of 1 x float32");
  EXPECT_EQ(refused([&] { (void)saved.field<double>("counts", some); }),
            is_none + "its field counts has rows of 1 x int64, not of 1 x float64");
  for (const global_index wrong : {20, -1}) {
    std::vector<global_index> numbers = some;
    if (comm_.rank() == comm_.size() - 1) numbers.push_back(wrong);
    EXPECT_EQ(refused([&] { (void)saved.field<double>("temperature", numbers); }),
              text("rank ", comm_.size() - 1, " names row ", wrong, " of the field temperature of ",
                   file_.string(), ", which has 20 rows, from 0"));
  }
  expect_rows<double>(saved, "temperature", some);
}

TEST_F(CheckpointFile, NeedsARowForEachNumber) {
  const global_index me = comm_.rank(), ranks = comm_.size();
  const auto refusal_of = [&](const std::vector<global_index>& numbers, std::size_t rows) {
    const std::vector<double> values(rows);
    return refused_to_write({"a test", {}, {{"p", numbers, values}}});
  };
  EXPECT_EQ(refusal_of({me}, 1), "");
  EXPECT_EQ(refusal_of({me}, me == ranks - 1 ? 3 : 1),
            "the field p has 3 rows and 1 numbers; give a number to each row");
  EXPECT_EQ(
      refusal_of({me == ranks - 1 ? ranks : me}, 1),
      text("rank ", ranks - 1, " names row ", ranks, " of the field p, which has ", ranks, " rows, from 0"));
  EXPECT_EQ(refusal_of({2 * me, 2 * me == 2 * ranks - 2 ? 0 : 2 * me + 1}, 2),
            "two rows of the field p have the number 0; each number needs one row");
}

TEST_F(CheckpointFile, NeedsNamesOfTheirOwn) {
  const std::vector<global_index> mine{comm_.rank()};
  const std::vector<double> values(1);
  EXPECT_EQ(refused_to_write({"a test", {}, {{"p", mine, values}, {"p", mine, values}}}),
            "two fields of a checkpoint are called p; give each a name of its own");
  for (const std::string name : {"", ".", "a/b"}) {
    const std::string sentence =
        "\"" + name + "\" is no name for a scalar or a field of a checkpoint; take a word without slash";
    EXPECT_EQ(refused_to_write({"a test", {}, {{name, mine, values}}}), sentence);
    EXPECT_EQ(refused_to_write({"a test", {{name, 1.0}}, {}}), sentence);
  }
  EXPECT_EQ(folder_.files(), 0);
}

TEST_F(CheckpointFile, NeedsTheSameOnAllRanks) {
  if (comm_.size() == 1) GTEST_SKIP() << "one rank agrees with itself";
  const bool last = comm_.rank() == comm_.size() - 1;
  const std::vector<global_index> mine{comm_.rank()};
  const std::vector<double> values(1);
  const std::string sentence =
      "the ranks disagree about the scalars or fields of the checkpoint; give every rank the same";
  EXPECT_EQ(refused_to_write({last ? "a" : "b", {}, {}}), sentence);
  EXPECT_EQ(refused_to_write({"a", {{"time", last ? 0.0 : 1.0}}, {}}), sentence);
  EXPECT_EQ(refused_to_write({"a", {}, {{last ? "p" : "q", mine, values}}}), sentence);
  EXPECT_EQ(folder_.files(), 0);
}

TEST_F(CheckpointFile, IsNotWrittenWhereItCannotBe) {
  file_ = "/nowhere/state.h5";
  EXPECT_EQ(refused_to_write({"a test", {}, {}}),
            "cannot write /nowhere/state.h5: there is no folder /nowhere; make it first");
}

TEST_F(CheckpointFile, StaysAsItWasWhereThereIsNoRoom) {
  write_all_types(comm_, file_, 10, 1);
  const std::vector<char> before = bytes_of(file_);
  rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit small{100, limit.rlim_max};
  const auto default_action = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string sentence = refused_to_write({"a test", {}, {}});
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, default_action);
  EXPECT_EQ(sentence, "cannot write " + file_.string() + ": File too large");
  MPI_Barrier(comm_.handle());
  EXPECT_EQ(folder_.files(), 1);
  EXPECT_EQ(bytes_of(file_), before);
}

}  // namespace
}  // namespace partita

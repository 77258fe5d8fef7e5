// Rows that all ranks write to one dataset, and the shapes that are believed.
#include "hdf5/datasets.hpp"

#include <cstdint>
#include <filesystem>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "hdf5/group.hpp"
#include "hdf5/write_together.hpp"
#include "tests/io/folder.hpp"

namespace partita::hdf5 {
namespace {

class Datasets : public testing::Test {
 protected:
  // Each rank writes some rows of a table, from row `first` on. Collective.
  template <class T>
  void write(const char* name, const Shape& shape, std::int64_t first, const std::vector<T>& values) const {
    Tables tables;
    tables.add<T>(name, values, {first, static_cast<std::int64_t>(shape.rows)}, shape.columns);
    write_together(comm_, path_, tables, std::nullopt, [](hid_t) {});
  }

  Group open() const { return open_file(path_); }

  const Communicator comm_{MPI_COMM_WORLD};
  const testing_support::Folder folder_{comm_};
  const std::filesystem::path path_ = folder_ / "file.h5";
};

// Before the rows that are written there are 2^31 others, never written: a hole in the file.
TEST_F(Datasets, HaveRowsBeyond31Bits) {
  constexpr std::int64_t before = (std::int64_t{1} << 31) + 5, each = 3;
  const std::int64_t first = before + each * comm_.rank();
  std::vector<std::uint8_t> mine(each);
  std::iota(mine.begin(), mine.end(), static_cast<std::uint8_t>(each * comm_.rank()));
  write("far", {static_cast<hsize_t>(before + each * comm_.size())}, first, mine);
  const Table far = open().table("far");
  EXPECT_EQ(far.rows(), before + 3 * comm_.size());
  std::vector<std::int64_t> expected(static_cast<std::size_t>(3 * comm_.size()));
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(far.read<std::int64_t>({before, far.rows()}), expected);
}

TEST_F(Datasets, AreMadeOfSharesOfAnyLength) {
  const auto rows_of = [](int rank) { return static_cast<hsize_t>(rank % 3 == 1 ? 0 : 7 * rank + 5); };
  hsize_t first = 0, all = 0;
  for (int rank = 0; rank < comm_.size(); ++rank) {
    if (rank < comm_.rank()) first += rows_of(rank);
    all += rows_of(rank);
  }
  const hsize_t mine = rows_of(comm_.rank());
  std::vector<std::int64_t> values(2 * mine), expected(2 * all);
  std::iota(values.begin(), values.end(), static_cast<std::int64_t>(2 * first));
  std::iota(expected.begin(), expected.end(), 0);
  write("groups/of/pairs", {all, 2}, static_cast<std::int64_t>(first), values);
  const Table pairs = open().table("groups/of/pairs");
  EXPECT_EQ(pairs.read<std::int64_t>({0, pairs.rows()}, 2), expected);
}

TEST_F(Datasets, MayHaveNoRows) {
  write("none", {0, 3}, 0, std::vector<double>());
  EXPECT_EQ(open().table("none").rows(), 0);
}

TEST_F(Datasets, AreBelievedAsFarAsTheirBytesGo) {
  const std::vector<std::int64_t> numbers{1, 2, 3, 4};
  write("values", {4}, 0, comm_.rank() == 0 ? numbers : std::vector<std::int64_t>());
  const Handle file(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  const Handle values(H5Dopen2(file, "values", H5P_DEFAULT), H5Dclose);
  EXPECT_EQ(shape_of(values, "values", 32).rows, 4u);
  EXPECT_THROW((void)shape_of(values, "values", 31), Error) << "the file has fewer bytes";
}

}  // namespace
}  // namespace partita::hdf5

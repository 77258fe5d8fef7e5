// Series of files that a run writes, and the one file of all their steps.
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/mesh/read.hpp>
#include <partita/mesh/vtkhdf_series.hpp>
#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>

#include "hdf5/group.hpp"
#include "tests/io/folder.hpp"
#include "tests/io/refused.hpp"
#include "tests/mesh/sample_solids.hpp"
#include "tests/mesh/shares_of_meshes.hpp"

namespace partita::mesh {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing_support::refused;

const Mesh& mesh() {
  static const Mesh cube = cube_of(Cut::mixture, 2, 1);
  return cube;
}

// A step with one field on points and one on cells, whose values tell number and step.
void add_step(const Communicator& comm, VtkhdfSeries& series, double time, std::uint64_t seed = 1) {
  const auto step = static_cast<double>(series.steps().size());
  const auto points = testing_support::random_share(comm, std::ssize(mesh().points), seed),
             cells = testing_support::random_share(comm, std::ssize(mesh().cells), seed + 1);
  std::vector<std::array<double, 2>> q;
  for (const global_index number : points) q.push_back({static_cast<double>(number), step});
  std::vector<std::int32_t> level;
  for (const global_index number : cells)
    level.push_back(static_cast<std::int32_t>(1000 * step + static_cast<double>(number)));
  series.add(time, share_of(comm, mesh(), seed),
             {{points, {{"q", q}}}, {cells, {{"level", level}}}, {}, {{"time", time}}});
}

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class VtkhdfSteps : public testing::Test {
 protected:
  const Communicator comm_{MPI_COMM_WORLD};
  const testing_support::Folder folder_{comm_};
  const fs::path path_ = folder_ / "flow.vtkhdf", list_ = folder_ / "flow.vtkhdf.series";
};

TEST_F(VtkhdfSteps, AreFilesAndAList) {
  VtkhdfSeries series(comm_, path_);
  add_step(comm_, series, 0);
  add_step(comm_, series, 0.1);
  EXPECT_EQ(text_of(list_),
            "{\n  \"file-series-version\": \"1.0\",\n  \"files\": [\n"
            "    {\"name\": \"flow_000000.vtkhdf\", \"time\": 0},\n"
            "    {\"name\": \"flow_000001.vtkhdf\", \"time\": 0.1}\n  ]\n}\n");
  EXPECT_EQ(folder_.files(), 3);
  for (const SeriesStep& step : series.steps())
    EXPECT_EQ(whole_of(comm_, read_share(comm_, step.file).mesh).points, mesh().points);
}

TEST_F(VtkhdfSteps, ThatCannotBeWrittenLeaveTheListAsItWas) {
  VtkhdfSeries series(comm_, path_);
  add_step(comm_, series, 1);
  const std::string before = text_of(list_);
  MPI_Barrier(comm_.handle());
  EXPECT_EQ(refused(comm_, [&] { add_step(comm_, series, 1); }),
            "step 1 at time 1 is not after step 0 at time 1");
  EXPECT_EQ(refused(comm_, [&] { add_step(comm_, series, std::numeric_limits<double>::infinity()); }),
            "the time of step 1 is inf, not finite");
  if (comm_.rank() == 0) fs::create_directory(folder_ / "flow_000001.vtkhdf");
  MPI_Barrier(comm_.handle());
  EXPECT_EQ(refused(comm_, [&] { add_step(comm_, series, 2); }),
            "cannot write " + (folder_ / "flow_000001.vtkhdf").string() + ": it is a folder; name a file");
  EXPECT_EQ(text_of(list_), before);
  EXPECT_EQ(series.steps().size(), 1u);
}

TEST_F(VtkhdfSteps, AreJoinedWithOneMesh) {
  VtkhdfSeries series(comm_, path_);
  for (const double time : {0.0, 0.5, 2.5}) add_step(comm_, series, time);
  join_steps(comm_, path_, series.steps());

  const hdf5::Group file({H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose},
                         fs::file_size(path_));
  const auto numbers = [&](const std::string& name) {
    const hdf5::Table table = file.table(name);
    return table.read<std::int64_t>({0, table.rows()}, table.columns());
  };
  const auto points = std::ssize(mesh().points), cells = std::ssize(mesh().cells);
  EXPECT_THAT(file.table("VTKHDF/Steps/Values").read<double>({0, 3}), ElementsAre(0, 0.5, 2.5));
  EXPECT_THAT(numbers("VTKHDF/NumberOfPoints"), ElementsAre(points));
  for (const char* name : {"PartOffsets", "PointOffsets", "CellOffsets", "ConnectivityIdOffsets"})
    EXPECT_THAT(numbers(text("VTKHDF/Steps/", name)), ElementsAre(0, 0, 0)) << name;
  EXPECT_THAT(numbers("VTKHDF/Steps/PointDataOffsets/q"), ElementsAre(0, points, 2 * points));
  EXPECT_THAT(numbers("VTKHDF/Steps/CellDataOffsets/level"), ElementsAre(0, cells, 2 * cells));
  const auto q = numbers("VTKHDF/PointData/q"), level = numbers("VTKHDF/CellData/level");
  ASSERT_EQ(std::ssize(q), 2 * 3 * points);
  ASSERT_EQ(std::ssize(level), 3 * cells);
  for (std::int64_t step = 0; step < 3; ++step) {
    for (std::int64_t k = 0; k < points; ++k) {
      const auto row = static_cast<std::size_t>(2 * (step * points + k));
      ASSERT_THAT(std::vector(&q[row], &q[row] + 2), ElementsAre(k, step));
    }
    for (std::int64_t k = 0; k < cells; ++k)
      ASSERT_EQ(level[static_cast<std::size_t>(step * cells + k)], 1000 * step + k);
  }
  const Mesh copy = whole_of(comm_, read_share(comm_, path_).mesh);
  EXPECT_EQ(copy.points, mesh().points);
  EXPECT_EQ(copy.boundary, mesh().boundary);
  EXPECT_EQ(copy.markers, mesh().markers);
}

TEST_F(VtkhdfSteps, AreJoinedToTheSameBytesOnAnyRanks) {
  VtkhdfSeries series(comm_, path_);
  for (const double time : {0.0, 1.0}) add_step(comm_, series, time);
  const std::vector<SeriesStep> steps = series.steps();
  join_steps(comm_, path_, steps);
  if (comm_.rank() == 0) join_steps(Communicator(MPI_COMM_SELF), folder_ / "alone.vtkhdf", steps);
  MPI_Barrier(comm_.handle());
  EXPECT_EQ(testing_support::bytes_of(path_), testing_support::bytes_of(folder_ / "alone.vtkhdf"));
}

TEST_F(VtkhdfSteps, OfOtherMeshesOrFieldsAreNotJoined) {
  VtkhdfSeries series(comm_, path_);
  add_step(comm_, series, 0);
  const fs::path other = folder_ / "other.vtkhdf";
  write_vtkhdf(comm_, other, share_of(comm_, mesh()), {});
  EXPECT_EQ(refused(comm_,
                    [&] {
                      join_steps(comm_, path_, std::vector<SeriesStep>{series.steps()[0], {other, 1}});
                    }),
            other.string() + " has another mesh or other fields than " + series.steps()[0].file.string() +
                "; join steps of one series");
  EXPECT_EQ(refused(comm_, [&] { join_steps(comm_, path_, {}); }), "there are no steps to join");
  EXPECT_EQ(refused(comm_,
                    [&] {
                      join_steps(comm_, path_, std::vector<SeriesStep>{{list_, 0}});
                    }),
            list_.string() + " is no step: HDF5 finds it impossible");
  EXPECT_FALSE(fs::exists(path_));
}

}  // namespace
}  // namespace partita::mesh

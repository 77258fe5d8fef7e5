// Series of files that a run writes.
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

#include "tests/io/folder.hpp"
#include "tests/io/refused.hpp"
#include "tests/mesh/sample_solids.hpp"
#include "tests/mesh/shares_of_meshes.hpp"

namespace partita::mesh {
namespace {

namespace fs = std::filesystem;
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

}  // namespace
}  // namespace partita::mesh

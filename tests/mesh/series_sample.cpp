// Writes three steps of an invented field around NACA 0012 as a series. Argument: the file.
#include <partita/mesh/naca.hpp>
#include <partita/mesh/vtkhdf_series.hpp>

#include "tests/mesh/shares_of_meshes.hpp"

namespace {

void write(const partita::Communicator& comm, const char* path) {
  using namespace partita::mesh;
  const Mesh mesh = naca({"0012", 16, 4, CellType::quadrilateral});
  const auto points = partita::testing_support::random_share(comm, std::ssize(mesh.points), 1),
             cells = partita::testing_support::random_share(comm, std::ssize(mesh.cells), 2);
  VtkhdfSeries series(comm, path);
  for (const int step : {0, 1, 2}) {
    std::vector<double> pressure;
    for (const partita::global_index number : points)
      pressure.push_back(static_cast<double>(number) + 1000 * step);
    const std::vector<std::array<float, 3>> velocity(points.size(), {static_cast<float>(step), 2, 3});
    const std::vector<int> level(cells.size(), step);
    series.add(
        0.25 * step, share_of(comm, mesh),
        {{points, {{"pressure", pressure}, {"velocity", velocity}}}, {cells, {{"level", level}}}, {}, {}});
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  write(partita::Communicator(MPI_COMM_WORLD), argv[1]);
  MPI_Finalize();
}

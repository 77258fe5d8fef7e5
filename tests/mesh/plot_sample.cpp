// Writes a file for scripts/plot: an invented transonic flow. Arguments: the file, and "airfoil" for a flow
// around NACA 0012, "wing" for one around a cube of cells of all kinds, "nothing" for one without walls. Each
// rank has a share of the flow.
#include <cmath>
#include <string>

#include <partita/mesh/naca.hpp>
#include <partita/mesh/vtkhdf.hpp>

#include "tests/mesh/sample_solids.hpp"
#include "tests/mesh/shares_of_meshes.hpp"

namespace {

void write(const partita::Communicator& comm, const std::string& path, const std::string& about) {
  using namespace partita::mesh;
  const Mesh mesh =
      about == "wing" ? cube_of(Cut::mixture, 4, 1) : naca({"0012", 64, 24, CellType::quadrilateral});
  const auto points = partita::testing_support::random_share(comm, std::ssize(mesh.points), 1);
  std::vector<double> cp, mach;
  for (const partita::global_index number : points) {
    const auto& [x, y, z] = mesh.points[static_cast<std::size_t>(number)];
    const double suction = std::exp(-4 * (std::pow(x - 0.3, 2) + std::pow(y - 0.1, 2)));
    cp.push_back(std::exp(-20 * std::hypot(x, y)) - suction);
    mach.push_back(0.8 + 0.4 * suction);
  }
  const auto faces = partita::testing_support::random_share(comm, std::ssize(mesh.boundary), 2);
  std::vector<int> is_wall;
  for (const partita::global_index number : faces)
    is_wall.push_back(about == "wing" ||
                      (about == "airfoil" && mesh.boundary[static_cast<std::size_t>(number)].marker == 0));
  write_vtkhdf(comm, path, share_of(comm, mesh),
               {{points, {{"cp", cp}, {"mach", mach}}},
                {},
                {faces, {{"is_wall", is_wall}}},
                {{"mach", 0.8}, {"alpha", 1.25}, {"lift_coefficient", 0.35}, {"drag_coefficient", 0.023}}});
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  write(partita::Communicator(MPI_COMM_WORLD), argv[1], argv[2]);
  MPI_Finalize();
}

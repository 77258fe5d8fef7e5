// Writes a file for scripts/plot: an invented transonic flow. Arguments: the file, and "airfoil" for a flow
// around NACA 0012, "wing" for one around a cube of cells of all kinds, "nothing" for one without walls.
#include <cmath>
#include <string>

#include <partita/mesh/naca.hpp>
#include <partita/mesh/vtkhdf.hpp>

#include "tests/mesh/sample_solids.hpp"

int main(int, char** argv) {
  using namespace partita::mesh;
  const std::string about = argv[2];
  const Mesh mesh =
      about == "wing" ? cube_of(Cut::mixture, 4, 1) : naca({"0012", 64, 24, CellType::quadrilateral});
  Field cp{"cp", 1, {}}, mach{"mach", 1, {}};
  for (const auto& [x, y, z] : mesh.points) {
    const double suction = std::exp(-4 * (std::pow(x - 0.3, 2) + std::pow(y - 0.1, 2)));
    cp.values.push_back(std::exp(-20 * std::hypot(x, y)) - suction);
    mach.values.push_back(0.8 + 0.4 * suction);
  }
  const std::vector<int> owner(mesh.points.size(), 0);
  std::vector<int> is_wall;
  for (const BoundaryFace& face : mesh.boundary)
    is_wall.push_back(about == "wing" || (about == "airfoil" && face.marker == 0));
  write_vtkhdf(argv[1], mesh,
               {{cp, mach},
                owner,
                {{"mach", 0.8}, {"alpha", 1.25}, {"lift_coefficient", 0.35}, {"drag_coefficient", 0.023}},
                {{"is_wall", is_wall}}});
}

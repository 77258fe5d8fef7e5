// Uses METIS and HDF5 through the installed partita::mesh.
#include <cstdio>

#include <partita/mesh/naca.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/mesh/vtkhdf.hpp>

int main() {
  const auto mesh = partita::mesh::naca({});
  const auto parts = partita::mesh::partition(mesh, 2);
  partita::mesh::write_vtkhdf("cut.vtkhdf", mesh,
                              {.fields = {}, .owner = parts, .constants = {}, .on_boundary = {}});
  std::printf("%zu vertices cut into 2 parts\n", parts.size());
}

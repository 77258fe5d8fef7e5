#pragma once
/// \file Writes values of cells for ParaView, as means at the vertices.

#include <span>
#include <string>
#include <vector>

#include <partita/mesh/vtkhdf.hpp>

#include "flux.hpp"

namespace shallow_water {

/// Writes depth and velocity of the cells `numbers`; at a vertex, the means over its cells.
inline void write(const std::string& path, const partita::mesh::Mesh& mesh,
                  std::span<const partita::global_index> numbers, std::span<const Water> water) {
  std::vector<Water> of_cell(water.size()), sums(mesh.points.size());
  for (std::size_t k = 0; k < numbers.size(); ++k) of_cell[numbers[k]] = water[k];
  std::vector<int> cells_at(sums.size());
  auto vertex = mesh.cell_vertices.begin();
  for (std::size_t cell = 0; cell < of_cell.size(); ++cell)
    for (int corner = 0; corner < vertices_of(mesh.cells[cell]); ++corner, ++vertex) {
      for (int c = 0; c < 3; ++c) sums[*vertex][c] += of_cell[cell][c];
      ++cells_at[*vertex];
    }
  partita::mesh::Field depth{"depth", 1, {}}, velocity{"velocity", 3, {}};
  for (std::size_t v = 0; v < sums.size(); ++v) {
    const double h = sums[v][0], hu = sums[v][1], hv = sums[v][2];
    depth.values.push_back(h / cells_at[v]);
    velocity.values.insert(velocity.values.end(), {hu / h, hv / h, 0});
  }
  partita::mesh::write_vtkhdf(path, mesh,
                              {.fields = {depth, velocity},
                               .owner = std::vector<int>(sums.size()),
                               .constants = {},
                               .on_boundary = {}});
}

}  // namespace shallow_water

#pragma once
/// \file Writes values of cells for ParaView.

#include <array>
#include <span>
#include <string>
#include <vector>

#include <partita/mesh/vtkhdf.hpp>

#include "flux.hpp"

namespace shallow_water {

/// Writes depth and velocity of the cells `numbers`, which are all of the mesh. Rank 0 calls it.
inline void write(const std::string& path, const partita::mesh::Mesh& mesh,
                  std::span<const partita::global_index> numbers, std::span<const Water> water) {
  std::vector<double> depth;
  std::vector<std::array<double, 3>> velocity;
  for (const Water& here : water) {
    depth.push_back(here[0]);
    velocity.push_back({here[1] / here[0], here[2] / here[0], 0});
  }
  write_vtkhdf(partita::Communicator(MPI_COMM_SELF), path, mesh,
               {{}, {numbers, {{"depth", depth}, {"velocity", velocity}}}, {}, {}});
}

}  // namespace shallow_water

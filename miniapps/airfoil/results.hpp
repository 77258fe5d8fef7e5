#pragma once
/// \file Results of a run: the hash of the flow, the report, the file.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include <partita/mesh/vtkhdf.hpp>

#include "equations.hpp"
#include "gas.hpp"
#include "geometry.hpp"
#include "report.hpp"

namespace partita::airfoil {

/// A hash of the bits of all vertices' states and of their numbers in the mesh, 16 hexadecimal digits.
/// Collective.
template <int D>
std::string hash_of(const DistributedMesh<D>& mesh, const std::vector<Row<D>>& owned);

/// Fills in the report after a march, whose stages had these loops. Collective.
template <int D>
void describe(const Equations<D>& equations, long exchanges, std::span<const loops::Loop> stage,
              Report& report);

/// Gives mesh and flow field for ParaView and scripts/plot to `write`. Collective.
/// @param share  of the mesh, as read
/// @param options, forces  Mach number, incidence, lift and drag go with the field
template <int D>
void with_results(const mesh::Mesh& share, const MeshFacts& facts, const DistributedMesh<D>& mesh,
                  const std::vector<Row<D>>& owned, const Options& options, const Forces& forces,
                  const std::function<void(const mesh::Results&)>& write);

}  // namespace partita::airfoil

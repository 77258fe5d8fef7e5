#pragma once
/// \file Results of a run: the hash of the flow, the report, the file.

#include <span>
#include <string>
#include <vector>

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
void describe(const MeshFacts& facts, const Equations<D>& equations, const loops::ExchangeTimes& times,
              std::span<const loops::Loop> stage, const Options& options, Report& report);

/// Writes mesh and flow field for ParaView and scripts/plot. Collective.
/// @param draft  this rank's share
/// @throws CollectiveError if the file cannot be written
template <int D>
void write_field(const std::string& path, const mesh::Draft& draft, const MeshFacts& facts,
                 const DistributedMesh<D>& mesh, const std::vector<Row<D>>& owned, const Report& report);

}  // namespace partita::airfoil

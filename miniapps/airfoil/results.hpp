#pragma once
/// \file Results of a run: the field in the mesh file's order, its hash, its file.

#include <span>
#include <string>
#include <vector>

#include "equations.hpp"
#include "gas.hpp"
#include "geometry.hpp"
#include "report.hpp"

namespace partita::airfoil {

/// The state of all vertices in the mesh's own order on rank 0; empty on the other ranks. Collective.
template <int D>
std::vector<Row<D>> collect(const DistributedMesh<D>& mesh, const Geometry<D>& geometry,
                            const std::vector<Row<D>>& owned);

/// A hash of the bits, 16 hexadecimal digits.
template <int D>
std::string hash_of(const std::vector<Row<D>>& state);

/// Fills in the report after a march, whose stages had these loops. Collective.
template <int D>
void describe(const Geometry<D>& geometry, const Equations<D>& equations, const loops::ExchangeTimes& times,
              std::span<const loops::Loop> stage, const Options& options, Report& report);

/// Writes mesh and flow field for ParaView and scripts/plot. Rank 0 calls it; not collective.
template <int D>
void write_field(const std::string& path, const Geometry<D>& geometry, const std::vector<Row<D>>& state,
                 const Report& report);

}  // namespace partita::airfoil

#pragma once
/// \file Results of a run: the field in the mesh file's order, its hash, its file.

#include <string>
#include <vector>

#include "distribute.hpp"
#include "equations.hpp"
#include "geometry.hpp"
#include "report.hpp"

namespace partita::airfoil {

/// The state of all vertices in the mesh's own order on rank 0; empty on the other ranks. Collective.
template <int D>
std::vector<Conservative<D>> collect(const DistributedMesh<D>& part, const Geometry<D>& geometry,
                                     const std::vector<Conservative<D>>& owned);

/// A hash of the bits, 16 hexadecimal digits.
template <int D>
std::string hash_of(const std::vector<Conservative<D>>& state);

/// Fills in the report from mesh, partition, pattern and equations. Collective.
template <int D>
void describe(const Geometry<D>& geometry, const DistributedMesh<D>& part, const Options& options,
              const Equations<D>& equations, Report& report);

/// Writes mesh and flow field for ParaView and scripts/plot. Rank 0 calls it; not collective.
template <int D>
void write_field(const std::string& path, const Geometry<D>& geometry,
                 const std::vector<Conservative<D>>& state, const Report& report);

}  // namespace partita::airfoil

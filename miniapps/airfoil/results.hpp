#pragma once
/// \file What comes out of a run: the field in the mesh file's order, its fingerprint, its file.

#include <string>
#include <vector>

#include "distribute.hpp"
#include "equations.hpp"
#include "geometry.hpp"
#include "report.hpp"

namespace partita::airfoil {

/// The state of all vertices in the mesh's own order, on rank 0; empty on the others. Collective.
template <int D>
std::vector<Conservative<D>> collect(const DistributedMesh<D>& part, const Geometry<D>& geometry,
                                     const std::vector<Conservative<D>>& owned);

/// 16 hexadecimal digits: the same for the same bits.
template <int D>
std::string hash_of(const std::vector<Conservative<D>>& state);

/// Fills in what mesh, partition, pattern and equations know. Collective.
template <int D>
void describe(const Geometry<D>& geometry, const DistributedMesh<D>& part, const Options& options,
              const Equations<D>& equations, Report& report);

/// Writes mesh and flow field for ParaView and scripts/plot. No communication: rank 0 calls it.
template <int D>
void write_field(const std::string& path, const Geometry<D>& geometry,
                 const std::vector<Conservative<D>>& state, const Report& report);

}  // namespace partita::airfoil

#pragma once
/// \file What comes out of a run: the field in the mesh file's order, its fingerprint, its file.

#include <string>
#include <vector>

#include "distribute.hpp"
#include "geometry.hpp"
#include "report.hpp"
#include "solver.hpp"

namespace partita::airfoil {

/// The final state of all vertices in the mesh's own order, on rank 0; empty on the others. Collective.
std::vector<Conservative> collect(const Part& part, const Geometry& geometry, const Solver& solver);

/// 16 hexadecimal digits: the same for the same bits.
std::string hash_of(const std::vector<Conservative>& state);

/// Fills in what mesh, partition, pattern and solver know. Collective.
void describe(const Geometry& geometry, const Part& part, const Options& options, const Solver& solver,
              Report& report);

/// Writes mesh and flow field for ParaView and scripts/plot. No communication: rank 0 calls it.
void write_field(const std::string& path, const Geometry& geometry, const std::vector<Conservative>& state,
                 const Report& report);

}  // namespace partita::airfoil

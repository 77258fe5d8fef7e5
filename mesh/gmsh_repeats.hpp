#pragma once
/// \file Elements that Gmsh's format 2 lists once for each of their physical groups.

#include <partita/mesh/gmsh_model.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// Keeps the first of elements of the same nodes, with the groups of all, if elements of one entity are in
/// different groups. Otherwise nothing is listed again.
///
/// Collective. Memory is linear in the share.
void join_repeats(const Communicator& comm, GmshModel& model);

}  // namespace partita::mesh

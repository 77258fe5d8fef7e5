#pragma once
/// \file VTKHDF files, read by all ranks together.

#include <filesystem>

#include <partita/mesh/draft.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// Reads this rank's share of an UnstructuredGrid of VTKHDF 1 or 2: of one piece or several, whose common
/// points are merged; of several steps, the first. Datasets may be chunked, compressed and of any integers or
/// floats.
///
/// The boundary is that of `write_vtkhdf`, or else all cells of one dimension less. An array of integers in
/// CellData has their markers: `marker`, `gmsh:physical` or `CellEntityIds`; without one they are "boundary".
/// @throws CollectiveError (`path: cannot be read: sentence`) if the file is none, is incomplete or
/// contradicts itself, or has no boundary. Collective.
Draft vtkhdf_share(const Communicator& comm, const std::filesystem::path& path);

}  // namespace partita::mesh

#pragma once
/// \file Checkpoints of a run, from which any number of ranks continues.
///
/// A run is continued on any ranks, with any partition, schedule and protocol, and to other --steps and
/// --drop. Explicit steps continue to the same bits: the fields are written whole, in the order of the mesh's
/// file, and nothing else of a step depends on the steps before. Mesh, conditions and kind of steps stay,
/// because residuals of other ones are not comparable, and the report of both would be of no run at all.
///
/// A new run begins from the flow of a checkpoint at any conditions and by any steps, on the same mesh: a
/// flow at a Mach number near by is a better start than the free stream. It counts from step 0, and the
/// vortex of its far field begins without circulation.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <partita/io/checkpoint.hpp>
#include <partita/support/communicator.hpp>

#include "adapted_mesh.hpp"
#include "course.hpp"
#include "distributed_mesh.hpp"
#include "flow.hpp"
#include "geometry.hpp"
#include "options.hpp"

namespace partita::airfoil {

template <int D>
class Checkpoints {
 public:
  /// Not collective; all ranks do it.
  /// @param of  the mesh and its boundary
  /// @param mesh, flow, options  outlive the object
  /// @param adapted  the mesh, if it follows the flow, else null; outlives the object
  Checkpoints(Identity of, const DistributedMesh<D>& mesh, const Flow<D>& flow, const Options& options,
              const AdaptedMesh* adapted);

  /// Collective. @throws CollectiveError if the file cannot be written
  void write(const SavedFields<D>& fields, const Course& course) const;

  /// Opens the checkpoint that the options name, if they do. Collective.
  /// @return how far the run has come that is to be continued; step 0 if a new one begins
  /// @throws CollectiveError if the file is refused, or is of another mesh or, for a run to continue, of
  /// other conditions: it names those
  Course open();

  /// A field of the opened checkpoint, of options that name one. Collective.
  std::vector<Row<D>> read(const std::string& field) const;

 private:
  const DistributedMesh<D>& mesh_;
  const Options& options_;
  const AdaptedMesh* adapted_;
  std::string of_;  // the mesh, with its fingerprint
  std::vector<std::string> conditions_;
  std::optional<SavedCheckpoint> begun_from_;
};

/// Makes the mesh of the checkpoint that the options name, if they do. Collective.
/// @throws CollectiveError if the file is refused, or is of another first mesh
void restore_mesh(AdaptedMesh& adapted, const Communicator& comm, const Options& options);

}  // namespace partita::airfoil

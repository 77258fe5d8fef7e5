#pragma once
/// \file Results at several times: VTKHDF files that ParaView plays.
///
/// A program that runs adds one step after the other. Each step is a VTKHDF file of its own, with the mesh,
/// and the file `flow.vtkhdf.series` lists steps and times. ParaView opens the list; VTK 9.1, which knows no
/// steps, opens each file. Every file is complete or absent and is replaced at once, the list after the step.
/// So the list names complete files only, whenever the program is killed. HDF5 cannot promise this for one
/// file that grows: it may be unreadable if the program is killed while it adds to it.

#include <filesystem>
#include <vector>

#include <partita/mesh/vtkhdf.hpp>

namespace partita::mesh {

struct SeriesStep {
  std::filesystem::path file;
  double time;
};

/// A series that is being written.
class VtkhdfSeries {
 public:
  /// @param path  `flow.vtkhdf` for the steps `flow_000000.vtkhdf`, ... and the list `flow.vtkhdf.series`,
  /// which replace files of these names. Not collective.
  VtkhdfSeries(const Communicator& comm, std::filesystem::path path) : comm_(comm), path_(std::move(path)) {}

  /// Writes a step, then the list. Parameters as for `write_vtkhdf`. Collective.
  /// @throws CollectiveError as `write_vtkhdf`, and if the time is not finite or not after that of the last
  /// step. The list then stays as it was.
  void add(double time, const Mesh& share, const Results& results);

  const std::vector<SeriesStep>& steps() const { return steps_; }

 private:
  Communicator comm_;
  std::filesystem::path path_;
  std::vector<SeriesStep> steps_;
};

}  // namespace partita::mesh

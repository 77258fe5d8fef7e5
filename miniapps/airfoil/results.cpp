#include "results.hpp"

#include <array>
#include <filesystem>
#include <numeric>
#include <span>
#include <utility>

#include <partita/mesh/vtkhdf.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>

namespace partita::airfoil {

namespace {

// Mean over replays of the slowest rank's seconds. Collective.
double seconds_per_replay(const Communicator& comm, std::vector<double> replays) {
  if (replays.empty()) return 0;
  MPI_Allreduce(MPI_IN_PLACE, replays.data(), static_cast<int>(replays.size()), MPI_DOUBLE, MPI_MAX,
                comm.handle());
  return std::accumulate(replays.begin(), replays.end(), 0.0) / static_cast<double>(replays.size());
}

}  // namespace

template <int D>
std::vector<Conservative<D>> collect(const DistributedMesh<D>& part, const Geometry<D>& geometry,
                                     const std::vector<Conservative<D>>& owned) {
  const std::vector<Conservative<D>> numbered = part.vertices.backward(owned);
  std::vector<Conservative<D>> state(numbered.size());
  for (std::size_t k = 0; k < numbered.size(); ++k)
    state[static_cast<std::size_t>(geometry.file_number[k])] = numbered[k];
  return state;
}

template <int D>
std::string hash_of(const std::vector<Conservative<D>>& state) {
  Hash hash;
  for (const auto& [rho, m, e] : state) {
    hash.add(rho, m.along, e);
  }
  return hash.hex();
}

template <int D>
void describe(const Geometry<D>& geometry, const DistributedMesh<D>& part, const Options& options,
              const Equations<D>& equations, Report& report) {
  const Communicator& comm = part.pattern().communicator();
  report.mesh_name = options.mesh.empty() ? "NACA " + options.naca.digits
                                          : std::filesystem::path(options.mesh).filename().string();
  report.dimension = D;
  report.vertices = geometry.mesh.vertices;
  report.edges = static_cast<global_index>(geometry.mesh.edges.size());
  report.cells = static_cast<global_index>(geometry.mesh.cells.size());
  report.welded_points = geometry.mesh.welded_points;
  report.ranks = comm.size();
  report.edges_cut = geometry.edges_cut;
  report.imbalance = geometry.imbalance;

  report.pattern = statistics_of(part.pattern());
  report.inspector_seconds = max(comm, part.inspector_seconds);

  const Times& times = equations.times();
  const double all = sum(comm, times.computing + times.exchanging + times.waiting);
  report.computing = sum(comm, times.computing) / all;
  report.exchanging = sum(comm, times.exchanging) / all;
  report.waiting = sum(comm, times.waiting) / all;
  report.replays = static_cast<long>(times.replays.size());
  report.exchange_seconds_per_replay = seconds_per_replay(comm, times.replays);

  report.implicit = options.implicit;
  report.mach = options.mach;
  report.alpha = options.alpha;
  report.vortex = equations.flow().vortex;
  report.reference = equations.flow().reference;
  report.wanted_drop_orders = options.drop;
  report.lift = equations.forces().lift;
  report.drag = equations.forces().drag;
}

template <int D>
void write_field(const std::string& path, const Geometry<D>& geometry,
                 const std::vector<Conservative<D>>& state, const Report& report) {
  mesh::Field density{"density", 1, {}}, velocity{"velocity", 3, {}}, pressure{"pressure", 1, {}},
      mach{"mach", 1, {}}, cp{"cp", 1, {}};
  const Primitive<D> far = free_stream<D>(report.mach, 0);
  const double dynamic_pressure = 0.5 * far.rho * dot(far.u, far.u);
  for (const Conservative<D>& w : state) {
    const Primitive<D> q = primitive(w);
    density.values.push_back(q.rho);
    for (int axis = 0; axis < 3; ++axis) velocity.values.push_back(axis < D ? q.u[axis] : 0);
    pressure.values.push_back(q.p);
    mach.values.push_back(length(q.u) / sound_speed(q));
    cp.values.push_back((q.p - far.p) / dynamic_pressure);
  }

  mesh::Results results;
  results.fields = {std::move(density), std::move(velocity), std::move(pressure), std::move(mach),
                    std::move(cp)};
  results.owner.resize(state.size());
  for (std::size_t k = 0; k < state.size(); ++k)
    results.owner[static_cast<std::size_t>(geometry.file_number[k])] = geometry.parts[k];
  for (const FaceKind kind : geometry.face_kinds)
    results.on_boundary["is_wall"].push_back(kind == FaceKind::wall);
  results.constants = {{"mach", report.mach},
                       {"alpha", report.alpha},
                       {"lift_coefficient", report.lift},
                       {"drag_coefficient", report.drag}};
  mesh::write_vtkhdf(path, geometry.mesh, results);
}

template std::vector<Conservative<2>> collect(const DistributedMesh<2>&, const Geometry<2>&,
                                              const std::vector<Conservative<2>>&);
template std::vector<Conservative<3>> collect(const DistributedMesh<3>&, const Geometry<3>&,
                                              const std::vector<Conservative<3>>&);
template std::string hash_of(const std::vector<Conservative<2>>&);
template std::string hash_of(const std::vector<Conservative<3>>&);
template void describe(const Geometry<2>&, const DistributedMesh<2>&, const Options&, const Equations<2>&,
                       Report&);
template void describe(const Geometry<3>&, const DistributedMesh<3>&, const Options&, const Equations<3>&,
                       Report&);
template void write_field(const std::string&, const Geometry<2>&, const std::vector<Conservative<2>>&,
                          const Report&);
template void write_field(const std::string&, const Geometry<3>&, const std::vector<Conservative<3>>&,
                          const Report&);

}  // namespace partita::airfoil

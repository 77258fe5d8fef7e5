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

std::vector<Conservative> collect(const Part& part, const Geometry& geometry, const Solver& solver) {
  const std::vector<Conservative> numbered = part.vertices.backward(solver.state());
  std::vector<Conservative> state(numbered.size());
  for (std::size_t k = 0; k < numbered.size(); ++k)
    state[static_cast<std::size_t>(geometry.file_number[k])] = numbered[k];
  return state;
}

std::string hash_of(const std::vector<Conservative>& state) {
  Hash hash;
  for (const auto& [rho, m, e] : state) hash.add(std::span<const double>(std::array{rho, m.x, m.y, e}));
  return hash.hex();
}

void describe(const Geometry& geometry, const Part& part, const Options& options, const Solver& solver,
              Report& report) {
  const Communicator& comm = part.pattern().communicator();
  report.mesh_name = options.mesh.empty() ? "NACA " + options.naca.digits
                                          : std::filesystem::path(options.mesh).filename().string();
  report.vertices = geometry.mesh.vertices;
  report.edges = static_cast<global_index>(geometry.mesh.edges.size());
  report.cells = static_cast<global_index>(geometry.mesh.cells.size());
  report.welded_points = geometry.mesh.welded_points;
  report.ranks = comm.size();
  report.edges_cut = geometry.edges_cut;
  report.imbalance = geometry.imbalance;

  report.pattern = statistics_of(part.pattern());
  report.inspector_seconds = max(comm, part.inspector_seconds);

  const Times& times = solver.times();
  const double all = sum(comm, times.computing + times.exchanging + times.waiting);
  report.computing = sum(comm, times.computing) / all;
  report.exchanging = sum(comm, times.exchanging) / all;
  report.waiting = sum(comm, times.waiting) / all;
  report.replays = static_cast<long>(times.replays.size());
  report.exchange_seconds_per_replay = seconds_per_replay(comm, times.replays);

  report.mach = options.mach;
  report.alpha = options.alpha;
  report.vortex = options.vortex;
  report.wanted_drop_orders = options.drop;
  report.lift = solver.forces().lift;
  report.drag = solver.forces().drag;
}

void write_field(const std::string& path, const Geometry& geometry, const std::vector<Conservative>& state,
                 const Report& report) {
  mesh::Field density{"density", 1, {}}, velocity{"velocity", 3, {}}, pressure{"pressure", 1, {}},
      mach{"mach", 1, {}}, cp{"cp", 1, {}};
  const Primitive far = free_stream(report.mach, 0);
  const double dynamic_pressure = 0.5 * far.rho * dot(far.u, far.u);
  for (const Conservative& w : state) {
    const Primitive q = primitive(w);
    density.values.push_back(q.rho);
    velocity.values.insert(velocity.values.end(), {q.u.x, q.u.y, 0});
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
  for (const Face::Kind kind : geometry.face_kinds)
    results.on_boundary["is_wall"].push_back(kind == Face::wall);
  results.constants = {{"mach", report.mach},
                       {"alpha", report.alpha},
                       {"lift_coefficient", report.lift},
                       {"drag_coefficient", report.drag}};
  mesh::write_vtkhdf(path, geometry.mesh, results);
}

}  // namespace partita::airfoil

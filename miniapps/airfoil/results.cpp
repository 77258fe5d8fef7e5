#include "results.hpp"

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>

#include <partita/mesh/vtkhdf.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>

namespace partita::airfoil {

template <int D>
std::vector<Row<D>> collect(const DistributedMesh<D>& mesh, const Geometry<D>& geometry,
                            const std::vector<Row<D>>& owned) {
  const std::vector<Row<D>> numbered = mesh.on_first_rank(owned);
  std::vector<Row<D>> state(numbered.size());
  for (std::size_t k = 0; k < numbered.size(); ++k)
    state[static_cast<std::size_t>(geometry.file_number[k])] = numbered[k];
  return state;
}

template <int D>
std::string hash_of(const std::vector<Row<D>>& state) {
  Hash hash;
  for (const Row<D>& row : state) hash.add(std::span<const double>(&row[0], D + 2));
  return hash.hex();
}

template <int D>
void describe(const Geometry<D>& geometry, const Equations<D>& equations, const loops::ExchangeTimes& times,
              std::span<const loops::Loop> stage, const Options& options, Report& report) {
  const Communicator& comm = equations.mesh().domain.communicator();
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
  report.pattern = statistics_of(*equations.mesh().vertices.state()->pattern);

  const double all = sum(comm, report.seconds);
  report.exchanging = sum(comm, times.starting) / all;
  report.waiting = sum(comm, times.waiting) / all;
  report.computing = 1 - report.exchanging - report.waiting;
  report.replays = times.exchanges;
  report.exchange_seconds_per_replay =
      max(comm, times.starting + times.waiting) / static_cast<double>(std::max(1L, times.exchanges));
  for (const loops::Loop& loop : stage)
    report.loops.push_back({loop.name(),
                            max(comm, loop.seconds()) / static_cast<double>(std::max(1L, loop.runs())),
                            max(comm, loop.lanes())});

  report.implicit = options.implicit;
  report.began_from = options.restart + options.initial_flow;
  report.checkpoint = options.checkpoint;
  report.mach = options.mach;
  report.alpha = options.alpha;
  report.vortex = equations.flow().vortex;
  report.reference = equations.flow().reference;
  report.wanted_drop_orders = options.drop;
  report.lift = equations.forces().lift;
  report.drag = equations.forces().drag;
}

template <int D>
void write_field(const std::string& path, const Geometry<D>& geometry, const std::vector<Row<D>>& state,
                 const Report& report) {
  mesh::Field density{"density", 1, {}}, velocity{"velocity", 3, {}}, pressure{"pressure", 1, {}},
      mach{"mach", 1, {}}, cp{"cp", 1, {}};
  const Primitive<D> far = free_stream<D>(report.mach, 0);
  const double dynamic_pressure = 0.5 * far.rho * dot(far.u, far.u);
  for (const Row<D>& row : state) {
    const Primitive<D> q = primitive(conservative_in<D>(row));
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
  for (const mesh::BoundaryFace& face : geometry.mesh.boundary)
    results.on_boundary["is_wall"].push_back(geometry.marker_kinds[static_cast<std::size_t>(face.marker)] ==
                                             FaceKind::wall);
  results.constants = {{"mach", report.mach},
                       {"alpha", report.alpha},
                       {"lift_coefficient", report.lift},
                       {"drag_coefficient", report.drag}};
  mesh::write_vtkhdf(path, geometry.mesh, results);
}

template std::vector<Row<2>> collect(const DistributedMesh<2>&, const Geometry<2>&,
                                     const std::vector<Row<2>>&);
template std::string hash_of<2>(const std::vector<Row<2>>&);
template void describe(const Geometry<2>&, const Equations<2>&, const loops::ExchangeTimes&,
                       std::span<const loops::Loop>, const Options&, Report&);
template void write_field(const std::string&, const Geometry<2>&, const std::vector<Row<2>>&, const Report&);
template std::vector<Row<3>> collect(const DistributedMesh<3>&, const Geometry<3>&,
                                     const std::vector<Row<3>>&);
template std::string hash_of<3>(const std::vector<Row<3>>&);
template void describe(const Geometry<3>&, const Equations<3>&, const loops::ExchangeTimes&,
                       std::span<const loops::Loop>, const Options&, Report&);
template void write_field(const std::string&, const Geometry<3>&, const std::vector<Row<3>>&, const Report&);

}  // namespace partita::airfoil

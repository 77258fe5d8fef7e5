#include "results.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <numeric>
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
  std::vector<double> density, pressure, mach, cp;
  std::vector<std::array<double, 3>> velocity;
  const Primitive<D> far = free_stream<D>(report.mach, 0);
  const double dynamic_pressure = 0.5 * far.rho * dot(far.u, far.u);
  for (const Row<D>& row : state) {
    const Primitive<D> q = primitive(conservative_in<D>(row));
    density.push_back(q.rho);
    velocity.push_back({});
    for (int axis = 0; axis < D; ++axis) velocity.back()[static_cast<std::size_t>(axis)] = q.u[axis];
    pressure.push_back(q.p);
    mach.push_back(length(q.u) / sound_speed(q));
    cp.push_back((q.p - far.p) / dynamic_pressure);
  }
  std::vector<int> owner(state.size()), cell_owner, is_wall;
  for (std::size_t k = 0; k < state.size(); ++k)
    owner[static_cast<std::size_t>(geometry.file_number[k])] = geometry.parts[k];
  const mesh::Mesh& whole = geometry.mesh;
  for (std::size_t first = 0; const mesh::CellType cell : whole.cells) {
    cell_owner.push_back(owner[static_cast<std::size_t>(whole.cell_vertices[first])]);
    first += static_cast<std::size_t>(vertices_of(cell));
  }
  for (const mesh::BoundaryFace& face : whole.boundary)
    is_wall.push_back(geometry.marker_kinds[static_cast<std::size_t>(face.marker)] == FaceKind::wall);

  std::vector<global_index> numbers(std::max({state.size(), whole.cells.size(), whole.boundary.size()}));
  std::iota(numbers.begin(), numbers.end(), 0);
  const auto first = [&](std::size_t count) { return std::span(numbers).first(count); };
  mesh::write_vtkhdf(Communicator(MPI_COMM_SELF), path, whole,
                     {{first(state.size()),
                       {{"density", density},
                        {"velocity", velocity},
                        {"pressure", pressure},
                        {"mach", mach},
                        {"cp", cp},
                        {"owner", owner}}},
                      {first(whole.cells.size()), {{"owner", cell_owner}}},
                      {first(whole.boundary.size()), {{"is_wall", is_wall}}},
                      {{"mach", report.mach},
                       {"alpha", report.alpha},
                       {"lift_coefficient", report.lift},
                       {"drag_coefficient", report.drag}}});
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

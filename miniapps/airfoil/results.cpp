#include "results.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <utility>

#include <sys/resource.h>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/vtkhdf.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>

namespace partita::airfoil {

namespace {

/// The most memory that this rank had so far, in bytes.
std::uint64_t memory_peak() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return std::uint64_t{1024} * static_cast<std::uint64_t>(usage.ru_maxrss);  // Linux counts kilobytes
}

/// All values on rank 0, in the order of the ranks.
template <class T>
std::vector<T> on_first_rank(const Communicator& comm, const std::vector<T>& share) {
  return Remap(comm, std::vector<int>(share.size(), 0)).forward(share);
}

mesh::Mesh on_first_rank(const Communicator& comm, const mesh::Mesh& share) {
  mesh::Mesh mesh;
  mesh.dimension = share.dimension;
  mesh.points = on_first_rank(comm, share.points);
  mesh.vertices = std::ssize(mesh.points);
  mesh.cells = on_first_rank(comm, share.cells);
  mesh.cell_vertices = on_first_rank(comm, share.cell_vertices);
  mesh.markers = share.markers;
  std::vector<std::array<global_index, 4>> vertices;
  std::vector<int> markers;
  for (const mesh::BoundaryFace& face : share.boundary) {
    vertices.push_back(face.vertices);
    markers.push_back(face.marker);
  }
  vertices = on_first_rank(comm, vertices);
  markers = on_first_rank(comm, markers);
  for (std::size_t f = 0; f < vertices.size(); ++f)
    mesh.boundary.emplace_back(mesh::BoundaryFace({}, markers[f])).vertices = vertices[f];
  return mesh;
}

}  // namespace

template <int D>
std::string hash_of(const DistributedMesh<D>& mesh, const std::vector<Row<D>>& owned) {
  const std::vector<global_index> numbers = mesh.file_number.values();
  std::uint64_t hashes = 0;
  for (std::size_t k = 0; k < owned.size(); ++k)
    hashes += Hash().add(numbers[k], std::span<const double>(&owned[k][0], D + 2)).value();
  return hex(sum(mesh.domain.communicator(), hashes));
}

template <int D>
void describe(const Geometry<D>& geometry, const Equations<D>& equations, const loops::ExchangeTimes& times,
              std::span<const loops::Loop> stage, const Options& options, Report& report) {
  const Communicator& comm = equations.mesh().domain.communicator();
  report.mesh_name = options.mesh.empty() ? "NACA " + options.naca.digits
                                          : std::filesystem::path(options.mesh).filename().string();
  report.dimension = D;
  report.vertices = sum(comm, static_cast<global_index>(geometry.points.size()));
  report.edges = sum(comm, static_cast<global_index>(geometry.edges.size()));
  report.cells = geometry.cells;
  report.welded_points = geometry.welded_points;
  report.ranks = comm.size();
  report.is_generated = options.mesh.empty();
  report.partition = spelling_in<mesh::PartitionMethod>(mesh::partition_methods, geometry.partition);
  report.partition_seconds = geometry.partition_seconds;
  report.memory_peak_bytes = max(comm, memory_peak());
  report.edges_cut = geometry.edges_cut;
  const auto owned = static_cast<double>(equations.mesh().volume.values().size());
  report.imbalance = max(comm, owned) * comm.size() / static_cast<double>(report.vertices);
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
void write_field(const std::string& path, const mesh::Draft& draft, const Geometry<D>& geometry,
                 const DistributedMesh<D>& mesh, const std::vector<Row<D>>& owned, const Report& report) {
  const Communicator& comm = mesh.domain.communicator();
  const std::vector<global_index> numbers = on_first_rank(comm, mesh.file_number.values());
  const std::vector<Row<D>> rows = on_first_rank(comm, owned);
  const std::vector<int> owners = on_first_rank(comm, std::vector<int>(owned.size(), comm.rank()));
  const mesh::Mesh whole = on_first_rank(comm, draft.mesh);
  mesh::Field density{"density", 1, {}}, velocity{"velocity", 3, {}}, pressure{"pressure", 1, {}},
      mach{"mach", 1, {}}, cp{"cp", 1, {}};
  const Primitive<D> far = free_stream<D>(report.mach, 0);
  const double dynamic_pressure = 0.5 * far.rho * dot(far.u, far.u);
  std::vector<std::size_t> place(rows.size());
  mesh::Results results;
  results.owner.resize(rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    place[static_cast<std::size_t>(numbers[k])] = k;
    results.owner[static_cast<std::size_t>(numbers[k])] = owners[k];
  }
  for (const std::size_t k : place) {
    const Primitive<D> q = primitive(conservative_in<D>(rows[k]));
    density.values.push_back(q.rho);
    for (int axis = 0; axis < 3; ++axis) velocity.values.push_back(axis < D ? q.u[axis] : 0);
    pressure.values.push_back(q.p);
    mach.values.push_back(length(q.u) / sound_speed(q));
    cp.values.push_back((q.p - far.p) / dynamic_pressure);
  }
  results.fields = {std::move(density), std::move(velocity), std::move(pressure), std::move(mach),
                    std::move(cp)};
  for (const mesh::BoundaryFace& face : whole.boundary)
    results.on_boundary["is_wall"].push_back(geometry.marker_kinds[static_cast<std::size_t>(face.marker)] ==
                                             FaceKind::wall);
  results.constants = {{"mach", report.mach},
                       {"alpha", report.alpha},
                       {"lift_coefficient", report.lift},
                       {"drag_coefficient", report.drag}};
  collectively(comm, [&] {
    if (comm.rank() == 0) mesh::write_vtkhdf(path, whole, results);
  });
}

template std::string hash_of(const DistributedMesh<2>&, const std::vector<Row<2>>&);
template void describe(const Geometry<2>&, const Equations<2>&, const loops::ExchangeTimes&,
                       std::span<const loops::Loop>, const Options&, Report&);
template void write_field(const std::string&, const mesh::Draft&, const Geometry<2>&,
                          const DistributedMesh<2>&, const std::vector<Row<2>>&, const Report&);
template std::string hash_of(const DistributedMesh<3>&, const std::vector<Row<3>>&);
template void describe(const Geometry<3>&, const Equations<3>&, const loops::ExchangeTimes&,
                       std::span<const loops::Loop>, const Options&, Report&);
template void write_field(const std::string&, const mesh::Draft&, const Geometry<3>&,
                          const DistributedMesh<3>&, const std::vector<Row<3>>&, const Report&);

}  // namespace partita::airfoil

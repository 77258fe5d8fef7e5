#include "results.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <sys/resource.h>

#include <partita/mesh/consecutive_shares.hpp>
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

}  // namespace

template <int D>
std::string hash_of(const DistributedMesh<D>& mesh, const std::vector<Row<D>>& owned) {
  const std::vector<global_index> numbers = mesh.file_number.values();
  std::uint64_t hashes = 0;
  for (std::size_t k = 0; k < owned.size(); ++k)
    hashes += Hash().add(numbers[k], std::span<const double, D + 2>(&owned[k][0], D + 2)).value();
  return hex(sum(mesh.domain.communicator(), hashes));
}

template <int D>
void describe(const Equations<D>& equations, long exchanges, std::span<const loops::Loop> stage,
              Report& report) {
  const Communicator& comm = equations.mesh().domain.communicator();
  report.dimension = D;
  report.vertices = equations.mesh().vertices.size();
  report.edges = equations.mesh().edges.size();
  report.ranks = comm.size();
  report.memory_peak_bytes = max(comm, memory_peak());
  const auto owned = static_cast<double>(equations.mesh().volume.values().size());
  report.imbalance = max(comm, owned) * comm.size() / static_cast<double>(report.vertices);
  report.pattern = statistics_of(*equations.mesh().vertices.state()->pattern);

  report.replays = exchanges;
  for (const loops::Loop& loop : stage)
    report.loops.push_back({loop.name(),
                            max(comm, loop.seconds()) / static_cast<double>(std::max(1L, loop.runs())),
                            max(comm, loop.lanes())});

  report.levels = {report.vertices};
  for (const DistributedMesh<D>& level : equations.mesh().coarser)
    report.levels.push_back(level.vertices.size());
  report.vortex = equations.flow().vortex;
  report.reference = equations.flow().reference;
}

template <int D>
void with_results(const mesh::Mesh& share, const MeshFacts& facts, const DistributedMesh<D>& mesh,
                  const std::vector<Row<D>>& owned, const Options& options, const Forces& forces,
                  const std::function<void(const mesh::Results&)>& write) {
  std::vector<double> density, pressure, mach, cp;
  std::vector<std::array<double, 3>> velocity;
  const Primitive<D> far = free_stream<D>(options.mach, 0);
  const double dynamic_pressure = 0.5 * far.rho * dot(far.u, far.u);
  for (const Row<D>& row : owned) {
    const Primitive<D> q = primitive(conservative_in<D>(row));
    density.push_back(q.rho);
    velocity.push_back({});
    for (int axis = 0; axis < D; ++axis) velocity.back()[static_cast<std::size_t>(axis)] = q.u[axis];
    pressure.push_back(q.p);
    mach.push_back(length(q.u) / sound_speed(q));
    cp.push_back((q.p - far.p) / dynamic_pressure);
  }
  std::vector<int> is_wall;
  for (const mesh::BoundaryFace& face : share.boundary)
    is_wall.push_back(facts.boundaries[static_cast<std::size_t>(face.marker)].kind == FaceKind::wall);

  const Communicator& comm = mesh.domain.communicator();
  const std::vector<global_index> points = mesh.file_number.values(),
                                  faces = mesh::numbers_of_share(comm, share.boundary.size());
  const std::vector<int> owner(owned.size(), comm.rank());
  write({{points,
          {{"density", density},
           {"velocity", velocity},
           {"pressure", pressure},
           {"mach", mach},
           {"cp", cp},
           {"owner", owner}}},
         {},
         {faces, {{"is_wall", is_wall}}},
         {{"mach", options.mach},
          {"alpha", options.alpha},
          {"lift_coefficient", forces.lift},
          {"drag_coefficient", forces.drag}}});
}

template std::string hash_of(const DistributedMesh<2>&, const std::vector<Row<2>>&);
template void describe(const Equations<2>&, long, std::span<const loops::Loop>, Report&);
template std::string hash_of(const DistributedMesh<3>&, const std::vector<Row<3>>&);
template void describe(const Equations<3>&, long, std::span<const loops::Loop>, Report&);

template void with_results(const mesh::Mesh&, const MeshFacts&, const DistributedMesh<2>&,
                           const std::vector<Row<2>>&, const Options&, const Forces&,
                           const std::function<void(const mesh::Results&)>&);
template void with_results(const mesh::Mesh&, const MeshFacts&, const DistributedMesh<3>&,
                           const std::vector<Row<3>>&, const Options&, const Forces&,
                           const std::function<void(const mesh::Results&)>&);

}  // namespace partita::airfoil

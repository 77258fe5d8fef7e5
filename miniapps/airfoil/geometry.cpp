#include "geometry.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/draft.hpp>
#include <partita/mesh/find_edges.hpp>
#include <partita/mesh/mesh_share.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/mesh/read.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::airfoil {

namespace {

template <int D>
Vector<D> vector(const std::array<double, 3>& a) {
  Vector<D> vector;
  for (int axis = 0; axis < D; ++axis) vector[axis] = a[static_cast<std::size_t>(axis)];
  return vector;
}

bool has(const MeshFacts& facts, FaceKind kind) {
  return std::ranges::any_of(facts.boundaries,
                             [&](const Boundary& each) { return each.faces > 0 && each.kind == kind; });
}

// Walls that are taller than wide may be a wing whose span is along z, unless a symmetry plane says where the
// span is.
template <int D>
void remark_on_walls(const Communicator& comm, Geometry<D>& geometry) {
  MeshFacts& facts = geometry.facts;
  if (!has(facts, FaceKind::wall)) facts.remarks.emplace_back("there is no wall, so lift and drag are 0");
  if (D == 2 || !has(facts, FaceKind::wall) || has(facts, FaceKind::symmetry)) return;
  const auto extent = [&](int axis) {
    double least = std::numeric_limits<double>::max(), largest = -least;
    for (const Vector<D>& point : geometry.wall_points) {
      least = std::min(least, point[axis]);
      largest = std::max(largest, point[axis]);
    }
    return max(comm, largest) - min(comm, least);
  };
  const double wide = extent(1), tall = extent(D - 1);
  if (tall > wide)
    facts.remarks.push_back(
        text("the walls reach ", tall, " along z and ", wide,
             " along y, but a wing's span is along y: turn a mesh whose span is along z"));
}

mesh::MeshShare share_out(const Communicator& comm, mesh::Draft draft, const Options& options) try {
  return mesh::share_out(comm, std::move(draft));
} catch (const CollectiveError&) {
  if (options.mesh.empty())
    throw CollectiveError(
        mesh::naca_folds(options.naca).what(),
        options.adapt > 0 ? ", or a larger --wall-spacing: thin cells fold if the wall is rounded" : "");
  throw;
}

// The largest part over the mean, up to which points stay on their ranks. METIS's own parts may differ by so
// much: a new partition of such a mesh need not be better.
constexpr double largest_imbalance = 1.03;

double imbalance(const Communicator& comm, const mesh::MeshShare& share, const std::vector<int>& parts) {
  const auto mine = static_cast<double>(Remap(comm, parts).items_arriving());
  return max(comm, mine) * comm.size() / static_cast<double>(share.vertices);
}

template <int D>
void partition(const Communicator& comm, const mesh::MeshShare& share, const Options& options,
               const RanksBefore& ranks_before, Geometry<D>& geometry) {
  const Stopwatch partitioning;
  MeshFacts& facts = geometry.facts;
  if (ranks_before) {
    geometry.parts = ranks_before(share.in_file);
    facts.imbalance_before = imbalance(comm, share, geometry.parts);
    facts.keeps_ranks = facts.imbalance_before <= largest_imbalance;
  }
  if (facts.keeps_ranks) {
    facts.edges_cut = mesh::edges_cut(comm, share, geometry.parts);
  } else {
    mesh::Partition partition = mesh::partition(comm, share, options.partition);
    facts.partition = partition.method;
    facts.edges_cut = partition.edges_cut;
    geometry.parts = std::move(partition.parts);
  }
  facts.partition_seconds = max(comm, partitioning.seconds());
}

}  // namespace

template <int D>
void add_face(Geometry<D>& geometry, const mesh::Mesh& mesh, const mesh::Dual& dual, std::size_t face,
              std::span<const global_index> number, FaceKind kind) {
  const auto corners = mesh.boundary[face].corners();
  if (kind == FaceKind::wall)
    for (const global_index corner : corners)
      geometry.wall_points.push_back(vector<D>(mesh.points[static_cast<std::size_t>(corner)]));
  const auto vertex = [&](std::size_t k) { return number[static_cast<std::size_t>(corners[k])]; };
  const auto add = [&](const mesh::Normal& normal) -> auto& {
    geometry.face_normals.push_back(vector<D>(normal));
    geometry.face_kinds.push_back(kind);
    return geometry.faces.emplace_back();
  };
  if (corners.size() == D) {
    auto& vertices = add(dual.boundary_normals[face]);
    for (std::size_t k = 0; k < D; ++k) vertices[k] = vertex(k);
  } else {
    for (std::size_t k = 0; k < corners.size(); ++k)
      add(mesh::boundary_share(mesh, mesh.boundary[face], k)).fill(vertex(k));
  }
}

mesh::Draft read_or_make(const Communicator& comm, const Options& options) {
  if (options.mesh.empty()) {
    mesh::Draft draft =
        collectively(comm, [&] { return mesh::naca_part(options.naca, comm.rank(), comm.size()); });
    mesh::level(comm, draft);
    return draft;
  }
  mesh::Draft draft = mesh::read_share(comm, options.mesh, options.zone);
  if (draft.is_graph())
    throw CollectiveError(
        options.mesh,
        " has no cells, only a graph: there is no geometry to solve a flow on; give a mesh of "
        "cells of two or three dimensions");
  if (draft.mesh.dimension == 3 && options.adapt > 0)
    throw CollectiveError(options.mesh,
                          " is three-dimensional, but --adapt divides triangles and quadrilaterals alone; "
                          "omit --adapt");
  if (draft.mesh.dimension == 3 && options.far_field == FarField::vortex)
    throw CollectiveError(options.mesh,
                          " is three-dimensional, where there is no --far-field vortex; take characteristic");
  mesh::level(comm, draft);
  return draft;
}

template <int D>
Geometry<D> prepare(const Communicator& comm, mesh::Draft draft, const Options& options,
                    const RanksBefore& ranks_before) {
  Geometry<D> geometry;
  const mesh::MeshShare share = share_out(comm, std::move(draft), options);
  const mesh::Mesh& mesh = share.mesh;
  geometry.facts.cells = share.cells;
  geometry.facts.welded_points = sum(comm, mesh.welded_points);
  geometry.facts.boundaries = boundaries_of(comm, mesh, options);

  const mesh::Dual dual = mesh::median_dual(mesh, share.owned);
  geometry.facts.remarks =
      check_symmetry(comm, mesh, dual.boundary_normals, geometry.facts.boundaries, options);
  for (global_index v = share.owned.begin; v < share.owned.end; ++v) {
    geometry.points.push_back(vector<D>(mesh.points[static_cast<std::size_t>(v)]));
    geometry.volumes.push_back(dual.volumes[static_cast<std::size_t>(v)]);
  }
  for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
    const auto [a, b] = mesh.edges[e];
    geometry.edges.push_back({share.number(a), share.number(b)});
    geometry.ways.push_back(vector<D>(mesh.points[static_cast<std::size_t>(b)]) -
                            vector<D>(mesh.points[static_cast<std::size_t>(a)]));
    geometry.normals.push_back(vector<D>(dual.edge_normals[e]));
  }
  for (std::size_t f = 0; f < mesh.boundary.size(); ++f)
    add_face(geometry, mesh, dual, f, share.numbers,
             geometry.facts.boundaries[static_cast<std::size_t>(mesh.boundary[f].marker)].kind);
  remark_on_walls(comm, geometry);
  if (const std::string left_out = mesh::inner_faces_in_words(mesh); !left_out.empty())
    geometry.facts.remarks.push_back(left_out);
  const auto neighbours = mesh::find_neighbours(mesh, share.owned);
  for (global_index v = 0; v < share.owned.size(); ++v)
    for (const global_index neighbour : neighbours.of(static_cast<std::size_t>(v)))
      geometry.neighbours.push_back({share.number(share.owned.begin + v), share.number(neighbour)});

  partition(comm, share, options, ranks_before, geometry);
  geometry.file_number = share.in_file;
  return geometry;
}

// A sum of hashes does not depend on the order, so each rank adds those of its share.
template <int D>
Identity identity_of(const Communicator& comm, const Geometry<D>& geometry) {
  const auto vertices = static_cast<global_index>(geometry.points.size());
  global_index number = sum_below(comm, vertices);
  std::uint64_t of_mesh = 0;
  for (std::size_t v = 0; v < geometry.points.size(); ++v)
    of_mesh += Hash().add(number++, geometry.file_number[v], geometry.points[v].along).value();
  for (const Edge& edge : geometry.edges) of_mesh += Hash().add(edge).value();
  Identity identity{text("a mesh of ", sum(comm, vertices), " vertices and ",
                         sum(comm, static_cast<global_index>(geometry.edges.size())), " edges (fingerprint ",
                         hex(sum(comm, of_mesh)), ")"),
                    {}};

  for (const FaceKind kind : {FaceKind::wall, FaceKind::symmetry, FaceKind::far_field}) {
    std::uint64_t of_faces = 0;
    for (std::size_t f = 0; f < geometry.faces.size(); ++f)
      if (geometry.face_kinds[f] == kind) of_faces += Hash().add(geometry.faces[f]).value();
    global_index faces = 0;
    for (const Boundary& boundary : geometry.facts.boundaries)
      if (boundary.kind == kind) faces += boundary.faces;
    identity.boundary.push_back(text(name_of(kind), " of ", faces, faces == 1 ? " face" : " faces",
                                     " (fingerprint ", hex(sum(comm, of_faces)), ")"));
  }
  return identity;
}

template void add_face(Geometry<2>&, const mesh::Mesh&, const mesh::Dual&, std::size_t,
                       std::span<const global_index>, FaceKind);
template void add_face(Geometry<3>&, const mesh::Mesh&, const mesh::Dual&, std::size_t,
                       std::span<const global_index>, FaceKind);
template Identity identity_of(const Communicator&, const Geometry<2>&);
template Identity identity_of(const Communicator&, const Geometry<3>&);
template Geometry<2> prepare(const Communicator&, mesh::Draft, const Options&, const RanksBefore&);
template Geometry<3> prepare(const Communicator&, mesh::Draft, const Options&, const RanksBefore&);

}  // namespace partita::airfoil

#pragma once
// Meshes for the airfoil's solver, and their geometry in the worst order.

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <partita/mesh/complete.hpp>
#include <partita/mesh/dual.hpp>
#include <partita/mesh/mesh.hpp>
#include <partita/support/random.hpp>

#include "distributed_mesh.hpp"

namespace partita::airfoil {

// A square of quadrilaterals with displaced inner points; some are cut into two triangles.
inline mesh::Mesh mixed_square(int n) {
  Random random(7);
  const auto shake = [&] { return (random.next() / 4294967296.0 - 0.5) * 0.4; };
  mesh::Mesh mesh;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      const bool inner = 0 < i && i < n && 0 < j && j < n;
      mesh.points.push_back({i + (inner ? shake() : 0), j + (inner ? shake() : 0), 0});
    }
  const auto at = [n](int i, int j) { return static_cast<global_index>(j * (n + 1) + i); };
  const auto add = [&](mesh::CellType type, std::initializer_list<global_index> vertices) {
    mesh.cells.push_back(type);
    mesh.cell_vertices.insert(mesh.cell_vertices.end(), vertices);
  };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const global_index a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
      if (random.below(2) == 0) {
        add(mesh::CellType::quadrilateral, {a, b, c, d});
      } else {
        add(mesh::CellType::triangle, {a, b, c});
        add(mesh::CellType::triangle, {a, c, d});
      }
    }
  for (int k = 0; k < n; ++k)
    for (const auto& [a, b] : {std::pair(at(k, 0), at(k + 1, 0)), std::pair(at(n, k), at(n, k + 1)),
                               std::pair(at(k + 1, n), at(k, n)), std::pair(at(0, k + 1), at(0, k))})
      mesh.boundary.push_back({{a, b, -1}, 0});
  mesh.markers = {"farfield"};
  mesh::complete(mesh);
  return mesh;
}

// The space above each cell of a mesh, up to y = 1: triangles become prisms, each cut into three tetrahedra.
inline mesh::Mesh slab_over(const mesh::Mesh& flat) {
  mesh::Mesh slab;
  slab.dimension = 3;
  for (const double y : {0.0, 1.0})
    for (const mesh::Point& point : flat.points) slab.points.push_back({point[0], y, point[1]});
  slab.markers = flat.markers;
  slab.markers.push_back("symmetry");
  const int symmetry = static_cast<int>(flat.markers.size());
  const auto above = [&](global_index v) { return v + flat.vertices; };

  std::span<const global_index> rest = flat.cell_vertices;
  for ([[maybe_unused]] const mesh::CellType triangle : flat.cells) {
    std::array<global_index, 3> v{rest[0], rest[1], rest[2]};
    rest = rest.subspan(3);
    std::ranges::sort(v);
    for (const auto& tetrahedron :
         {std::array{v[0], v[1], v[2], above(v[2])}, std::array{v[0], v[1], above(v[1]), above(v[2])},
          std::array{v[0], above(v[0]), above(v[1]), above(v[2])}}) {
      slab.cells.push_back(mesh::CellType::tetrahedron);
      slab.cell_vertices.insert(slab.cell_vertices.end(), tetrahedron.begin(), tetrahedron.end());
    }
    slab.boundary.push_back({{v[0], v[1], v[2]}, symmetry});
    slab.boundary.push_back({{above(v[0]), above(v[1]), above(v[2])}, symmetry});
  }
  for (const mesh::BoundaryFace& side : flat.boundary) {
    const auto [a, b] = std::minmax(side.vertices[0], side.vertices[1]);
    slab.boundary.push_back({{a, b, above(b)}, side.marker});
    slab.boundary.push_back({{a, above(a), above(b)}, side.marker});
  }
  mesh::complete(slab);
  return slab;
}

inline FaceKind kind_of(const std::string& marker) {
  return marker == "airfoil"                                        ? FaceKind::wall
         : marker == "symmetry" || marker == "y0" || marker == "y1" ? FaceKind::symmetry
                                                                    : FaceKind::far_field;
}

template <int D>
Vector<D> vector(const std::array<double, 3>& a) {
  Vector<D> vector;
  for (int axis = 0; axis < D; ++axis) vector[axis] = a[static_cast<std::size_t>(axis)];
  return vector;
}

// The worst case: vertices and edges in random order, random owners. The order is the same for any number of
// ranks and for any owners.
template <int D>
Geometry<D> shuffled(const mesh::Mesh& mesh, int ranks, std::uint64_t owners_seed) {
  Random random(3), random_owners(owners_seed);
  std::vector<std::size_t> old_number(mesh.points.size());
  std::iota(old_number.begin(), old_number.end(), std::size_t{0});
  random.shuffle(old_number);
  std::vector<global_index> number(old_number.size());

  const mesh::Dual dual = mesh::median_dual(mesh);
  Geometry<D> geometry;
  for (std::size_t k = 0; k < old_number.size(); ++k) {
    number[old_number[k]] = static_cast<global_index>(k);
    geometry.file_number.push_back(static_cast<global_index>(old_number[k]));
    geometry.points.push_back(vector<D>(mesh.points[old_number[k]]));
    geometry.volumes.push_back(dual.volumes[old_number[k]]);
    geometry.parts.push_back(static_cast<int>(random_owners.below(static_cast<std::uint32_t>(ranks))));
  }
  const auto renumbered = [&](global_index v) { return number[static_cast<std::size_t>(v)]; };
  std::vector<std::size_t> order(mesh.edges.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  random.shuffle(order);
  for (const std::size_t e : order) {
    geometry.edges.push_back({renumbered(mesh.edges[e][0]), renumbered(mesh.edges[e][1])});
    geometry.normals.push_back(vector<D>(dual.edge_normals[e]));
    const auto [a, b] = mesh.edges[e];
    geometry.ways.push_back(vector<D>(mesh.points[static_cast<std::size_t>(b)]) -
                            vector<D>(mesh.points[static_cast<std::size_t>(a)]));
    geometry.neighbours.push_back({renumbered(a), renumbered(b)});
    geometry.neighbours.push_back({renumbered(b), renumbered(a)});
  }
  std::ranges::sort(geometry.neighbours);
  for (std::size_t f = 0; f < mesh.boundary.size(); ++f)
    add_face(geometry, mesh, dual, f, number,
             kind_of(mesh.markers[static_cast<std::size_t>(mesh.boundary[f].marker)]));
  return geometry;
}

template <int D>
DistributedMesh<D> distributed(const mesh::Mesh& mesh, const Communicator& comm,
                               std::uint64_t owners_seed = 3, const loops::Options& options = {}) {
  return {comm, comm.rank() == 0 ? shuffled<D>(mesh, comm.size(), owners_seed) : Geometry<D>(), options};
}

}  // namespace partita::airfoil

#pragma once
// Meshes for the airfoil's solver, and their geometry in the worst order.

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <partita/mesh/complete.hpp>
#include <partita/mesh/dual.hpp>
#include <partita/mesh/mesh.hpp>
#include <partita/support/random.hpp>

#include "distributed_mesh.hpp"
#include "tests/mesh/sample_solids.hpp"

namespace partita::airfoil {

// One cell thick, between symmetry planes at y = 0 and 1.
inline mesh::Mesh slab_over_section(const mesh::Mesh& section) {
  return mesh::slab_over(section, "symmetry", [](const mesh::Point& point, int height) {
    return mesh::Point{point[0], static_cast<double>(height), point[1]};
  });
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

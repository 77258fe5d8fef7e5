#include "geometry.hpp"

#include <algorithm>
#include <cctype>
#include <new>
#include <utility>

#include <partita/mesh/partition.hpp>
#include <partita/mesh/read.hpp>
#include <partita/mesh/renumber.hpp>
#include <partita/support/error.hpp>

namespace partita::airfoil {

namespace {

std::string lower(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name;
}

bool is_one_of(const std::string& name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool contains_one_of(const std::string& name, const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return lower(name).find(word) != std::string::npos; });
}

FaceKind kind_of(const std::string& marker, const Options& options) {
  if (is_one_of(marker, options.walls)) return FaceKind::wall;
  if (is_one_of(marker, options.symmetry_planes)) return FaceKind::symmetry;
  if (is_one_of(marker, options.far_fields)) return FaceKind::far_field;
  if (contains_one_of(marker, {"far"})) return FaceKind::far_field;
  if (contains_one_of(marker, {"symm"})) return FaceKind::symmetry;
  if (contains_one_of(marker, {"airfoil", "wing", "wall", "body"})) return FaceKind::wall;
  throw Error("the boundary \"", marker, "\" of ", options.mesh,
              " is neither wall nor far field nor symmetry plane by its name; give --walls ", marker,
              ", --far-fields ", marker, " or --symmetry-planes ", marker);
}

void check_names(const std::vector<std::string>& given, const mesh::Mesh& mesh, const Options& options) {
  for (const std::string& name : given)
    if (!is_one_of(name, mesh.markers)) {
      std::string markers;
      for (const std::string& marker : mesh.markers) markers += (markers.empty() ? "" : ", ") + marker;
      throw Error(options.mesh, " has no boundary \"", name, "\"; it has ", markers);
    }
}

Error memory_is_short(const Options& options) {
  return Error("rank 0 has too little memory for ",
               options.mesh.empty() ? "a mesh with these --points" : options.mesh,
               "; give it more memory, or a smaller mesh");
}

template <int D>
Vector<D> vector(const std::array<double, 3>& a) {
  Vector<D> vector;
  for (int axis = 0; axis < D; ++axis) vector[axis] = a[static_cast<std::size_t>(axis)];
  return vector;
}

}  // namespace

template <int D>
void add_face(Geometry<D>& geometry, const mesh::Mesh& mesh, const mesh::Dual& dual, std::size_t face,
              std::span<const global_index> number, FaceKind kind) {
  const auto corners = mesh.boundary[face].corners();
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

mesh::Mesh read_or_make(const Options& options) try {
  if (options.mesh.empty()) return mesh::naca(options.naca);
  mesh::Mesh mesh = mesh::read(options.mesh, options.zone);
  if (mesh.cells.empty())
    throw Error(options.mesh,
                " has no cells, only a graph: there is no geometry to solve a flow on; give a mesh of "
                "cells of two or three dimensions");
  if (mesh.dimension == 3 && options.far_field == FarField::vortex)
    throw Error(options.mesh,
                " is three-dimensional, where there is no --far-field vortex; take characteristic");
  return mesh;
} catch (const std::bad_alloc&) {
  throw memory_is_short(options);
}

template <int D>
Geometry<D> prepare(mesh::Mesh given, const Options& options, int ranks) try {
  Geometry<D> geometry;
  geometry.mesh = std::move(given);
  const mesh::Mesh& mesh = geometry.mesh;
  const mesh::Dual dual = mesh::median_dual(mesh);
  for (const auto& names : {options.walls, options.far_fields, options.symmetry_planes})
    check_names(names, mesh, options);

  const std::vector<int> parts = mesh::partition(mesh, ranks, options.partition);
  geometry.edges_cut = mesh::edge_cut(mesh.edges, parts);
  geometry.imbalance = mesh::imbalance(parts, ranks);

  geometry.file_number = mesh::cuthill_mckee(mesh);
  std::vector<global_index> number(geometry.file_number.size());  // the new number of each vertex of the mesh
  for (std::size_t k = 0; k < number.size(); ++k) {
    const auto vertex = static_cast<std::size_t>(geometry.file_number[k]);
    number[vertex] = static_cast<global_index>(k);
    geometry.parts.push_back(parts[vertex]);
    geometry.points.push_back(vector<D>(mesh.points[vertex]));
    geometry.volumes.push_back(dual.volumes[vertex]);
  }

  struct NumberedEdge {
    Edge ends;
    Vector<D> normal;
  };
  std::vector<NumberedEdge> edges;
  for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
    const Edge ends{number[static_cast<std::size_t>(mesh.edges[e][0])],
                    number[static_cast<std::size_t>(mesh.edges[e][1])]};
    const auto normal = vector<D>(dual.edge_normals[e]);
    edges.push_back(ends[0] < ends[1] ? NumberedEdge{ends, normal}
                                      : NumberedEdge{{ends[1], ends[0]}, -1.0 * normal});
  }
  std::sort(edges.begin(), edges.end(), [](const auto& a, const auto& b) { return a.ends < b.ends; });
  for (const NumberedEdge& edge : edges) {
    geometry.edges.push_back(edge.ends);
    geometry.normals.push_back(edge.normal);
  }

  std::vector<int> faces_of(mesh.markers.size());
  for (const mesh::BoundaryFace& face : mesh.boundary) ++faces_of[static_cast<std::size_t>(face.marker)];
  for (std::size_t marker = 0; marker < faces_of.size(); ++marker)
    geometry.marker_kinds.push_back(faces_of[marker] > 0 ? kind_of(mesh.markers[marker], options)
                                                         : FaceKind::far_field);
  for (std::size_t f = 0; f < mesh.boundary.size(); ++f)
    add_face(geometry, mesh, dual, f, number,
             geometry.marker_kinds[static_cast<std::size_t>(mesh.boundary[f].marker)]);
  return geometry;
} catch (const std::bad_alloc&) {
  throw memory_is_short(options);
}

template void add_face(Geometry<2>&, const mesh::Mesh&, const mesh::Dual&, std::size_t,
                       std::span<const global_index>, FaceKind);
template void add_face(Geometry<3>&, const mesh::Mesh&, const mesh::Dual&, std::size_t,
                       std::span<const global_index>, FaceKind);
template Geometry<2> prepare(mesh::Mesh, const Options&, int);
template Geometry<3> prepare(mesh::Mesh, const Options&, int);

}  // namespace partita::airfoil

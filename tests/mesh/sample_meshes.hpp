#pragma once
/// \file Random meshes for property tests, made from a seed.

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <partita/mesh/complete.hpp>
#include <partita/mesh/mesh.hpp>
#include <partita/support/random.hpp>

namespace partita::mesh {

/// Calls `visit` with the vertices of each cell.
template <class Visit>
void for_each_cell(const Mesh& mesh, Visit visit) {
  std::span<const global_index> rest = mesh.cell_vertices;
  for (const CellType type : mesh.cells) {
    visit(rest.first(static_cast<std::size_t>(vertices_of(type))));
    rest = rest.subspan(static_cast<std::size_t>(vertices_of(type)));
  }
}

/// The plane area to the left of the polygon through the vertices.
inline double area(const Mesh& mesh, std::span<const global_index> vertices) {
  double twice = 0;
  const Point& origin = mesh.points[vertices[0]];
  for (std::size_t k = 1; k + 1 < vertices.size(); ++k) {
    const Point &a = mesh.points[vertices[k]], &b = mesh.points[vertices[k + 1]];
    twice += (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0]);
  }
  return twice / 2;
}

/// One cell, whose vertices are the points in their order, with all its sides on the boundary. Not completed.
inline Mesh only_cell(CellType type, std::vector<Point> points) {
  using Sides = std::vector<BoundaryFace>;
  Mesh mesh;
  mesh.dimension = type == CellType::triangle || type == CellType::quadrilateral ? 2 : 3;
  mesh.points = std::move(points);
  mesh.cells = {type};
  mesh.cell_vertices.resize(static_cast<std::size_t>(vertices_of(type)));
  std::iota(mesh.cell_vertices.begin(), mesh.cell_vertices.end(), 0);
  mesh.markers = {"rim"};
  switch (type) {
    case CellType::triangle:
      mesh.boundary = Sides{{{0, 1}, 0}, {{1, 2}, 0}, {{2, 0}, 0}};
      break;
    case CellType::quadrilateral:
      mesh.boundary = Sides{{{0, 1}, 0}, {{1, 2}, 0}, {{2, 3}, 0}, {{3, 0}, 0}};
      break;
    case CellType::tetrahedron:
      mesh.boundary = Sides{{{0, 1, 2}, 0}, {{0, 1, 3}, 0}, {{0, 2, 3}, 0}, {{1, 2, 3}, 0}};
      break;
    case CellType::pyramid:
      mesh.boundary =
          Sides{{{0, 1, 2, 3}, 0}, {{0, 1, 4}, 0}, {{1, 2, 4}, 0}, {{2, 3, 4}, 0}, {{3, 0, 4}, 0}};
      break;
    case CellType::prism:
      mesh.boundary =
          Sides{{{0, 1, 2}, 0}, {{3, 4, 5}, 0}, {{0, 1, 4, 3}, 0}, {{1, 2, 5, 4}, 0}, {{2, 0, 3, 5}, 0}};
      break;
    case CellType::hexahedron:
      mesh.boundary = Sides{{{0, 1, 2, 3}, 0}, {{4, 5, 6, 7}, 0}, {{0, 1, 5, 4}, 0},
                            {{1, 2, 6, 5}, 0}, {{2, 3, 7, 6}, 0}, {{3, 0, 4, 7}, 0}};
  }
  return mesh;
}

inline Mesh completed(Mesh mesh) {
  complete(mesh);
  return mesh;
}

/// A rectangle of width x height perturbed squares with random vertex numbers. Some squares are cut into two
/// triangles along either diagonal.
inline Mesh mixed_mesh(int width, int height, std::uint64_t seed) {
  Random random(seed);
  const auto jitter = [&] { return (random.below(1001) / 1000.0 - 0.5) * 0.4; };
  const global_index columns = width + 1, rows = height + 1;
  std::vector<global_index> number(static_cast<std::size_t>(columns * rows));
  std::iota(number.begin(), number.end(), 0);
  random.shuffle(number);

  Mesh mesh;
  mesh.markers = {"rim"};
  mesh.points.resize(number.size());
  const auto at = [&](global_index x, global_index y) { return number[x + columns * y]; };
  for (global_index y = 0; y < rows; ++y)
    for (global_index x = 0; x < columns; ++x)
      mesh.points[at(x, y)] = {static_cast<double>(x) + jitter(), static_cast<double>(y) + jitter(), 0};

  const auto add = [&](CellType type, std::initializer_list<global_index> vertices) {
    mesh.cells.push_back(type);
    mesh.cell_vertices.insert(mesh.cell_vertices.end(), vertices);
  };
  for (global_index y = 0; y < height; ++y)
    for (global_index x = 0; x < width; ++x) {
      const global_index a = at(x, y), b = at(x + 1, y), c = at(x + 1, y + 1), d = at(x, y + 1);
      switch (random.below(3)) {
        case 0:
          add(CellType::quadrilateral, {a, b, c, d});
          break;
        case 1:
          add(CellType::triangle, {a, b, c});
          add(CellType::triangle, {a, c, d});
          break;
        default:
          add(CellType::triangle, {a, b, d});
          add(CellType::triangle, {b, c, d});
      }
    }
  for (global_index x = 0; x < width; ++x)
    for (const global_index y : {global_index{0}, global_index{height}})
      mesh.boundary.push_back({{at(x, y), at(x + 1, y), -1}, 0});
  for (global_index y = 0; y < height; ++y)
    for (const global_index x : {global_index{0}, global_index{width}})
      mesh.boundary.push_back({{at(x, y), at(x, y + 1), -1}, 0});
  complete(mesh);
  return mesh;
}

}  // namespace partita::mesh

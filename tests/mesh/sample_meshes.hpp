#pragma once
/// \file Meshes for property tests, drawn from a seed.

#include <numeric>
#include <span>
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

/// The plane area on the left of the way around the vertices.
inline double area(const Mesh& mesh, std::span<const global_index> vertices) {
  double twice = 0;
  const Point& origin = mesh.points[vertices[0]];
  for (std::size_t k = 1; k + 1 < vertices.size(); ++k) {
    const Point &a = mesh.points[vertices[k]], &b = mesh.points[vertices[k + 1]];
    twice += (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0]);
  }
  return twice / 2;
}

/// A rectangle of width x height perturbed squares, some of them cut into two triangles along either
/// diagonal, its vertices numbered at random.
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

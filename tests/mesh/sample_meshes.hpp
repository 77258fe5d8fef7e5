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

/// n x n x n cubes of side 1, each cut into six tetrahedra around its diagonal, with displaced inner points.
/// The boundary's parts are "x0", "x1", "y0" ... : the sides at 0 and at n across each axis.
inline Mesh cube_of_tetrahedra(int n, std::uint64_t seed) {
  Random random(seed);
  Mesh mesh;
  mesh.dimension = 3;
  const int across = n + 1;
  using Place = std::array<int, 3>;
  const auto at = [across](const Place& p) { return global_index{(p[2] * across + p[1]) * across + p[0]}; };
  const auto each_place = [](int end, auto visit) {
    for (int z = 0; z < end; ++z)
      for (int y = 0; y < end; ++y)
        for (int x = 0; x < end; ++x) visit(Place{x, y, z});
  };

  each_place(across, [&](const Place& place) {
    const bool inner = std::ranges::all_of(place, [n](int k) { return 0 < k && k < n; });
    Point& point = mesh.points.emplace_back();
    for (std::size_t axis = 0; axis < 3; ++axis)
      point[axis] = place[axis] + (inner ? 0.2 * (random.next() / 4294967296.0 - 0.5) : 0);
  });

  // A path along the three axes in some order, from the cube's first corner to its last, is a tetrahedron. A
  // path along two of them is a triangle on its side.
  each_place(n, [&](const Place& corner) {
    Place axes{0, 1, 2};
    do {
      mesh.cells.push_back(CellType::tetrahedron);
      Place place = corner;
      mesh.cell_vertices.push_back(at(place));
      for (const int axis : axes) {
        ++place[static_cast<std::size_t>(axis)];
        mesh.cell_vertices.push_back(at(place));
      }
    } while (std::ranges::next_permutation(axes).found);
  });
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const int side : {0, n}) {
      const int marker = static_cast<int>(mesh.markers.size());
      mesh.markers.push_back(std::string(1, "xyz"[axis]) + (side == 0 ? "0" : "1"));
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          for (const bool first : {true, false}) {
            const std::size_t along[] = {(axis + 1) % 3, (axis + 2) % 3};
            Place place{};
            place[axis] = side, place[along[0]] = i, place[along[1]] = j;
            BoundaryFace face{{at(place), 0, 0}, marker};
            ++place[along[first ? 0 : 1]];
            face.vertices[1] = at(place);
            ++place[along[first ? 1 : 0]];
            face.vertices[2] = at(place);
            mesh.boundary.push_back(face);
          }
    }
  complete(mesh);
  return mesh;
}

}  // namespace partita::mesh

#pragma once
/// \file Cubes cut into hexahedra, prisms, pyramids and tetrahedra, with displaced points.

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <partita/mesh/complete.hpp>
#include <partita/support/random.hpp>

#include "tests/mesh/sample_meshes.hpp"

namespace partita::mesh {

enum class Cut { hexahedra, prisms, pyramids, mixture, tetrahedra };

inline constexpr Cut all_cuts[] = {Cut::hexahedra, Cut::prisms, Cut::pyramids, Cut::mixture, Cut::tetrahedra};

inline const char* name_of(Cut cut) {
  constexpr const char* names[]{"hexahedra", "prisms", "pyramids", "mixture", "tetrahedra"};
  return names[static_cast<std::size_t>(cut)];
}

/// n x n x n cubes of side 1, each one hexahedron, two prisms, six pyramids, twelve tetrahedra, or in a
/// mixture any of these: there two tetrahedra may take the place of a pyramid. The boundary's parts are "x0",
/// "x1", "y0" ...: the sides at 0 and at n across each axis.
///
/// The inner points are displaced, so that quadrilaterals between them are not plane; points on the boundary
/// too if it may be `rough`.
class CutCube {
 public:
  CutCube(Cut cut, int n, std::uint64_t seed, bool rough = false) : n_(n), random_(seed) {
    mesh_.dimension = 3;
    for (const char* marker : {"x0", "x1", "y0", "y1", "z0", "z1"}) mesh_.markers.emplace_back(marker);
    each_place(n + 1, [&](const Place& place) {
      const bool inner = std::ranges::all_of(place, [n](int k) { return 0 < k && k < n; });
      Point& point = mesh_.points.emplace_back();
      for (std::size_t axis = 0; axis < 3; ++axis) point[axis] = place[axis] + (inner || rough ? shake() : 0);
    });
    choose(cut);
    each_place(n, [&](const Place& place) { add_cube(place); });
    complete(mesh_);
  }

  const Mesh& mesh() const { return mesh_; }

 private:
  using Place = std::array<int, 3>;

  // The corners of a cube in the order of a hexahedron, and its faces, seen from outside. Each face starts at
  // the corner from which a diagonal may cut it, the same for both cubes.
  static constexpr Place corners[]{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                   {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  static constexpr std::size_t faces[]{0, 1, 2, 3, 4, 5};  // x0 x1 y0 y1 z0 z1
  static constexpr std::array<int, 4> face_corners[]{{0, 4, 7, 3}, {1, 2, 6, 5}, {0, 1, 5, 4},
                                                     {3, 7, 6, 2}, {0, 3, 2, 1}, {4, 5, 6, 7}};

  double shake() { return 0.2 * (random_.next() / 4294967296.0 - 0.5); }

  template <class Visit>
  static void each_place(int end, Visit visit) {
    for (int z = 0; z < end; ++z)
      for (int y = 0; y < end; ++y)
        for (int x = 0; x < end; ++x) visit(Place{x, y, z});
  }

  std::size_t number(const Place& p) const {
    return static_cast<std::size_t>((p[2] * (n_ + 1) + p[1]) * (n_ + 1) + p[0]);
  }

  // Faces are kept with the cube above them; those at n with a cube beyond the mesh.
  std::vector<bool>::reference is_cut(Place place, std::size_t face) {
    place[face / 2] += static_cast<int>(face % 2);
    return cut_faces_[face / 2][number(place)];
  }

  // How each cube is cut, and which faces a diagonal cuts: those below and above prisms, and in a mixture
  // some of those between cubes of pyramids. A hexahedron with such a face becomes pyramids.
  void choose(Cut cut) {
    const bool cuts_all = cut == Cut::tetrahedra;
    cuts_.assign(mesh_.points.size(), cuts_all ? Cut::pyramids : cut);
    for (auto& axis : cut_faces_) axis.assign(mesh_.points.size(), cuts_all || cut == Cut::mixture);
    if (cuts_all) return;
    if (cut == Cut::mixture)
      for (Cut& of_cube : cuts_) of_cube = static_cast<Cut>(random_.below(3));
    each_place(n_, [&](const Place& place) {
      for (const std::size_t face : faces)
        if (cuts_[number(place)] != Cut::pyramids || random_.below(2) == 0) is_cut(place, face) = false;
    });
    each_place(n_, [&](const Place& place) {
      if (cuts_[number(place)] == Cut::prisms) is_cut(place, 4) = is_cut(place, 5) = true;
    });
    each_place(n_, [&](const Place& place) {
      const bool has_cut_face =
          std::ranges::any_of(faces, [&](std::size_t face) { return is_cut(place, face); });
      Cut& of_cube = cuts_[number(place)];
      if (of_cube == Cut::hexahedra && has_cut_face) of_cube = Cut::pyramids;
    });
  }

  void add_cube(const Place& place) {
    std::array<global_index, 8> v{};
    for (std::size_t k = 0; k < v.size(); ++k)
      v[k] = static_cast<global_index>(
          number({place[0] + corners[k][0], place[1] + corners[k][1], place[2] + corners[k][2]}));
    const Cut cut = cuts_[number(place)];
    if (cut == Cut::hexahedra) add(CellType::hexahedron, {v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]});
    if (cut == Cut::prisms) {
      add(CellType::prism, {v[0], v[1], v[2], v[4], v[5], v[6]});
      add(CellType::prism, {v[0], v[2], v[3], v[4], v[6], v[7]});
    }
    const auto centre = std::ssize(mesh_.points);
    if (cut == Cut::pyramids)
      mesh_.points.push_back({place[0] + 0.5 + shake(), place[1] + 0.5 + shake(), place[2] + 0.5 + shake()});
    for (const std::size_t face : faces) {
      const auto [a, b, c, d] = face_corners[face];
      const bool outer = place[face / 2] == (face % 2 == 0 ? 0 : n_ - 1);
      const int marker = static_cast<int>(face);
      if (is_cut(place, face)) {
        for (const auto& [e, f] : {std::pair(b, c), std::pair(c, d)}) {
          if (cut == Cut::pyramids) add(CellType::tetrahedron, {v[a], v[f], v[e], centre});
          if (outer) mesh_.boundary.push_back({{v[a], v[e], v[f]}, marker});
        }
      } else {
        if (cut == Cut::pyramids) add(CellType::pyramid, {v[a], v[d], v[c], v[b], centre});
        if (outer) mesh_.boundary.push_back({{v[a], v[b], v[c], v[d]}, marker});
      }
    }
  }

  void add(CellType type, std::initializer_list<global_index> vertices) {
    mesh_.cells.push_back(type);
    mesh_.cell_vertices.insert(mesh_.cell_vertices.end(), vertices);
  }

  int n_;
  Random random_;
  Mesh mesh_;
  std::vector<Cut> cuts_;
  std::array<std::vector<bool>, 3> cut_faces_;
};

inline Mesh cube_of(Cut cut, int n, std::uint64_t seed, bool rough = false) {
  return CutCube(cut, n, seed, rough).mesh();
}

/// The space above a plane mesh: prisms above triangles, hexahedra above quadrilaterals.
/// @param place of a point of the plane mesh at height 0 or 1
inline Mesh slab_over(const Mesh& plane, const std::string& ends, Point (*place)(const Point&, int height)) {
  Mesh slab;
  slab.dimension = 3;
  for (const int height : {0, 1})
    for (const Point& point : plane.points) slab.points.push_back(place(point, height));
  slab.markers = plane.markers;
  slab.markers.push_back(ends);
  const int end_marker = static_cast<int>(plane.markers.size());
  const auto above = [&](global_index v) { return v + plane.vertices; };
  for_each_cell(plane, [&](std::span<const global_index> cell) {
    slab.cells.push_back(cell.size() == 3 ? CellType::prism : CellType::hexahedron);
    BoundaryFace end({}, end_marker), other_end({}, end_marker);
    std::ranges::copy(cell, end.vertices.begin());
    std::ranges::transform(cell, other_end.vertices.begin(), above);
    slab.boundary.insert(slab.boundary.end(), {end, other_end});
    slab.cell_vertices.insert(slab.cell_vertices.end(), cell.begin(), cell.end());
    std::ranges::transform(cell, std::back_inserter(slab.cell_vertices), above);
  });
  for (const BoundaryFace& side : plane.boundary) {
    const auto [a, b] = std::pair(side.vertices[0], side.vertices[1]);
    slab.boundary.push_back({{a, b, above(b), above(a)}, side.marker});
  }
  complete(slab);
  return slab;
}

}  // namespace partita::mesh

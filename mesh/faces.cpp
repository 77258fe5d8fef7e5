// Both cells at a side have it with the same key (cell_sides.hpp). Sides of two cells are sorted by their
// cells. Sides of one cell take the order of the boundary: both are sorted by key and must agree.
#include <algorithm>
#include <compare>
#include <span>
#include <utility>

#include <partita/mesh/cell_sides.hpp>
#include <partita/mesh/faces.hpp>
#include <partita/mesh/side_geometry.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

using Corners = std::array<global_index, 4>;

struct InnerSide {
  std::array<global_index, 2> cells;
  Corners vertices;

  auto operator<=>(const InnerSide&) const = default;
};

// Calls between(left, right) for each side of two cells, and outer(side) for each side of one.
template <class Between, class Outer>
void for_each_face(const Mesh& mesh, Between between, Outer outer) {
  for_each_side(mesh, {0, mesh.vertices}, [&](std::span<const CellSide> sides) {
    if (sides.size() > 2)
      throw Error("cells ", sides[0].cell, ", ", sides[1].cell, " and ", sides[2].cell,
                  " share a side; at most two cells may");
    if (sides.size() == 2)
      between(sides[0], sides[1]);
    else
      outer(sides[0]);
  });
}

// For each boundary face the side of a cell, out of sides that ascend by key.
std::vector<CellSide> in_order_of_the_boundary(const std::vector<CellSide>& outer, const Mesh& mesh) {
  std::vector<std::pair<Corners, std::size_t>> listed;
  for (std::size_t k = 0; k < mesh.boundary.size(); ++k)
    listed.emplace_back(make_side(mesh.boundary[k].vertices, 0).key, k);
  std::ranges::sort(listed);
  if (!std::ranges::equal(listed, outer, {}, &std::pair<Corners, std::size_t>::first, &CellSide::key))
    throw Error("the mesh's boundary has ", listed.size(), " faces, which are not the ", outer.size(),
                " sides of exactly one cell; list each of these sides once");
  std::vector<CellSide> sides(outer.size());
  for (std::size_t k = 0; k < outer.size(); ++k) sides[listed[k].second] = outer[k];
  return sides;
}

}  // namespace

Faces faces(const Mesh& mesh) {
  if (mesh.cells.empty()) throw Error("faces need a mesh with cells; this one has none");
  std::vector<InnerSide> inner;
  std::vector<CellSide> outer;
  for_each_face(
      mesh,
      [&](const CellSide& left, const CellSide& right) {
        inner.push_back({{left.cell, right.cell}, left.oriented()});
      },
      [&](const CellSide& side) { outer.push_back(side); });
  std::ranges::sort(inner);
  outer = in_order_of_the_boundary(outer, mesh);

  Faces result;
  result.inner = inner.size();
  const std::size_t count = inner.size() + outer.size();
  result.cells.reserve(count);
  result.normals.reserve(count);
  result.centres.reserve(count);
  result.markers.reserve(count);
  result.vertices.reserve(count);
  const auto add = [&](const std::array<global_index, 2>& cells, const Corners& vertices, int marker) {
    const SidePoints side(corners_of(vertices), mesh.points);
    result.cells.push_back(cells);
    result.normals.push_back(normal_of(side));
    result.centres.push_back(centroid_of(side));
    result.markers.push_back(marker);
    result.vertices.push_back(vertices);
  };
  for (const InnerSide& side : inner) add(side.cells, side.vertices, -1);
  for (std::size_t k = 0; k < outer.size(); ++k)
    add({outer[k].cell, -1}, outer[k].oriented(), mesh.boundary[k].marker);
  return result;
}

std::vector<Edge> adjacent_cells(const Mesh& mesh) {
  std::vector<Edge> pairs;
  for_each_face(
      mesh,
      [&](const CellSide& left, const CellSide& right) {
        pairs.push_back({left.cell, right.cell});
      },
      [](const CellSide&) {});
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());  // cells may share several sides
  return pairs;
}

}  // namespace partita::mesh

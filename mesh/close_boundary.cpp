// All sides of all cells are sorted by their vertices, so that the two copies of a shared side become
// neighbours. Each side keeps its vertices in an order that is the same from both cells, and one bit: whether
// its oriented cell turns the other way around them. The two cells at a side must differ in that bit; equal
// bits mean that the cells overlap. The same bit orients the boundary.
#include <algorithm>
#include <compare>
#include <cstdint>
#include <span>
#include <utility>

#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/close_boundary.hpp>
#include <partita/mesh/element_types.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

using Face = std::array<global_index, 4>;  // corners; behind them -1

const char* name_of(CellType type) { return type_of(type).name; }

// Meshes have many sides, so the cell and its orientation share a word.
struct CellSide {
  Face key;  // from the smallest corner on towards its smaller neighbour
  std::uint64_t twice_cell_and_reversed;

  std::size_t cell() const { return twice_cell_and_reversed / 2; }
  bool reversed() const { return twice_cell_and_reversed % 2 != 0; }  // the cell turns the other way

  auto operator<=>(const CellSide&) const = default;
};

CellSide make_side(Face face, std::size_t cell) {
  const auto corners = std::span(face).first(corners_of(face).size());
  bool reversed = false;
  if (corners.size() == 2) {
    reversed = corners[0] > corners[1];
    if (reversed) std::swap(corners[0], corners[1]);
  } else {
    std::rotate(corners.begin(), std::ranges::min_element(corners), corners.end());
    reversed = corners[1] > corners.back();
    if (reversed) std::ranges::reverse(corners.subspan(1));
  }
  return {face, 2 * cell + reversed};
}

Face oriented(const CellSide& side) {
  Face face = side.key;
  const auto corners = std::span(face).first(corners_of(face).size());
  if (side.reversed()) {
    std::ranges::reverse(corners.first(2));
    std::ranges::reverse(corners.subspan(2));
  }
  return face;
}

std::string describe(const Mesh& mesh, const Face& face) {
  std::string list;
  for (const global_index v : corners_of(face)) {
    const auto& [x, y, z] = mesh.points[v];
    list += text(list.empty() ? "(" : ", (", x, ", ", y, mesh.dimension == 3 ? text(", ", z) : "", ")");
  }
  return list;
}

std::vector<CellSide> sort_sides(const Mesh& mesh, const VertexRange& range) {
  std::vector<CellSide> sides;
  sides.reserve(mesh.cell_vertices.size());
  for_each_cell_of(mesh, [&](std::size_t cell, std::span<const global_index> vertices) {
    for (const Side& side : shape_of(mesh.cells[cell]).sides) {
      Face face{-1, -1, -1, -1};
      std::ranges::transform(corners_of(side), face.begin(), [&](int corner) { return vertices[corner]; });
      const CellSide made = make_side(face, cell);
      if (range.contains(made.key[0])) sides.push_back(made);
    }
  });
  std::ranges::sort(sides);
  return sides;
}

// Checks the sides between cells and keeps the sides that belong to one cell only.
void keep_outer_sides(std::vector<CellSide>& sides, const Mesh& mesh, const Origin& origin) {
  auto kept = sides.begin();
  for (auto first = sides.begin(); first != sides.end();) {
    const auto last =
        std::find_if(first, sides.end(), [&](const CellSide& s) { return s.key != first->key; });
    if (last - first > 2)
      throw Error(origin.cell(first[2].cell()), "this ", name_of(mesh.cells[first[2].cell()]),
                  " is the third cell at the side ", describe(mesh, first->key));
    if (last - first == 2 && first[0].reversed() == first[1].reversed())
      throw Error(origin.cell(first[1].cell()), "this ", name_of(mesh.cells[first[1].cell()]),
                  " overlaps another cell at the side ", describe(mesh, first->key));
    if (last - first == 1) *kept++ = *first;
    first = last;
  }
  sides.erase(kept, sides.end());
}

void orient_boundary(Mesh& mesh, const std::vector<CellSide>& outer, const Origin& origin) {
  std::vector<bool> marked(outer.size(), false);
  for (std::size_t i = 0; i < mesh.boundary.size(); ++i) {
    BoundaryFace& face = mesh.boundary[i];
    const int corners = mesh.dimension == 3 && face.vertices[3] >= 0 ? 4 : mesh.dimension;
    std::fill(face.vertices.begin() + corners, face.vertices.end(), -1);

    const CellSide side = make_side(face.vertices, 0);
    const auto found = std::ranges::lower_bound(outer, side.key, {}, &CellSide::key);
    if (found == outer.end() || found->key != side.key)
      throw Error(origin.face(i), "this boundary face is not the side of exactly one cell");
    if (marked[found - outer.begin()]) throw Error(origin.face(i), "this boundary face is listed twice");
    marked[found - outer.begin()] = true;
    face.vertices = oriented(*found);
  }

  const auto bare = std::ranges::find(marked, false);
  if (bare == marked.end()) return;
  const CellSide& example = outer[bare - marked.begin()];
  throw Error(origin.cell(example.cell()),
              "sides on the boundary without a marker: ", std::ranges::count(marked, false),
              ", such as the side ", describe(mesh, example.key), " of this ",
              name_of(mesh.cells[example.cell()]));
}

}  // namespace

void close_boundary(Mesh& mesh, const Origin& origin, const VertexRange& range) {
  std::vector<CellSide> sides = sort_sides(mesh, range);
  keep_outer_sides(sides, mesh, origin);
  orient_boundary(mesh, sides, origin);
}

}  // namespace partita::mesh

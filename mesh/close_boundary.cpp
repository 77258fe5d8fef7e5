// The two cells at a side must turn the other way around it (cell_sides.hpp); cells that turn the same way
// overlap. The orientation of the one cell at a side on the boundary orients the boundary.
#include <algorithm>
#include <span>

#include <partita/mesh/cell_sides.hpp>
#include <partita/mesh/close_boundary.hpp>
#include <partita/mesh/element_types.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

const char* name_of(CellType type) { return type_of(type).name; }

std::string describe(const Mesh& mesh, const std::array<global_index, 4>& face) {
  std::string list;
  for (const global_index v : corners_of(face)) {
    const auto& [x, y, z] = mesh.points[v];
    list += text(list.empty() ? "(" : ", (", x, ", ", y, mesh.dimension == 3 ? text(", ", z) : "", ")");
  }
  return list;
}

// Checks the sides between cells and returns those that belong to one cell only, ascending by key.
std::vector<CellSide> outer_sides(const Mesh& mesh, const Origin& origin, const VertexRange& range) {
  std::vector<CellSide> outer;
  for_each_side(mesh, range, [&](std::span<const CellSide> sides) {
    const auto fail = [&](const CellSide& side, const char* problem) {
      throw Error(origin.cell(side.cell), "this ", name_of(mesh.cells[side.cell]), problem,
                  describe(mesh, side.key));
    };
    if (sides.size() > 2) fail(sides[2], " is the third cell at the side ");
    if (sides.size() == 2 && sides[0].reversed == sides[1].reversed)
      fail(sides[1], " overlaps another cell at the side ");
    if (sides.size() == 1) outer.push_back(sides[0]);
  });
  return outer;
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
    face.vertices = found->oriented();
  }

  const auto bare = std::ranges::find(marked, false);
  if (bare == marked.end()) return;
  const CellSide& example = outer[bare - marked.begin()];
  throw Error(origin.cell(example.cell),
              "sides on the boundary without a marker: ", std::ranges::count(marked, false),
              ", such as the side ", describe(mesh, example.key), " of this ",
              name_of(mesh.cells[example.cell]));
}

}  // namespace

void close_boundary(Mesh& mesh, const Origin& origin, const VertexRange& range) {
  orient_boundary(mesh, outer_sides(mesh, origin, range), origin);
}

}  // namespace partita::mesh

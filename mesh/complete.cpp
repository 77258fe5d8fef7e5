// All sides of all cells are sorted by their vertices, so that the two copies of a shared side become
// neighbours. Each side keeps its ascending vertices and one bit: whether its oriented cell turns the other
// way around them. The two cells at a side must differ in that bit; equal bits mean that the cells overlap.
// The same bit orients the boundary.
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include <partita/mesh/complete.hpp>
#include <partita/mesh/element_types.hpp>
#include <partita/mesh/find_edges.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

using Face = std::array<global_index, 3>;

// Sides in the sense of BoundaryFace: the domain to the left in 2D, counter-clockwise from outside in 3D.
constexpr std::array<Face, 3> triangle_sides{{{0, 1, -1}, {1, 2, -1}, {2, 0, -1}}};
constexpr std::array<Face, 4> quadrilateral_sides{{{0, 1, -1}, {1, 2, -1}, {2, 3, -1}, {3, 0, -1}}};
constexpr std::array<Face, 4> tetrahedron_sides{{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};

constexpr std::array<std::span<const Face>, 3> sides_by_type{triangle_sides, quadrilateral_sides,
                                                             tetrahedron_sides};

const char* name_of(CellType type) { return type_of(type).name; }

template <class Visit>
void for_each_cell(Mesh& mesh, Visit visit) {
  global_index* first = mesh.cell_vertices.data();
  for (std::size_t cell = 0; cell < mesh.cells.size(); ++cell) {
    const std::span vertices(first, vertices_of(mesh.cells[cell]));
    visit(cell, vertices);
    first += vertices.size();
  }
}

void check_points(const Mesh& mesh, const Origin& origin) {
  for (std::size_t i = 0; i < mesh.points.size(); ++i)
    for (const double x : mesh.points[i])
      if (!std::isfinite(x)) throw Error(origin.point(i), "this point has a coordinate that is not finite");
}

void check_cells(Mesh& mesh, const Origin& origin) {
  if (mesh.cells.empty()) throw Error(origin.whole(), "the mesh has no cells");
  std::size_t expected = 0;
  for (const CellType type : mesh.cells) expected += vertices_of(type);
  if (mesh.cell_vertices.size() != expected)
    throw Error(origin.whole(), "the cells need ", expected, " vertices and have ",
                mesh.cell_vertices.size());

  const auto points = std::ssize(mesh.points);
  for_each_cell(mesh, [&](std::size_t cell, std::span<global_index> vertices) {
    const CellType type = mesh.cells[cell];
    if ((type == CellType::tetrahedron) != (mesh.dimension == 3))
      throw Error(origin.cell(cell), "a mesh of ", mesh.dimension, " dimensions cannot have a ",
                  name_of(type));
    for (const global_index v : vertices) {
      if (v < 0 || v >= points)
        throw Error(origin.cell(cell), "this ", name_of(type), " names vertex ", v,
                    ", but the vertices are 0 to ", points - 1);
      if (std::ranges::count(vertices, v) > 1)
        throw Error(origin.cell(cell), "this ", name_of(type), " names one of its vertices twice");
    }
  });
}

// Coordinates computed in the plane may have a z of rounding size.
void flatten(Mesh& mesh, const Origin& origin) {
  double extent = 0;
  for (const global_index v : mesh.cell_vertices)
    extent = std::max({extent, std::abs(mesh.points[v][0]), std::abs(mesh.points[v][1])});
  for (const global_index v : mesh.cell_vertices) {
    double& z = mesh.points[v][2];
    if (std::abs(z) > 1e-12 * extent)
      throw Error(origin.point(v),
                  "this point lies off the plane z = 0, where a mesh without tetrahedra must lie");
    z = 0;
  }
}

Point operator-(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// The cell's corners with the first at the origin, scaled to size 1. Thus cells far away, tiny or huge are
// judged like all others.
std::array<Point, 4> shape(const Mesh& mesh, std::span<const global_index> vertices) {
  std::array<Point, 4> corners{};
  double size = 0;
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    corners[i] = mesh.points[vertices[i]] - mesh.points[vertices[0]];
    for (const double x : corners[i]) size = std::max(size, std::abs(x));
  }
  for (Point& p : corners)
    for (double& x : p) x /= size;
  return corners;
}

// A cell of size 1 with a smaller area or volume counts as flat; the flattest cells of boundary layers have
// 1e-6.
constexpr double flat = 1e-14;

// Twice the area (six times the volume), positive if the vertices are in the right order. The fourth corner
// of a triangle is the first.
double measure(CellType type, const std::array<Point, 4>& p) {
  if (type == CellType::tetrahedron) return dot(cross(p[1], p[2]), p[3]);
  return cross(p[2], p[3] - p[1])[2];
}

// Straight corners pass, because meshers put them on straight boundaries. Turning is +1 counter-clockwise.
bool is_convex(const std::array<Point, 4>& p, double turning) {
  for (std::size_t i = 0; i < 4; ++i) {
    const Point in = p[(i + 1) % 4] - p[i], out = p[(i + 2) % 4] - p[(i + 1) % 4];
    if (turning * cross(in, out)[2] < -flat || dot(in, in) == 0) return false;
  }
  return true;
}

void orient_cells(Mesh& mesh, const Origin& origin) {
  for_each_cell(mesh, [&](std::size_t cell, std::span<global_index> vertices) {
    const CellType type = mesh.cells[cell];
    const auto corners = shape(mesh, vertices);
    const double size = measure(type, corners);
    const double turning = size < 0 ? -1 : 1;
    if (type == CellType::quadrilateral && !is_convex(corners, turning))
      throw Error(origin.cell(cell), "this quadrilateral is not convex, or crosses itself");
    if (!(std::abs(size) > flat))
      throw Error(origin.cell(cell), "this ", name_of(type), " has no ",
                  mesh.dimension == 2 ? "area" : "volume");
    if (size < 0) std::swap(vertices[1], vertices.back());
  });
}

struct Side {
  Face key;       // ascending
  bool reversed;  // the cell turns the other way
  std::size_t cell;
};

Side make_side(Face face, std::size_t cell) {
  bool reversed = false;
  const auto order = [&](global_index& a, global_index& b) {
    if (a > b && b >= 0) {
      std::swap(a, b);
      reversed = !reversed;
    }
  };
  order(face[0], face[1]);
  order(face[1], face[2]);
  order(face[0], face[1]);
  return {face, reversed, cell};
}

Face oriented(const Side& side) {
  Face face = side.key;
  if (side.reversed) std::swap(face[0], face[1]);
  return face;
}

std::string describe(const Mesh& mesh, const Face& face) {
  std::string list;
  for (const global_index v : face) {
    if (v < 0) continue;
    const auto& [x, y, z] = mesh.points[v];
    list += text(list.empty() ? "(" : ", (", x, ", ", y, mesh.dimension == 3 ? text(", ", z) : "", ")");
  }
  return list;
}

std::vector<Side> sort_sides(Mesh& mesh) {
  std::vector<Side> sides;
  sides.reserve(mesh.cell_vertices.size());
  for_each_cell(mesh, [&](std::size_t cell, std::span<global_index> vertices) {
    for (Face face : sides_by_type[static_cast<std::size_t>(mesh.cells[cell])]) {
      for (global_index& v : face) v = v < 0 ? -1 : vertices[v];
      sides.push_back(make_side(face, cell));
    }
  });
  std::ranges::sort(sides, {}, [](const Side& s) { return std::pair(s.key, s.cell); });
  return sides;
}

// Checks the sides between cells and keeps the sides that belong to one cell only.
void keep_outer_sides(std::vector<Side>& sides, const Mesh& mesh, const Origin& origin) {
  auto kept = sides.begin();
  for (auto first = sides.begin(); first != sides.end();) {
    const auto last = std::find_if(first, sides.end(), [&](const Side& s) { return s.key != first->key; });
    if (last - first > 2)
      throw Error(origin.cell(first[2].cell), "this ", name_of(mesh.cells[first[2].cell]),
                  " is the third cell at the side ", describe(mesh, first->key));
    if (last - first == 2 && first[0].reversed == first[1].reversed)
      throw Error(origin.cell(first[1].cell), "this ", name_of(mesh.cells[first[1].cell]),
                  " overlaps another cell at the side ", describe(mesh, first->key));
    if (last - first == 1) *kept++ = *first;
    first = last;
  }
  sides.erase(kept, sides.end());
}

void complete_boundary(Mesh& mesh, const std::vector<Side>& outer, const Origin& origin) {
  std::vector<bool> marked(outer.size(), false);
  const auto points = std::ssize(mesh.points);
  for (std::size_t i = 0; i < mesh.boundary.size(); ++i) {
    BoundaryFace& face = mesh.boundary[i];
    if (face.marker < 0 || face.marker >= std::ssize(mesh.markers))
      throw Error(origin.face(i), "this boundary face has marker ", face.marker, " of ", mesh.markers.size());
    for (int k = 0; k < mesh.dimension; ++k)
      if (face.vertices[k] < 0 || face.vertices[k] >= points)
        throw Error(origin.face(i), "this boundary face names vertex ", face.vertices[k],
                    ", but the vertices are 0 to ", points - 1);
    if (mesh.dimension == 2) face.vertices[2] = -1;

    const Side side = make_side(face.vertices, 0);
    const auto found = std::ranges::lower_bound(outer, side.key, {}, &Side::key);
    if (found == outer.end() || found->key != side.key)
      throw Error(origin.face(i), "this boundary face is not the side of exactly one cell");
    if (marked[found - outer.begin()]) throw Error(origin.face(i), "this boundary face is listed twice");
    marked[found - outer.begin()] = true;
    face.vertices = oriented(*found);
  }

  const auto bare = std::ranges::find(marked, false);
  if (bare == marked.end()) return;
  const Side& example = outer[bare - marked.begin()];
  throw Error(origin.cell(example.cell),
              "sides on the boundary without a marker: ", std::ranges::count(marked, false),
              ", such as the side ", describe(mesh, example.key), " of this ",
              name_of(mesh.cells[example.cell]));
}

void drop_unused_points(Mesh& mesh) {
  std::vector<global_index> number(mesh.points.size(), -1);
  for (const global_index v : mesh.cell_vertices) number[v] = 0;
  global_index used = 0;
  for (std::size_t v = 0; v < number.size(); ++v)
    if (number[v] == 0) {
      mesh.points[used] = mesh.points[v];
      number[v] = used++;
    }
  mesh.points.resize(used);
  mesh.vertices = used;
  for (global_index& v : mesh.cell_vertices) v = number[v];
  for (BoundaryFace& face : mesh.boundary)
    for (int k = 0; k < mesh.dimension; ++k) face.vertices[k] = number[face.vertices[k]];
}

}  // namespace

void complete(Mesh& mesh, const Origin& origin) {
  check_points(mesh, origin);
  check_cells(mesh, origin);
  if (mesh.dimension == 2) flatten(mesh, origin);
  orient_cells(mesh, origin);
  std::vector<Side> sides = sort_sides(mesh);
  keep_outer_sides(sides, mesh, origin);
  complete_boundary(mesh, sides, origin);
  drop_unused_points(mesh);
  mesh.edges = find_edges(mesh);
}

}  // namespace partita::mesh

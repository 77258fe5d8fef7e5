#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/blocks.hpp>
#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/consecutive_shares.hpp>
#include <partita/mesh/draft.hpp>
#include <partita/mesh/element_types.hpp>
#include <partita/mesh/renumber_share.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {
namespace {

// --- Checks, of a share; `points` are those of the whole mesh ---

void check_points(const Mesh& mesh, const Origin& origin) {
  for (std::size_t i = 0; i < mesh.points.size(); ++i)
    for (const double x : mesh.points[i])
      if (!std::isfinite(x)) throw Error(origin.point(i), "this point has a coordinate that is not finite");
}

void check_cells(const Communicator& comm, const Mesh& mesh, const Origin& origin, global_index points) {
  std::size_t expected = 0;
  for (const CellType type : mesh.cells) expected += vertices_of(type);
  if (mesh.cell_vertices.size() != expected)
    throw Error(origin.whole(), "the cells", comm.size() > 1 ? text(" of rank ", comm.rank()) : "", " need ",
                expected, " vertices and have ", mesh.cell_vertices.size());

  for_each_cell_of(mesh, [&](std::size_t cell, std::span<const global_index> vertices) {
    const ElementType& type = type_of(mesh.cells[cell]);
    if (type.dimension != mesh.dimension)
      throw Error(origin.cell(cell), "a mesh of ", mesh.dimension, " dimensions cannot have a ", type.name);
    for (const global_index v : vertices) {
      if (v < 0 || v >= points)
        throw Error(origin.cell(cell), "this ", type.name, " names vertex ", v,
                    ", but the vertices are 0 to ", points - 1);
      if (std::ranges::count(vertices, v) > 1)
        throw Error(origin.cell(cell), "this ", type.name, " names one of its vertices twice");
    }
  });
}

// Behind the corners, faces are -1 afterwards.
void check_boundary(Mesh& mesh, const Origin& origin, global_index points) {
  for (std::size_t i = 0; i < mesh.boundary.size(); ++i) {
    BoundaryFace& face = mesh.boundary[i];
    if (face.marker < 0 || face.marker >= std::ssize(mesh.markers))
      throw Error(origin.face(i), "this boundary face has marker ", face.marker, " of ", mesh.markers.size());
    const int corners = mesh.dimension == 3 && face.vertices[3] >= 0 ? 4 : mesh.dimension;
    for (int k = 0; k < corners; ++k)
      if (face.vertices[k] < 0 || face.vertices[k] >= points)
        throw Error(origin.face(i), "this boundary face names vertex ", face.vertices[k],
                    ", but the vertices are 0 to ", points - 1);
    std::fill(face.vertices.begin() + corners, face.vertices.end(), -1);
  }
}

// --- Levelling ---

// If the file gives no positions, errors name numbers.
void number_positions(const Communicator& comm, const Mesh& mesh, Origin& origin) {
  const auto all = mesh.points.size() + mesh.cells.size() + mesh.boundary.size();
  const auto known = origin.points.size() + origin.cells.size() + origin.boundary.size();
  if (sum(comm, std::int64_t{known < all}) == 0) return;
  origin.numbered = true;
  origin.points = numbers_of_share(comm, mesh.points.size());
  origin.cells = numbers_of_share(comm, mesh.cells.size());
  origin.boundary = numbers_of_share(comm, mesh.boundary.size());
}

// Divides the points into equal blocks, unless they are.
void balance_points(const Communicator& comm, Mesh& mesh, Origin& origin) {
  const Blocks blocks{sum(comm, std::ssize(mesh.points)), comm.size()};
  const bool is_block = std::ssize(mesh.points) == block_of(blocks, comm.rank()).size();
  if (min(comm, int{is_block}) == 1) return;
  const Remap remap(comm, owners_of(blocks, numbers_of_share(comm, mesh.points.size())));
  std::tie(mesh.points, origin.points) = remap.forward(mesh.points, origin.points);
}

// Of each point of this rank: whether a cell of any rank uses it.
std::vector<bool> used_points(const ConsecutiveShares& points, const Mesh& mesh) {
  std::vector<bool> is_used(mesh.points.size(), false);
  partita::detail::IndexMap elsewhere;
  std::vector<int> owners;
  collectively(points.comm(), [&] {
    for (const global_index v : mesh.cell_vertices)
      if (points.is_mine(v))
        is_used[v - points.begin()] = true;
      else if (elsewhere.insert(v) == std::ssize(owners))
        owners.push_back(points.owner(v));
  });
  for (const global_index v : Remap(points.comm(), owners).forward(elsewhere.indices()))
    is_used[v - points.begin()] = true;
  return is_used;
}

void drop_unused_points(const Communicator& comm, Mesh& mesh, Origin& origin) {
  const ConsecutiveShares points(comm, {sum(comm, std::ssize(mesh.points)), comm.size()});
  const std::vector<bool> is_used = used_points(points, mesh);
  const auto kept = static_cast<global_index>(std::ranges::count(is_used, true));
  if (sum(comm, kept) == points.total()) return;
  const global_index first = sum_below(comm, kept);
  std::vector<global_index> numbers(is_used.size(), -1);
  std::size_t used = 0;
  for (std::size_t v = 0; v < numbers.size(); ++v) {
    if (!is_used[v]) continue;
    mesh.points[used] = mesh.points[v];
    origin.points[used] = origin.points[v];
    numbers[v] = first + static_cast<global_index>(used++);
  }
  mesh.points.resize(used);
  origin.points.resize(used);
  renumber(points, numbers, mesh, origin);
  balance_points(comm, mesh, origin);
}

// Moves points to the plane z = 0. Coordinates computed in the plane may have a z of rounding size.
void flatten(const Communicator& comm, std::vector<Point>& points, const Origin& origin) {
  double extent = 0;  // the largest coordinate in the plane
  for (const Point& point : points) extent = std::max({extent, std::abs(point[0]), std::abs(point[1])});
  extent = max(comm, extent);
  collectively(comm, [&] {
    for (std::size_t i = 0; i < points.size(); ++i) {
      double& z = points[i][2];
      if (std::abs(z) > 1e-12 * extent)
        throw Error(origin.point(i),
                    "this point lies off the plane z = 0, where a mesh of triangles and quadrilaterals must "
                    "lie; turn it there, or give a mesh of the volume");
      z = 0;
    }
  });
}

}  // namespace

void level(const Communicator& comm, Draft& draft) {
  Mesh& mesh = draft.mesh;
  Origin& origin = draft.origin;
  const global_index cells = sum(comm, std::ssize(mesh.cells)), points = sum(comm, std::ssize(mesh.points));
  number_positions(comm, mesh, origin);
  if (cells == 0) throw CollectiveError(origin.whole(), "the mesh has no cells");
  // One after the other, so that all numbers of ranks name the same problem.
  collectively(comm, [&] { check_points(mesh, origin); });
  collectively(comm, [&] { check_cells(comm, mesh, origin, points); });
  collectively(comm, [&] { check_boundary(mesh, origin, points); });
  balance_points(comm, mesh, origin);
  drop_unused_points(comm, mesh, origin);
  if (mesh.dimension == 2) flatten(comm, mesh.points, origin);
}

}  // namespace partita::mesh

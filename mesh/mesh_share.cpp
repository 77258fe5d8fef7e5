// The vertices get their final numbers where they are. Then points, cells and boundary faces each travel
// once. A vertex goes to the owner of its number; a cell goes to the owners of its vertices, of which it has
// seldom more than one; a boundary face goes to the owner of its smallest vertex. All cells at a vertex are
// then on one rank, in the order of the file, and the algorithms for whole meshes do the rest. What they find
// at vertices of other ranks is incomplete, and left out.
#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <utility>

#include <partita/inspector/index_map.hpp>
#include <partita/inspector/remap.hpp>
#include <partita/mesh/blocks.hpp>
#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/close_boundary.hpp>
#include <partita/mesh/consecutive_shares.hpp>
#include <partita/mesh/find_edges.hpp>
#include <partita/mesh/mesh_share.hpp>
#include <partita/mesh/number_along_curve.hpp>
#include <partita/mesh/order_chunks.hpp>
#include <partita/mesh/orient_cells.hpp>
#include <partita/mesh/renumber_share.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {
namespace {

// Sends each cell to the owners of its vertices.
void move_cells(const Communicator& comm, const Blocks& blocks, Mesh& mesh, Origin& origin) {
  std::vector<int> owners, owners_of_corners;
  std::vector<CellType> types;
  std::vector<global_index> corners;
  std::vector<std::int64_t> positions;
  for_each_cell_of(mesh, [&](std::size_t cell, std::span<const global_index> vertices) {
    std::array<int, 8> to{};
    std::size_t distinct = 0;
    for (const global_index v : vertices) {
      const int owner = blocks.locate(v).rank;
      const auto end = to.begin() + static_cast<std::ptrdiff_t>(distinct);
      if (std::find(to.begin(), end, owner) == end) to[distinct++] = owner;
    }
    for (const int owner : std::span(to).first(distinct)) {
      owners.push_back(owner);
      owners_of_corners.insert(owners_of_corners.end(), vertices.size(), owner);
      types.push_back(mesh.cells[cell]);
      positions.push_back(origin.cells[cell]);
      corners.insert(corners.end(), vertices.begin(), vertices.end());
    }
  });
  // `= {}` would keep the memory.
  mesh.cells = decltype(mesh.cells)();
  mesh.cell_vertices = decltype(mesh.cell_vertices)();
  origin.cells = decltype(origin.cells)();
  std::tie(mesh.cells, origin.cells) = Remap(comm, owners).forward(types, positions);
  mesh.cell_vertices = Remap(comm, owners_of_corners).forward(corners);
}

// Sends each face to the owner of its smallest vertex, where faces ascend by it: those with the same one as
// in the file.
void move_faces(const Communicator& comm, const Blocks& blocks, Mesh& mesh, Origin& origin) {
  struct Face {
    std::array<global_index, 4> vertices;
    std::int64_t position;
    int marker;

    global_index smallest() const { return std::ranges::min(corners_of(vertices)); }
  };
  std::vector<Face> leaving;
  for (std::size_t f = 0; f < mesh.boundary.size(); ++f)
    leaving.push_back({mesh.boundary[f].vertices, origin.boundary[f], mesh.boundary[f].marker});
  const Remap remap(comm, leaving, [&](const Face& face) { return blocks.locate(face.smallest()).rank; });
  std::vector<Face> arrived = remap.forward(leaving);
  std::ranges::stable_sort(arrived, {}, &Face::smallest);
  mesh.boundary.clear();
  origin.boundary.clear();
  for (const Face& face : arrived) {
    mesh.boundary.emplace_back(BoundaryFace({}, face.marker)).vertices = face.vertices;
    origin.boundary.push_back(face.position);
  }
}

}  // namespace

MeshShare share_out(const Communicator& comm, Draft draft, global_index chunk) {
  Mesh& mesh = draft.mesh;
  Origin& origin = draft.origin;
  MeshShare share;
  share.vertices = sum(comm, std::ssize(mesh.points));
  share.cells = sum(comm, std::ssize(mesh.cells));
  const Blocks blocks{share.vertices, comm.size()};
  const ConsecutiveShares owners(comm, blocks);
  const global_index first = blocks.first(comm.rank());
  const auto owned = static_cast<std::size_t>(collectively(comm, [&] { return blocks.length(comm.rank()); }));

  std::vector<global_index> numbers = number_along_curve(comm, mesh.points, mesh.dimension);
  renumber(owners, numbers, mesh, origin);
  renumber(owners, order_chunks(comm, mesh, blocks, chunk), mesh, origin, numbers);
  move_faces(comm, blocks, mesh, origin);

  std::vector<Point> points(owned);
  share.in_file.resize(owned);
  {
    const Remap to_owners(comm, owners_of(blocks, numbers));
    const auto [arrived, in_file, places] = to_owners.forward(mesh.points, owners.numbers(), numbers);
    for (std::size_t k = 0; k < owned; ++k) {
      points[places[k] - first] = arrived[k];
      share.in_file[places[k] - first] = in_file[k];
    }
    numbers = decltype(numbers)();
    mesh.points = decltype(mesh.points)();
  }

  move_cells(comm, blocks, mesh, origin);
  share.mesh = std::move(mesh);
  Mesh& local = share.mesh;
  const partita::detail::IndexMap places = collectively(comm, [&] {
    partita::detail::IndexMap seen, ascending;
    for (const global_index number : local.cell_vertices) seen.insert(number);
    for (const global_index number : owners.numbers()) seen.insert(number);
    share.numbers.assign(seen.indices().begin(), seen.indices().end());
    std::ranges::sort(share.numbers);
    for (const global_index number : share.numbers) ascending.insert(number);
    return ascending;
  });
  local.vertices = std::ssize(share.numbers);
  const auto begin = std::ranges::lower_bound(share.numbers, first) - share.numbers.begin();
  share.owned = {begin, begin + static_cast<global_index>(owned)};
  // A face with a vertex of no cell here is the side of no cell, which close_boundary says, as of other
  // faces.
  renumber(local, origin, [&](global_index v) {
    const global_index place = places.find(v);
    return place < 0 ? local.vertices : place;
  });

  const Fetched point(owners, points, {share.numbers});
  local.points.reserve(share.numbers.size());
  for (const global_index number : share.numbers) local.points.push_back(point[number]);

  collectively(comm, [&] { orient_cells(local, origin); });
  close_boundary(comm, local, origin, share.owned, share.numbers);
  share.faces = sum(comm, std::ssize(local.boundary));
  local.edges = find_edges(local, share.owned);
  share.edges = sum(comm, std::ssize(local.edges));
  return share;
}

}  // namespace partita::mesh

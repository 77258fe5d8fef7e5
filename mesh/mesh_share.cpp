// Points, cells and boundary faces each travel once. A vertex goes to the owner of its number along the
// curve; a cell goes to the owners of its vertices, of which it has seldom more than one; a boundary face
// goes to the owner of its smallest vertex. All cells at a vertex are then on one rank, in the order of the
// file, and the algorithms for whole meshes do the rest. What they find at vertices of other ranks is
// incomplete, and left out.
#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/check_draft.hpp>
#include <partita/mesh/close_boundary.hpp>
#include <partita/mesh/consecutive_shares.hpp>
#include <partita/mesh/drop_unused.hpp>
#include <partita/mesh/find_edges.hpp>
#include <partita/mesh/flatten.hpp>
#include <partita/mesh/mesh_share.hpp>
#include <partita/mesh/number_along_curve.hpp>
#include <partita/mesh/orient_cells.hpp>
#include <partita/mesh/renumber.hpp>
#include <partita/mesh/sorted_numbers.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {
namespace {

template <class T>
global_index total(const Communicator& comm, const std::vector<T>& share) {
  return sum(comm, static_cast<global_index>(share.size()));
}

std::vector<global_index> consecutive(global_index first, std::size_t count) {
  std::vector<global_index> numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

// The positions of a share, or else its numbers.
void number_positions(const Communicator& comm, std::vector<std::int64_t>& positions, std::size_t count) {
  const auto first = sum_below(comm, static_cast<global_index>(count));
  if (positions.size() != count) positions = consecutive(first, count);
}

void number_positions(const Communicator& comm, const Mesh& mesh, Origin& origin) {
  const auto all = mesh.points.size() + mesh.cells.size() + mesh.boundary.size();
  const auto known = origin.points.size() + origin.cells.size() + origin.boundary.size();
  origin.numbered = sum(comm, std::int64_t{known < all}) > 0;
  if (origin.numbered) origin.points = origin.cells = origin.boundary = {};
  number_positions(comm, origin.points, mesh.points.size());
  number_positions(comm, origin.cells, mesh.cells.size());
  number_positions(comm, origin.boundary, mesh.boundary.size());
}

// Divides the points into equal blocks.
void balance_points(const Communicator& comm, Mesh& mesh, Origin& origin) {
  const Blocks blocks{total(comm, mesh.points), comm.size()};
  const auto first = sum_below(comm, static_cast<global_index>(mesh.points.size()));
  const Remap remap(comm, owners_of(blocks, consecutive(first, mesh.points.size())));
  std::tie(mesh.points, origin.points) = remap.forward(mesh.points, origin.points);
}

std::vector<global_index> corners_of_faces(const Mesh& mesh) {
  std::vector<global_index> vertices;
  for (const BoundaryFace& face : mesh.boundary)
    for (const global_index v : std::span(face.vertices).first(mesh.dimension == 2 ? 2 : 4))
      if (v >= 0) vertices.push_back(v);
  return vertices;
}

// Gives the vertices of cells and faces new numbers, which the owners of their points know.
void renumber(const Communicator& comm, Mesh& mesh, const Origin& origin,
              const std::vector<global_index>& numbers_of_points) {
  const ConsecutiveShares points(Peers(&comm), numbers_of_points.size());
  const Fetched number(points, numbers_of_points, {mesh.cell_vertices, corners_of_faces(mesh)});
  collectively(comm, [&] { renumber(mesh, origin, [&](global_index v) { return number[v]; }); });
}

// Of each point of this rank: whether a cell of any rank uses it.
std::vector<bool> used_points(const Communicator& comm, const Mesh& mesh) {
  const ConsecutiveShares points(Peers(&comm), mesh.points.size());
  std::vector<bool> is_used(mesh.points.size(), false);
  detail::IndexMap elsewhere;
  std::vector<int> owners;
  for (const global_index v : mesh.cell_vertices)
    if (points.is_mine(v))
      is_used[v - points.begin()] = true;
    else if (elsewhere.insert(v) == std::ssize(owners))
      owners.push_back(points.owner(v));
  for (const global_index v : Remap(comm, owners).forward(elsewhere.indices()))
    is_used[v - points.begin()] = true;
  return is_used;
}

void drop_unused_points(const Communicator& comm, Mesh& mesh, Origin& origin) {
  const std::vector<bool> is_used = used_points(comm, mesh);
  const auto used = static_cast<global_index>(std::ranges::count(is_used, true));
  if (sum(comm, used) == total(comm, mesh.points)) return;
  const std::vector<global_index> numbers =
      drop_unused(mesh.points, origin.points, is_used, sum_below(comm, used));
  renumber(comm, mesh, origin, numbers);
  balance_points(comm, mesh, origin);
}

// The vertices of cells, and of faces, of new owners.
struct Cells {
  std::vector<CellType> types;
  std::vector<global_index> vertices;
  std::vector<std::int64_t> positions;
};

// Sends each cell to the owners of its vertices.
Cells move_cells(const Communicator& comm, const Blocks& blocks, Mesh mesh,
                 std::vector<std::int64_t> positions) {
  std::vector<int> owners, owners_of_corners;
  Cells leaving;
  for_each_cell_of(mesh, [&](std::size_t cell, std::span<const global_index> vertices) {
    std::array<int, 8> to{};
    std::size_t distinct = 0;
    for (const global_index v : vertices) {
      const int owner = blocks.rank_of(v);
      const auto end = to.begin() + static_cast<std::ptrdiff_t>(distinct);
      if (std::find(to.begin(), end, owner) == end) to[distinct++] = owner;
    }
    for (const int owner : std::span(to).first(distinct)) {
      owners.push_back(owner);
      owners_of_corners.insert(owners_of_corners.end(), vertices.size(), owner);
      leaving.types.push_back(mesh.cells[cell]);
      leaving.positions.push_back(positions[cell]);
      leaving.vertices.insert(leaving.vertices.end(), vertices.begin(), vertices.end());
    }
  });
  mesh = {};
  positions = {};
  Cells arrived;
  std::tie(arrived.types, arrived.positions) = Remap(comm, owners).forward(leaving.types, leaving.positions);
  arrived.vertices = Remap(comm, owners_of_corners).forward(leaving.vertices);
  return arrived;
}

// Sends each face to the owner of its smallest vertex.
void move_faces(const Communicator& comm, const Blocks& blocks, Mesh& mesh, Origin& origin) {
  const auto smallest = [&](const std::array<global_index, 4>& vertices) {
    return std::ranges::min(corners_of(vertices));
  };
  struct Face {
    std::array<global_index, 4> vertices;
    std::int64_t position;
    int marker;
  };
  std::vector<Face> leaving;
  std::vector<int> owners;
  for (std::size_t f = 0; f < mesh.boundary.size(); ++f) {
    BoundaryFace& face = mesh.boundary[f];
    if (mesh.dimension == 2) face.vertices[2] = -1;
    if (face.vertices[2] < 0) face.vertices[3] = -1;
    leaving.push_back({face.vertices, origin.boundary[f], face.marker});
    owners.push_back(blocks.rank_of(smallest(face.vertices)));
  }
  std::vector<Face> arrived = Remap(comm, owners).forward(leaving);
  mesh.boundary.clear();
  origin.boundary.clear();
  for (const Face& face : arrived) {
    mesh.boundary.emplace_back(BoundaryFace({}, face.marker)).vertices = face.vertices;
    origin.boundary.push_back(face.position);
  }
}

// The values of all local vertices, from those of the owned ones.
template <class T>
std::vector<T> of_local(const MeshShare& share, const ConsecutiveShares& owners,
                        const std::vector<T>& owned) {
  const Fetched values(owners, owned, {share.numbers});
  std::vector<T> local;
  local.reserve(share.numbers.size());
  for (const global_index number : share.numbers) local.push_back(values[number]);
  return local;
}

// Gives the vertices of a share new numbers.
void reorder(MeshShare& share, const std::vector<global_index>& numbers) {
  Mesh& mesh = share.mesh;
  std::vector<local_index> order(numbers.size()), place(numbers.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](local_index v) { return numbers[v]; });
  std::vector<Point> points(order.size());
  std::vector<global_index> in_file(share.in_file.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    place[order[k]] = static_cast<local_index>(k);
    points[k] = mesh.points[order[k]];
    share.numbers[k] = numbers[order[k]];
    if (share.owned.contains(static_cast<global_index>(k)))
      in_file[k - share.owned.begin] = share.in_file[order[k] - share.owned.begin];
  }
  mesh.points = std::move(points);
  share.in_file = std::move(in_file);
  renumber(mesh, {}, [&](global_index v) { return global_index{place[v]}; });
}

// The graph of consecutive vertices, without neighbours elsewhere.
VertexGraph<global_index> subgraph(const VertexGraph<global_index>& graph, const VertexRange& vertices,
                                   global_index first) {
  VertexGraph<global_index> sub{{0}, {}};
  for (global_index v = vertices.begin; v < vertices.end; ++v) {
    for (const global_index neighbour : graph.of(v))
      if (vertices.contains(neighbour - first)) sub.neighbours.push_back(neighbour - first - vertices.begin);
    sub.first.push_back(std::ssize(sub.neighbours));
  }
  return sub;
}

// Orders each chunk by reverse Cuthill-McKee. Until now all vertices are in the order of the curve.
void order_chunks(MeshShare& share, const ConsecutiveShares& owners) {
  const VertexGraph<global_index> graph = find_neighbours(share.mesh, share.owned);
  const global_index first = share.owned.size() > 0 ? share.number(share.owned.begin) : 0;
  std::vector<global_index> number_of_owned;
  for (global_index begin = 0; begin < share.owned.size(); begin += share.blocks.chunk) {
    const VertexRange chunk{begin, std::min(begin + share.blocks.chunk, share.owned.size())};
    const std::vector<global_index> order = cuthill_mckee(subgraph(graph, chunk, share.owned.begin));
    number_of_owned.resize(chunk.end);
    for (std::size_t k = 0; k < order.size(); ++k)
      number_of_owned[begin + order[k]] = first + begin + static_cast<global_index>(k);
  }
  reorder(share, of_local(share, owners, number_of_owned));
}

// Faces ascend by their smallest vertex, those with the same one as in the file.
void sort_faces(Mesh& mesh, Origin& origin) {
  std::vector<std::size_t> order(mesh.boundary.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {},
                           [&](std::size_t f) { return std::ranges::min(mesh.boundary[f].corners()); });
  const std::vector<BoundaryFace> faces = std::move(mesh.boundary);
  const std::vector<std::int64_t> positions = std::move(origin.boundary);
  mesh.boundary.clear();
  origin.boundary.clear();
  for (const std::size_t f : order) {
    mesh.boundary.push_back(faces[f]);
    origin.boundary.push_back(positions[f]);
  }
}

}  // namespace

void level(const Communicator& comm, Draft& draft) {
  auto& [mesh, origin] = draft;
  const global_index cells = total(comm, mesh.cells), points = total(comm, mesh.points);
  number_positions(comm, mesh, origin);
  collectively(comm, [&] {
    if (cells == 0) throw Error(origin.whole(), "the mesh has no cells");
    check_draft(mesh, origin, points);
  });
  balance_points(comm, mesh, origin);
  drop_unused_points(comm, mesh, origin);
  if (mesh.dimension > 2) return;
  const double extent = max(comm, extent_of(mesh.points));
  collectively(comm, [&] { flatten(mesh.points, origin, extent); });
}

MeshShare share_out(const Communicator& comm, Draft draft, global_index chunk) {
  auto& [mesh, origin] = draft;
  MeshShare share;
  share.vertices = total(comm, mesh.points);
  share.cells = total(comm, mesh.cells);
  share.faces = total(comm, mesh.boundary);
  share.blocks = {share.vertices, comm.size(), chunk};
  const Blocks& blocks = share.blocks;
  const global_index first = blocks.first(comm.rank());
  const auto owned = static_cast<std::size_t>(blocks.length(comm.rank()));

  const auto first_in_draft = sum_below(comm, static_cast<global_index>(mesh.points.size()));
  std::vector<global_index> numbers = number_along_curve(comm, mesh.points, mesh.dimension);
  renumber(comm, mesh, origin, numbers);
  move_faces(comm, blocks, mesh, origin);

  std::vector<Point> points(owned);
  share.in_file.resize(owned);
  {
    const Remap to_owners(comm, owners_of(blocks, numbers));
    const auto [arrived, in_file, places] =
        to_owners.forward(mesh.points, consecutive(first_in_draft, mesh.points.size()), numbers);
    for (std::size_t k = 0; k < owned; ++k) {
      points[places[k] - first] = arrived[k];
      share.in_file[places[k] - first] = in_file[k];
    }
    numbers = {};
    mesh.points = {};
  }

  Mesh& local = share.mesh;
  local.dimension = mesh.dimension;
  local.markers = std::move(mesh.markers);
  local.welded_points = mesh.welded_points;
  local.boundary = std::move(mesh.boundary);
  Cells cells = move_cells(comm, blocks, std::move(mesh), std::move(origin.cells));
  local.cells = std::move(cells.types);
  local.cell_vertices = std::move(cells.vertices);
  origin.cells = std::move(cells.positions);

  const SortedNumbers here{local.cell_vertices, consecutive(first, owned)};
  share.numbers = here.numbers();
  local.vertices = std::ssize(share.numbers);
  const auto begin = std::ranges::lower_bound(share.numbers, first) - share.numbers.begin();
  share.owned = {begin, begin + static_cast<global_index>(owned)};
  renumber(local, origin, [&](global_index v) { return here.place(v); });

  const ConsecutiveShares owners(Peers(&comm), owned);
  local.points = of_local(share, owners, points);
  order_chunks(share, owners);

  sort_faces(local, origin);
  collectively(comm, [&] {
    orient_cells(local, origin);
    close_boundary(local, origin, share.owned);
  });
  local.edges = find_edges(local, share.owned);
  share.edges = total(comm, local.edges);
  return share;
}

}  // namespace partita::mesh

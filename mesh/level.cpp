#include <algorithm>
#include <tuple>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/blocks.hpp>
#include <partita/mesh/check_draft.hpp>
#include <partita/mesh/consecutive_shares.hpp>
#include <partita/mesh/drop_unused.hpp>
#include <partita/mesh/flatten.hpp>
#include <partita/mesh/level.hpp>
#include <partita/mesh/renumber_share.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {
namespace {

template <class T>
global_index total(const Communicator& comm, const std::vector<T>& share) {
  return sum(comm, static_cast<global_index>(share.size()));
}

// If the file gives no positions, errors name numbers.
void number_positions(const Communicator& comm, const Mesh& mesh, Origin& origin) {
  const auto all = mesh.points.size() + mesh.cells.size() + mesh.boundary.size();
  const auto known = origin.points.size() + origin.cells.size() + origin.boundary.size();
  origin.numbered = sum(comm, std::int64_t{known < all}) > 0;
  if (!origin.numbered) return;
  origin.points = numbers_of_share(comm, mesh.points.size());
  origin.cells = numbers_of_share(comm, mesh.cells.size());
  origin.boundary = numbers_of_share(comm, mesh.boundary.size());
}

// Divides the points into equal blocks, unless they are.
void balance_points(const Communicator& comm, Mesh& mesh, Origin& origin) {
  const Blocks blocks{total(comm, mesh.points), comm.size()};
  const bool is_block = std::ssize(mesh.points) == blocks.length(comm.rank());
  if (min(comm, int{is_block}) == 1) return;
  const Remap remap(comm, owners_of(blocks, numbers_of_share(comm, mesh.points.size())));
  std::tie(mesh.points, origin.points) = remap.forward(mesh.points, origin.points);
}

// Of each point of this rank: whether a cell of any rank uses it.
std::vector<bool> used_points(const ConsecutiveShares& points, const Mesh& mesh) {
  std::vector<bool> is_used(mesh.points.size(), false);
  detail::IndexMap elsewhere;
  std::vector<int> owners;
  const Communicator& comm = *points.peers().comm();
  collectively(comm, [&] {
    for (const global_index v : mesh.cell_vertices)
      if (points.is_mine(v))
        is_used[v - points.begin()] = true;
      else if (elsewhere.insert(v) == std::ssize(owners))
        owners.push_back(points.owner(v));
  });
  for (const global_index v : Remap(comm, owners).forward(elsewhere.indices()))
    is_used[v - points.begin()] = true;
  return is_used;
}

void drop_unused_points(const Communicator& comm, Mesh& mesh, Origin& origin) {
  const ConsecutiveShares points(comm, {total(comm, mesh.points), comm.size()});
  const std::vector<bool> is_used = used_points(points, mesh);
  const auto used = static_cast<global_index>(std::ranges::count(is_used, true));
  if (sum(comm, used) == points.total()) return;
  const std::vector<global_index> numbers =
      drop_unused(mesh.points, origin.points, is_used, sum_below(comm, used));
  renumber(points, numbers, mesh, origin);
  balance_points(comm, mesh, origin);
}

}  // namespace

void level(const Communicator& comm, Draft& draft) {
  Mesh& mesh = draft.mesh;
  Origin& origin = draft.origin;
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

}  // namespace partita::mesh

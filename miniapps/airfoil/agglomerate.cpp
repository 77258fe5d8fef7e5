#include "agglomerate.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include <partita/executor/exchange.hpp>
#include <partita/inspector/inspect.hpp>
#include <partita/inspector/remap.hpp>
#include <partita/mesh/consecutive_shares.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>

namespace partita::airfoil {
namespace {

using Shares = mesh::ConsecutiveShares;

/// A level with fewer cells has no shape that a flow could have: most of them lie at boundaries.
constexpr global_index fewest_cells = 64;

/// Of boundary: wall, symmetry plane, far field.
constexpr int most_kinds = 3;

/// Two neighbours that may join.
struct Bond {
  local_index a, b;
  double strength;
  std::uint64_t hash;

  bool operator<(const Bond& other) const {
    return std::tie(strength, hash) < std::tie(other.strength, other.hash);
  }
};

std::size_t at(local_index cell) { return static_cast<std::size_t>(cell); }

template <int D>
std::vector<Bond> bonds_of(const InspectedLoop& loop, const std::vector<Vector<D>>& normals, Exchange& halo) {
  std::vector<double> surface(at(loop.pattern().local_size()));
  const auto edges = loop.edges();
  for (std::size_t e = 0; e < edges.size(); ++e)
    for (const local_index end : edges[e]) surface[at(end)] += length(normals[e]);
  halo.gather(surface);  // a rank has all edges of its own cells only
  std::vector<Bond> bonds;
  auto number = loop.iterations().begin();
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto [a, b] = edges[e];
    const double area = length(normals[e]);
    bonds.push_back(
        {a, b, area / surface[at(a)] + area / surface[at(b)], mixed(static_cast<std::uint64_t>(*number++))});
  }
  return bonds;
}

/// For each cell its neighbour by the strongest of these bonds, of those that it may take; itself without
/// one.
template <class MayTake>
std::vector<local_index> strongest_of(const std::vector<Bond>& bonds, std::size_t cells,
                                      const MayTake& may_take) {
  std::vector<const Bond*> strongest(cells);
  std::vector<local_index> neighbour(cells);
  std::iota(neighbour.begin(), neighbour.end(), 0);
  for (const Bond& bond : bonds)
    for (const auto& [here, there] : {std::pair(bond.a, bond.b), std::pair(bond.b, bond.a)}) {
      const Bond*& best = strongest[at(here)];
      if ((best && !(*best < bond)) || !may_take(here, there)) continue;
      best = &bond;
      neighbour[at(here)] = there;
    }
  return neighbour;
}

std::vector<local_index> strongest_of(const std::vector<Bond>& bonds, std::size_t cells) {
  return strongest_of(bonds, cells, [](local_index, local_index) { return true; });
}

/// Joins pairs along these bonds, and cells that are left to pairs. Collective.
/// @param number  of each cell
/// @param group  of each cell: the number of the first cell that it is joined with, or its own
void join(const Communicator& comm, const std::vector<Bond>& bonds, const std::vector<global_index>& number,
          std::vector<global_index>& group, Exchange& halo) {
  constexpr global_index none = -1;
  const std::size_t cells = number.size();
  std::vector<global_index> choice(cells), mate(cells, none);
  for (std::vector<Bond> open = bonds; sum(comm, std::int64_t{std::ssize(open)}) > 0;) {
    const auto strongest = strongest_of(open, cells);
    for (std::size_t cell = 0; cell < cells; ++cell) choice[cell] = number[at(strongest[cell])];
    halo.gather(choice);  // a rank sees all bonds of its own cells only
    for (const Bond& bond : open) {
      const std::size_t a = at(bond.a), b = at(bond.b);
      if (choice[a] == number[b] && choice[b] == number[a]) mate[a] = number[b], mate[b] = number[a];
    }
    halo.gather(mate);
    std::erase_if(open,
                  [&](const Bond& bond) { return mate[at(bond.a)] != none || mate[at(bond.b)] != none; });
  }
  for (std::size_t cell = 0; cell < cells; ++cell)
    if (mate[cell] != none) group[cell] = std::min(number[cell], mate[cell]);
  const auto strongest = strongest_of(bonds, cells);
  for (std::size_t cell = 0; cell < cells; ++cell)
    if (mate[cell] == none) group[cell] = group[at(strongest[cell])];
  halo.gather(group);
}

/// Values added by key, ascending. A key's first number is a cell; its owner has the sum.
template <int N>
struct Sums {
  std::vector<Edge> keys;
  std::vector<Vector<N>> sums;
};

/// Adds each rank's values in the order of the ranks. Collective.
template <int N>
Sums<N> summed(const Shares& cells, const std::vector<Edge>& keys, const std::vector<Vector<N>>& values) {
  std::vector<int> owners;
  for (const Edge& key : keys) owners.push_back(cells.owner(key[0]));
  const auto all_arrived = Remap(cells.comm(), owners).forward(keys, values);
  const std::vector<Edge>& arrived = std::get<0>(all_arrived);
  const std::vector<Vector<N>>& value = std::get<1>(all_arrived);
  std::vector<std::size_t> order(arrived.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return arrived[k]; });
  Sums<N> all;
  for (const std::size_t k : order)
    if (!all.keys.empty() && all.keys.back() == arrived[k]) {
      all.sums.back() += value[k];
    } else {
      all.keys.push_back(arrived[k]);
      all.sums.push_back(value[k]);
    }
  return all;
}

/// Of the numbers in each list, the values that the ranks' shares have. Collective.
template <class T, std::size_t N>
std::vector<std::array<T, N>> fetched(const Shares& shares, const std::vector<T>& share,
                                      const std::vector<std::array<global_index, N>>& rows) {
  std::vector<global_index> numbers;
  for (const auto& row : rows) numbers.insert(numbers.end(), row.begin(), row.end());
  const mesh::Fetched<T> values(shares, share, {numbers});
  std::vector<std::array<T, N>> found(rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (std::size_t c = 0; c < N; ++c) found[k][c] = values[rows[k][c]];
  return found;
}

/// The boundary by cell and kind: the sums of its normals, each corner of a face with its share. Collective.
/// @param corners  of each face: the cells at its corners
template <int D>
Sums<D> boundary_of(const Shares& cells, const Geometry<D>& geometry,
                    const std::vector<std::array<global_index, D>>& corners) {
  std::vector<Edge> keys;
  std::vector<Vector<D>> shares;
  for (std::size_t f = 0; f < corners.size(); ++f)
    for (const global_index corner : corners[f]) {
      keys.push_back({corner, static_cast<global_index>(geometry.face_kinds[f])});
      shares.push_back((1.0 / D) * geometry.face_normals[f]);
    }
  return summed(cells, keys, shares);
}

/// The kinds of boundary that a rank's cells have, as bits, and the sum of its normals. Collective.
template <int D>
std::pair<std::vector<unsigned>, std::vector<Vector<D>>> boundaries_of(const Shares& cells,
                                                                       const Geometry<D>& geometry) {
  std::vector<unsigned> kinds(geometry.points.size());
  std::vector<Vector<D>> normals(kinds.size());
  const Sums<D> all = boundary_of<D>(cells, geometry, geometry.faces);
  for (std::size_t k = 0; k < all.keys.size(); ++k) {
    const auto& [cell, kind] = all.keys[k];
    const auto here = static_cast<std::size_t>(cell - cells.begin());
    kinds[here] |= 1u << kind;
    normals[here] += all.sums[k];
  }
  return {std::move(kinds), std::move(normals)};
}

/// What became of a rank's cells.
struct Joined {
  std::vector<global_index> whole;  ///< of each cell, the cell that it is a part of
  Shares cells;                     ///< of these
};

/// Joins neighbours with the same kinds of boundary: first cells without a leader, then those that these
/// lead, and so on. New cells are numbered by their first part. Collective.
template <int D>
Joined joined(const Shares& parts, const Geometry<D>& fine) {
  const Communicator& comm = parts.comm();
  const std::size_t owned = fine.points.size();
  const auto table = TranslationTable::from_block_sizes(comm, static_cast<local_index>(owned));
  const InspectedLoop loop = inspect(table, fine.edges, Execution::both_sides);
  Exchange halo(loop.pattern());
  const std::vector<Bond> bonds = bonds_of<D>(loop, loop.take(fine.normals), halo);

  const std::size_t cells = at(loop.pattern().local_size());
  std::vector<global_index> number(cells);
  std::iota(number.begin(), number.end(), parts.begin());
  auto [kinds, outward] = boundaries_of(parts, fine);
  kinds.resize(cells);
  outward.resize(cells);
  halo.gather(number, kinds, outward);
  const auto leader = strongest_of(bonds, cells, [&](local_index here, local_index there) {
    return kinds[at(here)] != kinds[at(there)] && (kinds[at(here)] | kinds[at(there)]) == kinds[at(here)];
  });
  const auto leads_itself = [&](std::size_t cell) { return at(leader[cell]) == cell; };
  std::vector<int> turn(cells);  // a leader's comes before those of the cells that it leads
  for (std::size_t cell = 0; cell < cells; ++cell)
    turn[cell] = leads_itself(cell) ? 0 : std::popcount(kinds[cell]);
  halo.gather(turn);

  std::vector<global_index> group = number, leaders(cells);
  for (int now = 0; now <= most_kinds; ++now) {
    for (std::size_t cell = 0; cell < cells; ++cell)
      leaders[cell] = leads_itself(cell) ? -1 : group[at(leader[cell])];
    halo.gather(leaders);
    std::vector<Bond> open;
    for (const Bond& bond : bonds) {
      const auto are_alike = [&](const auto& list) { return list[at(bond.a)] == list[at(bond.b)]; };
      const bool face_one_way = kinds[at(bond.a)] == 0 || dot(outward[at(bond.a)], outward[at(bond.b)]) > 0;
      if (turn[at(bond.a)] == now && are_alike(turn) && are_alike(kinds) && are_alike(leaders) &&
          face_one_way)
        open.push_back(bond);
    }
    join(comm, open, number, group, halo);
  }

  std::size_t wholes = 0;
  std::vector<std::array<global_index, 1>> first_part(owned);
  for (std::size_t cell = 0; cell < owned; ++cell) {
    first_part[cell] = {group[cell]};
    if (group[cell] == number[cell]) ++wholes;
  }
  Joined all{{}, Shares(comm, wholes)};
  global_index next = all.cells.begin();
  std::vector<global_index> new_number(owned);  // of first parts
  for (std::size_t cell = 0; cell < owned; ++cell)
    if (group[cell] == number[cell]) new_number[cell] = next++;
  for (const auto& [number_of_first] : fetched(parts, new_number, first_part))
    all.whole.push_back(number_of_first);
  return all;
}

/// The faces between the joined cells. Collective.
template <int D>
void add_edges(const Shares& parts, const Shares& cells, const Geometry<D>& fine, Geometry<D>& coarse) {
  const auto ends = fetched(parts, fine.parents, fine.edges);
  std::vector<Edge> keys;
  std::vector<Vector<D + 1>> normals_and_areas;
  for (std::size_t e = 0; e < ends.size(); ++e) {
    const auto [a, b] = ends[e];
    if (a == b) continue;
    keys.push_back({std::min(a, b), std::max(a, b)});
    auto& row = normals_and_areas.emplace_back();
    put((a < b ? 1.0 : -1.0) * fine.normals[e], row);
    row[D] = fine.areas.empty() ? length(fine.normals[e]) : fine.areas[e];
  }
  Sums<D + 1> faces = summed(cells, keys, normals_and_areas);
  coarse.edges = std::move(faces.keys);
  for (const Vector<D + 1>& sum : faces.sums) {
    coarse.normals.push_back(vector_in<D>(sum));
    coarse.areas.push_back(sum[D]);
  }
  for (const auto& [a, b] : fetched(cells, coarse.points, coarse.edges)) coarse.ways.push_back(b - a);
}

/// Whether a part of the mesh has become one cell: it has no sides, and so no wave leaves it. Collective.
template <int D>
bool has_isolated_cells(const Shares& cells, const Geometry<D>& level) {
  std::vector<Edge> ends;
  for (const auto& [a, b] : level.edges) ends.insert(ends.end(), {{a, 0}, {b, 0}});
  const auto connected = std::ssize(summed(cells, ends, std::vector<Vector<1>>(ends.size())).keys);
  return sum(cells.comm(), std::int64_t{connected}) < cells.total();
}

/// The boundary of the joined cells: for each cell and kind, one face that has this cell at every corner.
template <int D>
void add_boundary(const Shares& parts, const Shares& cells, const Geometry<D>& fine, Geometry<D>& coarse) {
  Sums<D> faces = boundary_of<D>(cells, fine, fetched(parts, fine.parents, fine.faces));
  for (const auto& [cell, kind] : faces.keys) {
    coarse.faces.emplace_back().fill(cell);
    coarse.face_kinds.push_back(static_cast<FaceKind>(kind));
  }
  coarse.face_normals = std::move(faces.sums);
}

/// The next level, and the `parents` that lead to it; none if it would have too few cells, or as many.
/// Collective.
template <int D>
std::optional<Geometry<D>> coarser_than(const Communicator& comm, Geometry<D>& fine) {
  const Shares parts(comm, fine.points.size());
  auto [wholes, cells] = joined(parts, fine);
  if (cells.total() < fewest_cells || cells.total() == parts.total()) return std::nullopt;
  fine.parents = std::move(wholes);
  std::vector<Edge> keys;
  std::vector<Vector<D + 1>> volumes_and_moments;
  for (std::size_t v = 0; v < fine.parents.size(); ++v) {
    keys.push_back({fine.parents[v], 0});
    auto& row = volumes_and_moments.emplace_back();
    put(fine.volumes[v] * fine.points[v], row);
    row[D] = fine.volumes[v];
  }
  Geometry<D> coarse;
  for (const Vector<D + 1>& sum : summed(cells, keys, volumes_and_moments).sums) {
    coarse.volumes.push_back(sum[D]);
    coarse.points.push_back((1 / sum[D]) * vector_in<D>(sum));
  }
  coarse.file_number = cells.numbers();
  add_edges(parts, cells, fine, coarse);
  add_boundary(parts, cells, fine, coarse);
  if (!has_isolated_cells(cells, coarse)) return coarse;
  fine.parents.clear();
  return std::nullopt;
}

}  // namespace

template <int D>
void agglomerate(const Communicator& comm, Geometry<D>& geometry, int levels) {
  for (int level = 1; level < levels; ++level) {
    Geometry<D>& finest = geometry.coarser.empty() ? geometry : geometry.coarser.back();
    std::optional<Geometry<D>> next = coarser_than(comm, finest);
    if (next && level > 1) {
      Geometry<D> pairs = std::move(*next);
      next = coarser_than(comm, pairs);
      const auto& wholes = pairs.parents;
      std::vector<std::array<global_index, 1>> of_pairs;
      for (const global_index pair : finest.parents) of_pairs.push_back({pair});
      finest.parents.clear();
      if (next)
        for (const auto& [whole] : fetched(Shares(comm, wholes.size()), wholes, of_pairs))
          finest.parents.push_back(whole);
    }
    const auto cells = [&](const Geometry<D>& of) { return sum(comm, std::int64_t{std::ssize(of.points)}); };
    if (next && level > 1 && 2 * cells(*next) > cells(finest)) {
      finest.parents.clear();
      next.reset();
    }
    if (!next) break;
    geometry.coarser.push_back(std::move(*next));
  }
}

template void agglomerate(const Communicator&, Geometry<2>&, int);
template void agglomerate(const Communicator&, Geometry<3>&, int);

}  // namespace partita::airfoil

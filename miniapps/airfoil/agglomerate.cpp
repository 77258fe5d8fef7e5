#include "agglomerate.hpp"

#include <algorithm>
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

/// A level with fewer cells has no shape that a flow could have.
constexpr global_index fewest_cells = 16;

/// Cells and the faces between them; each list is a rank's share.
template <int D>
struct Graph {
  std::size_t cells;
  std::vector<Edge> edges;
  std::vector<Vector<D>> normals;  ///< from the first end to the second
  std::vector<double> areas;       ///< of the faces whose normals have been added
};

/// Two neighbours that may join.
struct Bond {
  local_index a, b;
  double strength;
  std::uint64_t hash;

  bool operator<(const Bond& other) const {
    return std::tie(strength, hash) < std::tie(other.strength, other.hash);
  }
};

template <int D>
std::vector<Bond> bonds_of(const InspectedLoop& loop, const std::vector<Vector<D>>& normals, Exchange& halo) {
  std::vector<double> surface(static_cast<std::size_t>(loop.pattern().local_size()));
  const auto edges = loop.edges();
  for (std::size_t e = 0; e < edges.size(); ++e)
    for (const local_index end : edges[e]) surface[static_cast<std::size_t>(end)] += length(normals[e]);
  halo.gather(surface);  // a rank has all edges of its own cells only
  std::vector<Bond> bonds;
  auto number = loop.iterations().begin();
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto [a, b] = edges[e];
    const double area = length(normals[e]);
    bonds.push_back(
        {a, b, area / surface[static_cast<std::size_t>(a)] + area / surface[static_cast<std::size_t>(b)],
         mixed(static_cast<std::uint64_t>(*number++))});
  }
  return bonds;
}

/// The strongest of the bonds at each cell; none for a cell without.
std::vector<const Bond*> strongest_of(const std::vector<Bond>& bonds, std::size_t cells) {
  std::vector<const Bond*> strongest(cells);
  for (const Bond& bond : bonds)
    for (const local_index end : {bond.a, bond.b}) {
      const Bond*& best = strongest[static_cast<std::size_t>(end)];
      if (!best || *best < bond) best = &bond;
    }
  return strongest;
}

/// What became of a rank's cells.
struct Joined {
  std::vector<global_index> whole;  ///< of each cell, the cell that it is a part of
  std::size_t cells;                ///< of these, in this rank's share
};

/// Joins pairs. New cells are numbered by the smaller of the two that joined first. Collective.
template <int D>
Joined join(const Communicator& comm, const Graph<D>& graph) {
  const auto table = TranslationTable::from_block_sizes(comm, static_cast<local_index>(graph.cells));
  const InspectedLoop loop = inspect(table, graph.edges, Execution::both_sides);
  Exchange halo(loop.pattern());
  const std::vector<Bond> bonds = bonds_of<D>(loop, loop.take(graph.normals), halo);

  const auto cells = static_cast<std::size_t>(loop.pattern().local_size());
  const auto at = [](local_index cell) { return static_cast<std::size_t>(cell); };
  const auto across = [&](const Bond& bond, std::size_t cell) {
    return at(at(bond.a) == cell ? bond.b : bond.a);
  };
  constexpr global_index none = -1;
  std::vector<global_index> number(cells), choice(cells), mate(cells, none);
  std::iota(number.begin(), number.end(), sum_below(comm, static_cast<global_index>(graph.cells)));
  halo.gather(number);
  for (std::vector<Bond> open = bonds; sum(comm, std::int64_t{std::ssize(open)}) > 0;) {
    const auto strongest = strongest_of(open, cells);
    for (std::size_t cell = 0; cell < cells; ++cell)
      choice[cell] = strongest[cell] ? number[across(*strongest[cell], cell)] : none;
    halo.gather(choice);  // a rank sees all bonds of its own cells only
    for (const Bond& bond : open) {
      const std::size_t a = at(bond.a), b = at(bond.b);
      if (choice[a] == number[b] && choice[b] == number[a]) mate[a] = number[b], mate[b] = number[a];
    }
    halo.gather(mate);
    std::erase_if(open,
                  [&](const Bond& bond) { return mate[at(bond.a)] != none || mate[at(bond.b)] != none; });
  }

  const auto strongest = strongest_of(bonds, cells);
  const auto is_first = [&](std::size_t cell) {
    return mate[cell] == none ? !strongest[cell] : number[cell] < mate[cell];
  };
  Joined joined{std::vector<global_index>(cells, none), 0};
  for (std::size_t cell = 0; cell < graph.cells; ++cell)
    if (is_first(cell)) ++joined.cells;
  global_index next = sum_below(comm, static_cast<global_index>(joined.cells));
  for (std::size_t cell = 0; cell < graph.cells; ++cell)
    if (is_first(cell)) joined.whole[cell] = next++;
  halo.gather(joined.whole);
  for (const Bond& bond : bonds) {
    const std::size_t a = at(bond.a), b = at(bond.b);
    if (mate[a] == number[b]) joined.whole[a] = joined.whole[b] = std::max(joined.whole[a], joined.whole[b]);
  }
  halo.gather(joined.whole);
  for (std::size_t cell = 0; cell < graph.cells; ++cell)
    if (mate[cell] == none && strongest[cell])
      joined.whole[cell] = joined.whole[across(*strongest[cell], cell)];
  joined.whole.resize(graph.cells);
  return joined;
}

/// Values added by key, ascending. A key's first number is a cell; its owner has the sum.
template <int N>
struct Sums {
  std::vector<Edge> keys;
  std::vector<Vector<N>> sums;
};

/// Adds each rank's values in the order of the ranks. Collective.
template <int N>
Sums<N> summed(const Communicator& comm, const mesh::ConsecutiveShares& cells, const std::vector<Edge>& keys,
               const std::vector<Vector<N>>& values) {
  std::vector<int> owners;
  for (const Edge& key : keys) owners.push_back(cells.owner(key[0]));
  const auto all_arrived = Remap(comm, owners).forward(keys, values);
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
std::vector<std::array<T, N>> fetched(const Communicator& comm, const std::vector<T>& share,
                                      const std::vector<std::array<global_index, N>>& rows) {
  std::vector<global_index> numbers;
  for (const auto& row : rows) numbers.insert(numbers.end(), row.begin(), row.end());
  const mesh::ConsecutiveShares shares(comm, share.size());
  const mesh::Fetched<T> values(shares, share, {numbers});
  std::vector<std::array<T, N>> found(rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (std::size_t c = 0; c < N; ++c) found[k][c] = values[rows[k][c]];
  return found;
}

/// The graph of the joined cells. Collective.
template <int D>
Graph<D> contracted(const Communicator& comm, const Graph<D>& graph, const Joined& joined) {
  const auto ends = fetched(comm, joined.whole, graph.edges);
  std::vector<Edge> keys;
  std::vector<Vector<D + 1>> normals_and_areas;
  for (std::size_t e = 0; e < ends.size(); ++e) {
    const auto [a, b] = ends[e];
    if (a == b) continue;
    keys.push_back({std::min(a, b), std::max(a, b)});
    auto& row = normals_and_areas.emplace_back();
    put((a < b ? 1.0 : -1.0) * graph.normals[e], row);
    row[D] = graph.areas[e];
  }
  Sums<D + 1> faces = summed(comm, mesh::ConsecutiveShares(comm, joined.cells), keys, normals_and_areas);
  Graph<D> whole{joined.cells, std::move(faces.keys), {}, {}};
  for (const Vector<D + 1>& sum : faces.sums) {
    whole.normals.push_back(vector_in<D>(sum));
    whole.areas.push_back(sum[D]);
  }
  return whole;
}

/// Whether a part of the mesh has become one cell: it has no sides, and so no wave leaves it. Collective.
template <int D>
bool has_isolated_cells(const Communicator& comm, const Graph<D>& graph) {
  std::vector<Edge> ends;
  for (const auto& [a, b] : graph.edges) ends.insert(ends.end(), {{a, 0}, {b, 0}});
  const std::vector<Vector<1>> ones(ends.size());
  const std::size_t joined = summed(comm, mesh::ConsecutiveShares(comm, graph.cells), ends, ones).keys.size();
  return sum(comm, static_cast<std::int64_t>(graph.cells - joined)) > 0;
}

/// The boundary of the joined cells: for each cell and kind, one face that has this cell at every corner.
template <int D>
void add_boundary(const Communicator& comm, const Geometry<D>& fine, Geometry<D>& coarse) {
  const auto corners = fetched(comm, fine.parents, fine.faces);
  std::vector<Edge> keys;
  std::vector<Vector<D>> shares;
  for (std::size_t f = 0; f < corners.size(); ++f)
    for (const global_index corner : corners[f]) {
      keys.push_back({corner, static_cast<global_index>(fine.face_kinds[f])});
      shares.push_back((1.0 / D) * fine.face_normals[f]);
    }
  const mesh::ConsecutiveShares cells(comm, coarse.points.size());
  Sums<D> faces = summed(comm, cells, keys, shares);
  for (const auto& [cell, kind] : faces.keys) {
    coarse.faces.emplace_back().fill(cell);
    coarse.face_kinds.push_back(static_cast<FaceKind>(kind));
  }
  coarse.face_normals = std::move(faces.sums);
}

/// The next level, and the `parents` that lead to it; none if it would have too few cells. Collective.
template <int D>
std::optional<Geometry<D>> coarser_than(const Communicator& comm, Geometry<D>& fine) {
  Graph<D> graph{fine.points.size(), fine.edges, fine.normals, fine.areas};
  if (graph.areas.empty())
    for (const Vector<D>& normal : fine.normals) graph.areas.push_back(length(normal));
  std::vector<std::array<global_index, 1>> parents(fine.points.size());
  global_index number = sum_below(comm, std::int64_t{std::ssize(parents)});
  for (auto& parent : parents) parent = {number++};
  for (int pass = 0; pass < D; ++pass) {
    const Joined joined = join(comm, graph);
    parents = fetched(comm, joined.whole, parents);
    graph = contracted(comm, graph, joined);
  }
  const mesh::ConsecutiveShares cells(comm, graph.cells);
  if (cells.total() < fewest_cells) return std::nullopt;
  if (has_isolated_cells(comm, graph)) return std::nullopt;

  Geometry<D> coarse;
  fine.parents.clear();
  std::vector<Edge> keys;
  std::vector<Vector<D + 1>> volumes_and_moments;
  for (std::size_t v = 0; v < parents.size(); ++v) {
    fine.parents.push_back(parents[v][0]);
    keys.push_back({parents[v][0], 0});
    auto& row = volumes_and_moments.emplace_back();
    put(fine.volumes[v] * fine.points[v], row);
    row[D] = fine.volumes[v];
  }
  for (const Vector<D + 1>& sum : summed(comm, cells, keys, volumes_and_moments).sums) {
    coarse.volumes.push_back(sum[D]);
    coarse.points.push_back((1 / sum[D]) * vector_in<D>(sum));
  }
  coarse.file_number = cells.numbers();
  coarse.edges = std::move(graph.edges);
  coarse.normals = std::move(graph.normals);
  coarse.areas = std::move(graph.areas);
  for (const auto& [a, b] : fetched(comm, coarse.points, coarse.edges)) coarse.ways.push_back(b - a);
  add_boundary(comm, fine, coarse);
  return coarse;
}

}  // namespace

template <int D>
void agglomerate(const Communicator& comm, Geometry<D>& geometry, int levels) {
  for (int level = 1; level < levels; ++level) {
    Geometry<D>& finest = geometry.coarser.empty() ? geometry : geometry.coarser.back();
    std::optional<Geometry<D>> next = coarser_than(comm, finest);
    if (!next) break;
    geometry.coarser.push_back(std::move(*next));
  }
}

template void agglomerate(const Communicator&, Geometry<2>&, int);
template void agglomerate(const Communicator&, Geometry<3>&, int);

}  // namespace partita::airfoil

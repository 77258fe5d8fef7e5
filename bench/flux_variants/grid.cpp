#include "bench/flux_variants/grid.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <tuple>
#include <utility>

#include <partita/mesh/renumber.hpp>
#include <partita/support/random.hpp>

#include "miniapps/op2_airfoil/gas.hpp"

namespace partita::flux_variants {
namespace {

// Rows of `components` values each, in the given order.
template <class Values>
void permute(Values& values, std::size_t components, const Order& order) {
  Values permuted;
  permuted.reserve(values.size());
  for (const local_index old : order) {
    const auto row = values.begin() + static_cast<std::ptrdiff_t>(old * components);
    permuted.insert(permuted.end(), row, row + static_cast<std::ptrdiff_t>(components));
  }
  values = std::move(permuted);
}

Order inverse(const Order& order) {
  Order place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = static_cast<local_index>(k);
  return place;
}

Order identity(std::size_t elements) {
  Order order(elements);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

}  // namespace

EdgeGrid edge_grid(const op2_airfoil::Grid& grid) {
  EdgeGrid result;
  for (const auto& [a, b] : grid.edge_nodes) {
    result.node1.push_back(static_cast<local_index>(a));
    result.node2.push_back(static_cast<local_index>(b));
  }
  for (const auto& [a, b] : grid.edge_cells) {
    result.cell1.push_back(static_cast<local_index>(a));
    result.cell2.push_back(static_cast<local_index>(b));
  }
  for (const auto& [x, y] : grid.nodes) result.x.insert(result.x.end(), {x, y});

  Random random(1);
  const auto disturbed = [&](double value) { return value * (1 + 0.1 * random.next() * 0x1p-32); };
  for (std::size_t cell = 0; cell < grid.cell_nodes.size(); ++cell) {
    for (const double value : op2_airfoil::free_stream) result.q.push_back(disturbed(value));
    result.adt.push_back(disturbed(1));
  }
  result.generated_cell = identity(result.cells());
  return result;
}

void order_edges(EdgeGrid& grid, const Order& order) {
  for (auto* ends : {&grid.node1, &grid.node2, &grid.cell1, &grid.cell2}) permute(*ends, 1, order);
}

void renumber_cells(EdgeGrid& grid, const Order& order) {
  permute(grid.q, 4, order);
  permute(grid.adt, 1, order);
  permute(grid.generated_cell, 1, order);
  const Order place = inverse(order);
  for (auto* cells : {&grid.cell1, &grid.cell2})
    for (local_index& cell : *cells) cell = place[cell];
}

void renumber_nodes(EdgeGrid& grid, const Order& order) {
  permute(grid.x, 2, order);
  const Order place = inverse(order);
  for (auto* nodes : {&grid.node1, &grid.node2})
    for (local_index& node : *nodes) node = place[node];
}

Order random_order(std::size_t elements) {
  Order order = identity(elements);
  Random(2).shuffle(order);
  return order;
}

Order cuthill_mckee(const EdgeGrid& grid) {
  mesh::Mesh graph;
  graph.vertices = static_cast<global_index>(grid.cells());
  for (std::size_t edge = 0; edge < grid.edges(); ++edge)
    graph.edges.push_back(
        {std::min(grid.cell1[edge], grid.cell2[edge]), std::max(grid.cell1[edge], grid.cell2[edge])});
  std::ranges::sort(graph.edges);
  const auto order = mesh::cuthill_mckee(graph);
  return {order.begin(), order.end()};
}

Order nodes_by_first_use(const EdgeGrid& grid) {
  Order order;
  order.reserve(grid.nodes());
  std::vector<char> named(grid.nodes(), 0);
  const auto name = [&](local_index node) {
    if (!std::exchange(named[node], 1)) order.push_back(node);
  };
  for (std::size_t edge = 0; edge < grid.edges(); ++edge) name(grid.node1[edge]), name(grid.node2[edge]);
  for (std::size_t node = 0; node < grid.nodes(); ++node) name(static_cast<local_index>(node));
  return order;
}

Order edges_by_cell(const EdgeGrid& grid) {
  Order order = identity(grid.edges());
  std::ranges::sort(order, {}, [&](local_index edge) {
    const auto [smaller, larger] = std::minmax({grid.cell1[edge], grid.cell2[edge]});
    return std::tuple(smaller, larger, edge);
  });
  return order;
}

Order edges_by_kind(const EdgeGrid& grid) {
  Order order = identity(grid.edges());
  std::stable_partition(  // std::ranges::stable_partition gives a subrange, which clang 14 refuses
      order.begin(), order.end(),
      [&](local_index edge) { return std::abs(grid.cell1[edge] - grid.cell2[edge]) != 1; });
  return order;
}

EdgeGrid by_components(EdgeGrid grid) {
  const Doubles rows = grid.q;
  for (std::size_t cell = 0; cell < grid.cells(); ++cell)
    for (std::size_t c = 0; c < 4; ++c) grid.q[c * grid.cells() + cell] = rows[4 * cell + c];
  return grid;
}

Sides sides(const EdgeGrid& grid) {
  Sides sides;
  sides.first.assign(grid.cells() + 1, 0);
  for (const auto* cells : {&grid.cell1, &grid.cell2})
    for (const local_index cell : *cells) ++sides.first[cell + 1];
  std::inclusive_scan(sides.first.begin(), sides.first.end(), sides.first.begin());

  sides.edge.resize(2 * grid.edges());
  std::vector<std::size_t> next(sides.first.begin(), sides.first.end() - 1);
  for (std::size_t edge = 0; edge < grid.edges(); ++edge) {
    const auto side = static_cast<local_index>(edge);
    sides.edge[next[grid.cell1[edge]]++] = side;
    sides.edge[next[grid.cell2[edge]]++] = ~side;
  }
  return sides;
}

EdgeGrid from_both_sides(const EdgeGrid& grid, const Sides& sides) {
  EdgeGrid result = grid;
  for (auto* ends : {&result.node1, &result.node2, &result.cell1, &result.cell2}) ends->clear();
  const auto add = [&](local_index node1, local_index node2, local_index cell1, local_index cell2) {
    result.node1.push_back(node1), result.node2.push_back(node2);
    result.cell1.push_back(cell1), result.cell2.push_back(cell2);
  };
  for (const local_index side : sides.edge) {
    const local_index edge = side < 0 ? ~side : side;
    if (side < 0)
      add(grid.node2[edge], grid.node1[edge], grid.cell2[edge], grid.cell1[edge]);
    else
      add(grid.node1[edge], grid.node2[edge], grid.cell1[edge], grid.cell2[edge]);
  }
  return result;
}

}  // namespace partita::flux_variants

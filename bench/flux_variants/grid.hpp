#pragma once
/// \file The grid of the interior flux, its fields, and the orders of both in memory.

#include <cstddef>
#include <new>
#include <vector>

#include <partita/support/types.hpp>

#include "miniapps/op2_airfoil/grid.hpp"

namespace partita::flux_variants {

/// Doubles aligned to cache lines, as in Kokkos, so that no row of four crosses a line.
template <class T>
struct OnCacheLine {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};

  OnCacheLine() = default;
  template <class Other>
  OnCacheLine(const OnCacheLine<Other>&) {}

  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), alignment)); }
  void deallocate(T* values, std::size_t) { ::operator delete(values, alignment); }
  bool operator==(const OnCacheLine&) const = default;
};
using Doubles = std::vector<double, OnCacheLine<double>>;

/// Edges between two cells: one array for each end, as vector units need them. Fields are stored row by row:
/// x has two components per node, q four per cell, adt one per cell.
struct EdgeGrid {
  std::vector<local_index> node1, node2, cell1, cell2;  ///< of each edge
  Doubles x, q, adt;
  std::vector<local_index> generated_cell;  ///< each cell's number when the grid was generated

  std::size_t edges() const { return cell1.size(); }
  std::size_t cells() const { return adt.size(); }
  std::size_t nodes() const { return x.size() / 2; }
};

/// Makes the grid as generated. q is the free stream with a different disturbance in every cell.
EdgeGrid edge_grid(const op2_airfoil::Grid& grid);

/// Numbers of the elements in their new order: element order[k] becomes element k.
using Order = std::vector<local_index>;

void order_edges(EdgeGrid& grid, const Order& order);
void renumber_cells(EdgeGrid& grid, const Order& order);
void renumber_nodes(EdgeGrid& grid, const Order& order);

Order random_order(std::size_t elements);
Order cuthill_mckee(const EdgeGrid& grid);       ///< of cells: reverse Cuthill-McKee over the edges
Order nodes_by_first_use(const EdgeGrid& grid);  ///< of nodes: in the order of their first use by the edges
Order edges_by_cell(const EdgeGrid& grid);       ///< ascending by the smaller cell, then by the larger

/// All edges between the cells of two layers, then all edges between neighbours in one layer. For a grid
/// numbered as generated.
Order edges_by_kind(const EdgeGrid& grid);

/// q component by component: that of component c and cell k is q[c * cells + k].
EdgeGrid by_components(EdgeGrid grid);

/// The data of a loop over cells: the sides of cell k are first[k] to first[k + 1] - 1.
struct Sides {
  std::vector<std::size_t> first;
  std::vector<local_index> edge;  ///< the edge of each side, or ~edge if the cell is the edge's second
};
Sides sides(const EdgeGrid& grid);

/// Every edge twice, in the order of `sides`: once from each of its cells, with that cell as its first.
EdgeGrid from_both_sides(const EdgeGrid& grid, const Sides& sides);

}  // namespace partita::flux_variants

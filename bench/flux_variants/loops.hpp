#pragma once
/// \file The interior flux of OP2's Airfoil, the hot loop of the benchmark, written in several ways. Each
/// adds the flux through every edge to res of its first cell and subtracts it from res of its second. res has
/// the layout of q.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <partita/support/types.hpp>

#include "bench/flux_variants/grid.hpp"
#include "miniapps/op2_airfoil/gas.hpp"

namespace partita::flux_variants {

using Point = std::array<double, 2>;
using State = std::array<double, 4>;

/// Arithmetic of one edge, each operation counted as one: additions, multiplications, and 2 divisions. Eight
/// of them are the additions to res.
constexpr double flops_per_edge = 2 + 2 + 2 * 7 + 2 * 4 + 3 + 7 + 10 + 9 + 9 + 8;

/// The flux through the edge from node a to node b, out of its second cell into its first. Points and states
/// are any types with components.
template <class Points, class States>
[[gnu::always_inline]] inline State flux(const Points& a, const Points& b, const States& q1, const States& q2,
                                         double adt1, double adt2) {
  using namespace op2_airfoil;
  const double dx = a[0] - b[0], dy = a[1] - b[1];                                        // 2
  const double volume1 = 1 / q1[0], volume2 = 1 / q2[0];                                  // 2
  const double p1 = gamma_1 * (q1[3] - 0.5 * volume1 * (q1[1] * q1[1] + q1[2] * q1[2]));  // 7
  const double p2 = gamma_1 * (q2[3] - 0.5 * volume2 * (q2[1] * q2[1] + q2[2] * q2[2]));  // 7
  const double out1 = volume1 * (q1[1] * dy - q1[2] * dx);                                // 4
  const double out2 = volume2 * (q2[1] * dy - q2[2] * dx);                                // 4
  const double mu = 0.5 * (adt1 + adt2) * dissipation;                                    // 3
  return {0.5 * (out1 * q1[0] + out2 * q2[0]) + mu * (q1[0] - q2[0]),                     // 7
          0.5 * (out1 * q1[1] + out2 * q2[1] + (p1 + p2) * dy) + mu * (q1[1] - q2[1]),    // 10
          0.5 * (out1 * q1[2] + out2 * q2[2] - (p1 + p2) * dx) + mu * (q1[2] - q2[2]),    // 9
          0.5 * (out1 * (q1[3] + p1) + out2 * (q2[3] + p2)) + mu * (q1[3] - q2[3])};      // 9
}

/// Layout: the four components of a cell are consecutive.
struct CellByCell {
  explicit CellByCell(std::size_t) {}
  template <class T>
  T* row(T* values, local_index cell) const {
    return values + std::ptrdiff_t{4} * cell;
  }
};

struct ComponentByComponent {
  explicit ComponentByComponent(std::size_t of) : cells(of) {}
  template <class T>
  auto row(T* values, local_index cell) const {
    struct Row {
      T& operator[](std::size_t c) const { return first[c * stride]; }
      T* first;
      std::size_t stride;
    };
    return Row{values + cell, cells};
  }
  std::size_t cells;
};

/// A grid as bare pointers, valid during a loop.
template <class Layout>
struct View {
  explicit View(const EdgeGrid& grid)
      : edges(grid.edges()),
        node1(grid.node1.data()),
        node2(grid.node2.data()),
        cell1(grid.cell1.data()),
        cell2(grid.cell2.data()),
        x(grid.x.data()),
        q(grid.q.data()),
        adt(grid.adt.data()),
        layout(grid.cells()) {}

  const double* point(local_index node) const { return x + std::ptrdiff_t{2} * node; }
  auto state(local_index cell) const { return layout.row(q, cell); }
  State flux(std::size_t edge) const { return flux(edge, cell1[edge]); }
  State flux(std::size_t edge, local_index first) const {
    const local_index second = cell2[edge];
    return flux_variants::flux(point(node1[edge]), point(node2[edge]), state(first), state(second),
                               adt[first], adt[second]);
  }

  /// Adds f to the first cell of an edge and subtracts it from the second.
  void add(std::size_t edge, const State& f, double* res) const {
    const auto res1 = layout.row(res, cell1[edge]), res2 = layout.row(res, cell2[edge]);
    res1[0] += f[0], res1[1] += f[1], res1[2] += f[2], res1[3] += f[3];
    res2[0] -= f[0], res2[1] -= f[1], res2[2] -= f[2], res2[3] -= f[3];
  }

  std::size_t edges;
  const local_index *node1, *node2, *cell1, *cell2;
  const double *x, *q, *adt;
  Layout layout;
};

/// Edge by edge: the plain loop.
template <class Layout>
void scatter(const EdgeGrid& grid, double* __restrict res) {
  const View<Layout> view(grid);
  for (std::size_t edge = 0; edge < view.edges; ++edge) view.add(edge, view.flux(edge), res);
}

/// Four edges at a time: values are gathered one by one, the arithmetic runs on vectors, the fluxes are added
/// one by one.
template <class Layout>
void scatter_by_value(const EdgeGrid& grid, double* __restrict res) {
  constexpr std::size_t lanes = 4;
  const View<Layout> view(grid);
  alignas(32) double a[2][lanes], b[2][lanes], q1[4][lanes], q2[4][lanes], adt1[lanes], adt2[lanes],
      f[4][lanes];
  const std::size_t whole = view.edges / lanes * lanes;
  for (std::size_t edge = 0; edge < whole; edge += lanes) {
    for (std::size_t l = 0; l < lanes; ++l) {
      const local_index first = view.cell1[edge + l], second = view.cell2[edge + l];
      const auto from = view.point(view.node1[edge + l]), to = view.point(view.node2[edge + l]);
      const auto from1 = view.state(first), from2 = view.state(second);
      for (int c = 0; c < 2; ++c) a[c][l] = from[c], b[c][l] = to[c];
      for (int c = 0; c < 4; ++c) q1[c][l] = from1[c], q2[c][l] = from2[c];
      adt1[l] = view.adt[first], adt2[l] = view.adt[second];
    }
    for (std::size_t l = 0; l < lanes; ++l) {
      const State flow = flux(Point{a[0][l], a[1][l]}, Point{b[0][l], b[1][l]},
                              State{q1[0][l], q1[1][l], q1[2][l], q1[3][l]},
                              State{q2[0][l], q2[1][l], q2[2][l], q2[3][l]}, adt1[l], adt2[l]);
      f[0][l] = flow[0], f[1][l] = flow[1], f[2][l] = flow[2], f[3][l] = flow[3];
    }
    for (std::size_t l = 0; l < lanes; ++l) view.add(edge + l, {f[0][l], f[1][l], f[2][l], f[3][l]}, res);
  }
  for (std::size_t edge = whole; edge < view.edges; ++edge) view.add(edge, view.flux(edge), res);
}

/// Cell by cell; both cells of an edge compute its flux: `grid` is one from both sides.
inline void gather(const EdgeGrid& grid, const Sides& sides, double* __restrict res) {
  const View<CellByCell> view(grid);
  for (std::size_t cell = 0; cell + 1 < sides.first.size(); ++cell) {
    const auto first = static_cast<local_index>(cell);
    State sum = {};
    for (std::size_t side = sides.first[cell]; side < sides.first[cell + 1]; ++side) {
      const State f = view.flux(side, first);
      for (int c = 0; c < 4; ++c) sum[c] += f[c];
    }
    for (int c = 0; c < 4; ++c) res[4 * cell + c] += sum[c];
  }
}

/// The first of two passes: only stores the fluxes, four values per edge.
inline void store_fluxes(const EdgeGrid& grid, double* __restrict fluxes) {
  const View<CellByCell> view(grid);
  for (std::size_t edge = 0; edge < view.edges; ++edge) {
    const State f = view.flux(edge);
    std::copy(f.begin(), f.end(), fluxes + 4 * edge);
  }
}

/// The second pass: adds the stored fluxes, cell by cell.
inline void add_fluxes(const Sides& sides, const double* __restrict fluxes, double* __restrict res) {
  for (std::size_t cell = 0; cell + 1 < sides.first.size(); ++cell) {
    State sum = {};
    for (std::size_t side = sides.first[cell]; side < sides.first[cell + 1]; ++side) {
      const local_index edge = sides.edge[side];
      const double sign = edge < 0 ? -1 : 1;
      const double* f = fluxes + std::ptrdiff_t{4} * (edge < 0 ? ~edge : edge);
      for (int c = 0; c < 4; ++c) sum[c] += sign * f[c];
    }
    for (int c = 0; c < 4; ++c) res[4 * cell + c] += sum[c];
  }
}

/// Floor of the bytes: reads and writes the loop's data in order, each byte once. Returns a number that
/// depends on all values read.
inline double touch(const EdgeGrid& grid, double* __restrict res) {
  constexpr std::size_t partial_sums = 16;  // independent: one sum would wait for each addition
  double sum[partial_sums] = {};
  const auto read = [&](const Doubles& values) {
    const std::size_t whole = values.size() / partial_sums * partial_sums;
    for (std::size_t k = 0; k < whole; k += partial_sums)
      for (std::size_t l = 0; l < partial_sums; ++l) sum[l] += values[k + l];
  };
  read(grid.x);
  read(grid.adt);
  std::uint32_t indices = 0;
  for (const auto* ends : {&grid.node1, &grid.node2, &grid.cell1, &grid.cell2})
    for (const local_index end : *ends) indices += static_cast<std::uint32_t>(end);
  const double* q = grid.q.data();
  for (std::size_t k = 0; k < grid.q.size(); ++k) res[k] += q[k];

  double total = indices;
  for (const double part : sum) total += part;
  return total;
}

/// The bytes that `touch` moves, per edge: res is read and written.
inline double bytes_per_edge(const EdgeGrid& grid) {
  const std::size_t values = grid.x.size() + 3 * grid.q.size() + grid.adt.size();
  return static_cast<double>(values * sizeof(double) + 4 * grid.edges() * sizeof(local_index)) /
         static_cast<double>(grid.edges());
}

/// A few edges with their values in vectors, in the first-level cache.
struct ReadyEdges {
  static constexpr std::size_t count = 64;
  explicit ReadyEdges(const EdgeGrid& grid) {
    const View<CellByCell> view(grid);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t edge = k % view.edges;
      const auto from = view.point(view.node1[edge]), to = view.point(view.node2[edge]);
      const auto first = view.state(view.cell1[edge]), second = view.state(view.cell2[edge]);
      for (int c = 0; c < 2; ++c) a[c][k] = from[c], b[c][k] = to[c];
      for (int c = 0; c < 4; ++c) q1[c][k] = first[c], q2[c][k] = second[c];
      adt1[k] = view.adt[view.cell1[edge]], adt2[k] = view.adt[view.cell2[edge]];
    }
  }
  alignas(64) double a[2][count], b[2][count], q1[4][count], q2[4][count], adt1[count], adt2[count];
  alignas(64) double sum1[4][count] = {}, sum2[4][count] = {};  // for the additions to res
};

/// Floor of the arithmetic: computes the fluxes of the same few edges repeatedly.
[[gnu::noinline]] inline void compute(ReadyEdges& ready) {
  double(&sum1)[4][ReadyEdges::count] = ready.sum1;
  double(&sum2)[4][ReadyEdges::count] = ready.sum2;
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
  for (std::size_t k = 0; k < ReadyEdges::count; ++k) {
    const State f = flux(Point{ready.a[0][k], ready.a[1][k]}, Point{ready.b[0][k], ready.b[1][k]},
                         State{ready.q1[0][k], ready.q1[1][k], ready.q1[2][k], ready.q1[3][k]},
                         State{ready.q2[0][k], ready.q2[1][k], ready.q2[2][k], ready.q2[3][k]}, ready.adt1[k],
                         ready.adt2[k]);
    sum1[0][k] += f[0], sum1[1][k] += f[1], sum1[2][k] += f[2], sum1[3][k] += f[3];
    sum2[0][k] -= f[0], sum2[1][k] -= f[1], sum2[2][k] -= f[2], sum2[3][k] -= f[3];
  }
}

}  // namespace partita::flux_variants

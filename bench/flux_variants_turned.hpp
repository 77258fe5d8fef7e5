#pragma once
/// \file The interior flux of OP2's Airfoil four edges at a time, their values turned about in registers:
/// with what Partita's own loops run in (loops/lanes.hpp).

#include <cstddef>

#include <partita/loops/lanes.hpp>

#include "bench/flux_variants_grid.hpp"
#include "bench/flux_variants_loops.hpp"

namespace partita::flux_variants {

/// Calls keep(edge, f), f the four components of its flux, for the edges in their order.
template <class Keep>
[[gnu::flatten]] inline void fluxes_turned(const EdgeGrid& grid, Keep keep) {
  constexpr int lanes = 4;
  const View<CellByCell> view(grid);
  loops::Lanes<double, 2, lanes> a, b;
  loops::Lanes<double, 4, lanes> q1, q2, f;
  loops::Lanes<double, 1, lanes> adt1, adt2;
  alignas(32) double row[lanes][4];
  const std::size_t whole = view.edges / lanes * lanes;
  for (std::size_t edge = 0; edge < whole; edge += lanes) {
    loops::load_rows(a, view.x, view.node1 + edge);
    loops::load_rows(b, view.x, view.node2 + edge);
    loops::load_rows(q1, view.q, view.cell1 + edge);
    loops::load_rows(q2, view.q, view.cell2 + edge);
    loops::load_rows(adt1, view.adt, view.cell1 + edge);
    loops::load_rows(adt2, view.adt, view.cell2 + edge);
    for (int l = 0; l < lanes; ++l) {
      const State flow =
          flux({a.at[0][l], a.at[1][l]}, {b.at[0][l], b.at[1][l]},
               {q1.at[0][l], q1.at[1][l], q1.at[2][l], q1.at[3][l]},
               {q2.at[0][l], q2.at[1][l], q2.at[2][l], q2.at[3][l]}, adt1.at[0][l], adt2.at[0][l]);
      f.at[0][l] = flow[0], f.at[1][l] = flow[1], f.at[2][l] = flow[2], f.at[3][l] = flow[3];
    }
    loops::turn(f, row);
    loops::unrolled<lanes>([&](auto l) { keep(edge + l, row[l]); });
  }
  for (std::size_t edge = whole; edge < view.edges; ++edge) {
    const State flow = view.flux(edge);
    keep(edge, flow.data());
  }
}

inline void scatter_turned(const EdgeGrid& grid, double* res) {
  const local_index *cell1 = grid.cell1.data(), *cell2 = grid.cell2.data();
  fluxes_turned(grid, [=](std::size_t edge, const double* f) {
    const double minus[4] = {-f[0], -f[1], -f[2], -f[3]};
    loops::add_row<4>(res + std::ptrdiff_t{4} * cell1[edge], f);
    loops::add_row<4>(res + std::ptrdiff_t{4} * cell2[edge], minus);
  });
}

/// Every flux computed by both of its cells: `grid` is one from both sides.
inline void gather_turned(const EdgeGrid& grid, double* res) {
  const local_index* cell1 = grid.cell1.data();
  fluxes_turned(grid, [=](std::size_t edge, const double* f) {
    loops::add_row<4>(res + std::ptrdiff_t{4} * cell1[edge], f);
  });
}

/// The first of two passes: the fluxes are only stored.
inline void store_fluxes_turned(const EdgeGrid& grid, double* fluxes) {
  fluxes_turned(grid, [=](std::size_t edge, const double* f) { loops::set_row<4>(fluxes + 4 * edge, f); });
}

}  // namespace partita::flux_variants

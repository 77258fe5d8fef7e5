#pragma once
/// \file The interior flux of OP2's Airfoil four edges at a time, with values transposed in registers by the
/// same lanes as Partita's own loops (loops/lanes.hpp).

#include <cstddef>

#include <partita/loops/lanes.hpp>

#include "bench/flux_variants/grid.hpp"
#include "bench/flux_variants/loops.hpp"

namespace partita::flux_variants {

/// The fluxes of four edges, component by component.
using Fluxes = loops::Lanes<double, 4, 4>;

/// Computes the fluxes of the edges from `edge` on.
[[gnu::always_inline]] inline void compute_turned(Fluxes& f, const View<CellByCell>& view, std::size_t edge) {
  loops::Lanes<double, 2, 4> a, b;
  loops::Lanes<double, 4, 4> q1, q2;
  loops::Lanes<double, 1, 4> adt1, adt2;
  loops::load_rows(a, view.x, view.node1 + edge);
  loops::load_rows(b, view.x, view.node2 + edge);
  loops::load_rows(q1, view.q, view.cell1 + edge);
  loops::load_rows(q2, view.q, view.cell2 + edge);
  loops::load_rows(adt1, view.adt, view.cell1 + edge);
  loops::load_rows(adt2, view.adt, view.cell2 + edge);
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 1
#endif
  for (int l = 0; l < 4; ++l) {
    const State flow =
        flux(Point{a.at[0][l], a.at[1][l]}, Point{b.at[0][l], b.at[1][l]},
             State{q1.at[0][l], q1.at[1][l], q1.at[2][l], q1.at[3][l]},
             State{q2.at[0][l], q2.at[1][l], q2.at[2][l], q2.at[3][l]}, adt1.at[0][l], adt2.at[0][l]);
    f.at[0][l] = flow[0], f.at[1][l] = flow[1], f.at[2][l] = flow[2], f.at[3][l] = flow[3];
  }
}

/// Calls keep(edge, f) for the edges in their order; f holds the four components of the flux.
template <class Keep>
[[gnu::flatten]] inline void fluxes_turned(const EdgeGrid& grid, Keep keep) {
  const View<CellByCell> view(grid);
  const std::size_t whole = view.edges / 4 * 4;
  for (std::size_t edge = 0; edge < whole; edge += 4) {
    Fluxes f;
    alignas(32) double row[4][4];
    compute_turned(f, view, edge);
    loops::turn(f, row);
    loops::unrolled<4>([&](auto l) { keep(edge + l, row[l]); });
  }
  for (std::size_t edge = whole; edge < view.edges; ++edge) {
    const State flow = view.flux(edge);
    keep(edge, flow.data());
  }
}

inline void subtract_row(double* to, const double* row) {
#ifdef PARTITA_VECTOR_EXTENSIONS
  using Four = loops::vectors::Vector<double, 4>;
  loops::vectors::store(to, loops::vectors::load<Four>(to) - loops::vectors::load<Four>(row));
#else
  for (int c = 0; c < 4; ++c) to[c] -= row[c];
#endif
}

inline void scatter_turned(const EdgeGrid& grid, double* res) {
  const local_index *cell1 = grid.cell1.data(), *cell2 = grid.cell2.data();
  fluxes_turned(grid, [=](std::size_t edge, const double* f) {
    loops::add_row<4>(res + std::ptrdiff_t{4} * cell1[edge], f);
    subtract_row(res + std::ptrdiff_t{4} * cell2[edge], f);
  });
}

/// As in Partita's loops with two increments: nothing tells the loop that one is minus the other, so both are
/// transposed and added.
[[gnu::flatten]] inline void scatter_both_turned(const EdgeGrid& grid, double* res) {
  const View<CellByCell> view(grid);
  const auto add = [&](local_index cell, const double* f) {
    loops::add_row<4>(res + std::ptrdiff_t{4} * cell, f);
  };
  const std::size_t whole = view.edges / 4 * 4;
  for (std::size_t edge = 0; edge < whole; edge += 4) {
    Fluxes f, minus;
    alignas(32) double row[4][4], minus_row[4][4];
    compute_turned(f, view, edge);
    loops::unrolled<4>([&](auto c) {
      for (int l = 0; l < 4; ++l) minus.at[c][l] = -f.at[c][l];
    });
    loops::turn(f, row);
    loops::turn(minus, minus_row);
    loops::unrolled<4>([&](auto l) {
      add(view.cell1[edge + l], row[l]);
      add(view.cell2[edge + l], minus_row[l]);
    });
  }
  for (std::size_t edge = whole; edge < view.edges; ++edge) {
    view.add(edge, view.flux(edge), res);
  }
}

/// Both cells of an edge compute its flux: `grid` is one from both sides.
inline void gather_turned(const EdgeGrid& grid, double* res) {
  const local_index* cell1 = grid.cell1.data();
  fluxes_turned(grid, [=](std::size_t edge, const double* f) {
    loops::add_row<4>(res + std::ptrdiff_t{4} * cell1[edge], f);
  });
}

/// The first of two passes: only stores the fluxes.
inline void store_fluxes_turned(const EdgeGrid& grid, double* fluxes) {
  fluxes_turned(grid, [=](std::size_t edge, const double* f) { loops::set_row<4>(fluxes + 4 * edge, f); });
}

}  // namespace partita::flux_variants

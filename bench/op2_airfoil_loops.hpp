#pragma once
/// \file The five loops of OP2's Airfoil benchmark by hand: plain functions over plain arrays.
///
/// Two-dimensional Euler equations on quadrilaterals, finite volumes with the unknowns in the cells. An
/// iteration saves the state. Then it twice computes the time steps, adds the fluxes of all edges to the
/// residuals of their cells, and updates the state. Per cell: q (density, momentum, energy), its old value
/// q_old, and its residual res have four components, adt has one. Per node: x has two.
///
/// M. B. Giles et al., "Performance Analysis and Optimisation of the OP2 Framework on Many-Core
/// Architectures", The Computer Journal 55(2), 2012.

#include <algorithm>
#include <cmath>

#include "miniapps/op2_airfoil/gas.hpp"
#include "miniapps/op2_airfoil/grid.hpp"

namespace partita::op2_airfoil {

inline void save(int cells, const double* __restrict q, double* __restrict q_old) {
  std::copy_n(q, 4 * cells, q_old);
}

/// adt = area / time step, of each cell.
inline void time_step(int cells, const int* __restrict cell_nodes, const double* __restrict x,
                      const double* __restrict q, double* __restrict adt) {
  for (int cell = 0; cell < cells; ++cell) {
    const double* qc = q + 4 * cell;
    const double volume = 1 / qc[0], u = volume * qc[1], v = volume * qc[2];
    const double sound = std::sqrt(heat_ratio * gamma_1 * (volume * qc[3] - 0.5 * (u * u + v * v)));
    const auto side = [=](const double* a, const double* b) {
      const double dx = b[0] - a[0], dy = b[1] - a[1];
      return std::abs(u * dy - v * dx) + sound * std::sqrt(dx * dx + dy * dy);
    };
    const int* corner = cell_nodes + 4 * cell;
    const double *a = x + 2 * corner[0], *b = x + 2 * corner[1], *c = x + 2 * corner[2],
                 *d = x + 2 * corner[3];
    adt[cell] = (side(a, b) + side(b, c) + side(c, d) + side(d, a)) * (1 / cfl);
  }
}

/// Adds the flux through each edge between two cells to res of its first cell and subtracts it from the
/// second.
inline void interior_flux(int edges, const int* __restrict edge_nodes, const int* __restrict edge_cells,
                          const double* __restrict x, const double* __restrict q,
                          const double* __restrict adt, double* __restrict res) {
  for (int edge = 0; edge < edges; ++edge) {
    const double *a = x + 2 * edge_nodes[2 * edge], *b = x + 2 * edge_nodes[2 * edge + 1];
    const int cell1 = edge_cells[2 * edge], cell2 = edge_cells[2 * edge + 1];
    const double *q1 = q + 4 * cell1, *q2 = q + 4 * cell2;
    double *res1 = res + 4 * cell1, *res2 = res + 4 * cell2;

    const double dx = a[0] - b[0], dy = a[1] - b[1];
    const double volume1 = 1 / q1[0], volume2 = 1 / q2[0];
    const double p1 = gamma_1 * (q1[3] - 0.5 * volume1 * (q1[1] * q1[1] + q1[2] * q1[2]));
    const double p2 = gamma_1 * (q2[3] - 0.5 * volume2 * (q2[1] * q2[1] + q2[2] * q2[2]));
    const double out1 = volume1 * (q1[1] * dy - q1[2] * dx), out2 = volume2 * (q2[1] * dy - q2[2] * dx);
    const double mu = 0.5 * (adt[cell1] + adt[cell2]) * dissipation;

    const double f0 = 0.5 * (out1 * q1[0] + out2 * q2[0]) + mu * (q1[0] - q2[0]);
    const double f1 = 0.5 * (out1 * q1[1] + out2 * q2[1] + (p1 + p2) * dy) + mu * (q1[1] - q2[1]);
    const double f2 = 0.5 * (out1 * q1[2] + out2 * q2[2] - (p1 + p2) * dx) + mu * (q1[2] - q2[2]);
    const double f3 = 0.5 * (out1 * (q1[3] + p1) + out2 * (q2[3] + p2)) + mu * (q1[3] - q2[3]);
    res1[0] += f0, res1[1] += f1, res1[2] += f2, res1[3] += f3;
    res2[0] -= f0, res2[1] -= f1, res2[2] -= f2, res2[3] -= f3;
  }
}

/// Adds the flux through each boundary edge, with the free stream beyond the far field.
inline void boundary_flux(int edges, const int* __restrict edge_nodes, const int* __restrict edge_cell,
                          const int* __restrict bound, const double* __restrict x, const double* __restrict q,
                          const double* __restrict adt, double* __restrict res) {
  const auto pressure = [](const double* of) {
    return gamma_1 * (of[3] - 0.5 * (of[1] * of[1] + of[2] * of[2]) / of[0]);
  };
  const double* q2 = free_stream.data();
  const double p2 = pressure(q2);
  for (int edge = 0; edge < edges; ++edge) {
    const double *a = x + 2 * edge_nodes[2 * edge], *b = x + 2 * edge_nodes[2 * edge + 1];
    const double* q1 = q + 4 * edge_cell[edge];
    double* res1 = res + 4 * edge_cell[edge];

    const double dx = a[0] - b[0], dy = a[1] - b[1];
    const double p1 = pressure(q1);
    if (bound[edge] == wall) {
      res1[1] += p1 * dy;
      res1[2] -= p1 * dx;
      continue;
    }
    const double out1 = (q1[1] * dy - q1[2] * dx) / q1[0], out2 = (q2[1] * dy - q2[2] * dx) / q2[0];
    const double mu = adt[edge_cell[edge]] * dissipation;
    res1[0] += 0.5 * (out1 * q1[0] + out2 * q2[0]) + mu * (q1[0] - q2[0]);
    res1[1] += 0.5 * (out1 * q1[1] + out2 * q2[1] + (p1 + p2) * dy) + mu * (q1[1] - q2[1]);
    res1[2] += 0.5 * (out1 * q1[2] + out2 * q2[2] - (p1 + p2) * dx) + mu * (q1[2] - q2[2]);
    res1[3] += 0.5 * (out1 * (q1[3] + p1) + out2 * (q2[3] + p2)) + mu * (q1[3] - q2[3]);
  }
}

/// Returns the sum of the squares of all changes to q_old.
inline double update(int cells, const double* __restrict q_old, const double* __restrict adt,
                     double* __restrict q, double* __restrict res) {
  double squares = 0;
  for (int cell = 0; cell < cells; ++cell) {
    const double over_adt = 1 / adt[cell];
    for (int k = 4 * cell; k < 4 * cell + 4; ++k) {
      const double change = over_adt * res[k];
      q[k] = q_old[k] - change;
      res[k] = 0;
      squares += change * change;
    }
  }
  return squares;
}

}  // namespace partita::op2_airfoil

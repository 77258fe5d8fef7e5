#pragma once
/// \file Explicit multistage scheme: w_k = w_0 - alpha_k dt R(w_(k-1)), and the last w_k begins the next
/// step.
///
/// Only the steady state matters, so the coefficients damp waves that the mesh can barely resolve, for
/// second-order upwind. Van Leer, Tai, Powell, "Design of Optimally Smoothing Multi-Stage Schemes for the
/// Euler Equations", AIAA 89-1933.

namespace partita::airfoil {

constexpr double stages[] = {0.0695, 0.1602, 0.2898, 0.5060, 1.0};

/// Dual cells that a wave passes in a step. By von Neumann's analysis of the reconstruction's mean
/// differences waves grow above 2.5, in cells of any shape.
constexpr double cfl = 2.4;

/// On the finest level of multigrid: of all coefficients, those that damp waves of two to four cells most, at
/// least to 0.17 by the same analysis. Longer waves are left to the coarser levels.
constexpr double smoothing_stages[] = {0.1014, 0.2065, 0.3413, 0.5525, 1.0};
constexpr double smoothing_cfl = 1.88;

/// On coarser levels: for first-order upwind, by the same paper.
constexpr double first_order_stages[] = {0.0533, 0.1263, 0.2375, 0.4414, 1.0};
constexpr double first_order_cfl = 3;

}  // namespace partita::airfoil

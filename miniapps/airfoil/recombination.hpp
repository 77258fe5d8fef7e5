#pragma once
/// \file Recombination of steps: what each of them changed tells where they lead.
///
/// Waves that hardly move, such as sound that runs against a flow of nearly its speed, are damped by steps
/// and coarser levels alike only slowly. Let a pair of steps lead from the state a_k to b_k. If the pairs so
/// far were linear, the combination of all b_k by shares of sum 1 would change by the same combination of the
/// changes b_k - a_k. So after each pair the flow takes the shares for which that is least: a small problem
/// of least squares. Each vertex counts alike, whatever its volume: cells are small where much happens. A
/// steady flow changes nowhere, so it stays. Pairs, because the kept ones then look back twice as far.
///
/// Like a step, this neither halves nor doubles density and pressure of a cell (update.hpp). Sums over the
/// vertices are exact, so the bits depend neither on ranks nor on threads.
///
/// Anderson, "Iterative Procedures for Nonlinear Integral Equations", J. ACM 12, 1965; Oosterlee, Washio,
/// "Krylov Subspace Acceleration of Nonlinear Multigrid with Application to Recirculating Flows", SIAM J.
/// Sci. Comput. 21, 2000; Pratapa, Suryanarayana, Pask, "Anderson acceleration of the Jacobi iterative
/// method", J. Comput. Phys. 306, 2016 (not after each step).

#include <array>
#include <cstddef>
#include <vector>

#include "course.hpp"
#include "multistage.hpp"

namespace partita::airfoil {

/// Pairs of steps that are kept.
constexpr std::size_t kept_pairs = 10;

template <int D>
class Recombination {
 public:
  /// Not collective.
  explicit Recombination(const Level<D>& level);

  /// Is called before each step. Collective.
  void begin();

  /// Is called after each step; changes the flow. Collective.
  void end();

  /// Adds the fields that further steps depend on.
  void save(SavedFields<D>& fields) const;

  /// Continues with fields of these names. Collective.
  /// @param steps  that were taken on this mesh; 0: the fields are not needed
  void restore(const SavedFields<D>& fields, long steps);

 private:
  struct Pair {
    State<D> change;  // until the pair ends, the flow before it
    State<D> after;
    loops::Global<double> product, share;
    loops::Loop begin, end, multiply, add;
  };
  Pair pair(const Level<D>& level, std::size_t k) const;
  void measure(std::size_t latest);

  State<D> row_;  // change of the latest pair; then the combination
  std::vector<Pair> pairs_;
  loops::Loop clear_, take_;
  std::array<std::array<double, kept_pairs>, kept_pairs> products_{};  // of changes; 0: nothing is kept there
  long steps_ = 0;
};

}  // namespace partita::airfoil

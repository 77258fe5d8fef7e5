#pragma once
/// \file Multigrid: each level damps the waves that its cells just resolve, so all levels together damp all
/// waves.
///
/// A W cycle: a level gives its flow to the next coarser one, which takes a step and is corrected by its own
/// coarser levels, twice in a row, and then gives back the change. Coarse levels are first-order, and steps
/// on them are cheap, so two visits cost little and correct much more than one.
///
/// Mavriplis, Venkatakrishnan, "Agglomeration multigrid for two-dimensional viscous flows", Computers &
/// Fluids 24, 1995.

#include <string>
#include <vector>

#include "coarse_level.hpp"

namespace partita::airfoil {

template <int D>
class Multigrid {
 public:
  /// On the coarser levels of the finest one's mesh. Collective.
  Multigrid(const Level<D>& finest, const Flow<D>& flow);

  /// Corrects the finest level's flow, whose residual is known. Does nothing without coarser levels.
  /// Collective.
  void correct(std::size_t level = 0);

  /// How often `correct` evaluates the residual of a coarser level. @param level,levels  1 is the finest
  static long evaluations(int level, int levels);

  /// What the coarser levels exchange and compute, and why. Collective.
  std::string plan();
  long exchanges() const;

 private:
  std::vector<CoarseLevel<D>> levels_;
};

}  // namespace partita::airfoil

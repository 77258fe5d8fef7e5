#pragma once
/// \file Multigrid: a step on each level damps the waves that its cells resolve just so; all levels together
/// damp all waves, and sound crosses the whole domain in one cycle.
///
/// A W cycle: a level takes a step, gives its flow to the coarser one, and takes back the change twice in a
/// row ...

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

  /// What the coarser levels exchange and compute, and why. Collective.
  std::string plan();
  loops::ExchangeTimes exchange_times() const;

 private:
  std::vector<CoarseLevel<D>> levels_;
};

}  // namespace partita::airfoil

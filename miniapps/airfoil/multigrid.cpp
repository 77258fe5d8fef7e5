#include "multigrid.hpp"

#include <iterator>

#include "runge_kutta.hpp"

namespace partita::airfoil {
namespace {

constexpr int visits = 2;  // of each coarser level, by the one before it

}  // namespace

template <int D>
Multigrid<D>::Multigrid(const Level<D>& finest, const Flow<D>& flow) {
  levels_.reserve(finest.mesh.coarser.size());
  for (std::size_t k = 0; k < finest.mesh.coarser.size(); ++k)
    levels_.emplace_back(k == 0 ? finest : levels_[k - 1].level(), finest.mesh.coarser[k],
                         finest.mesh.agglomerate[k][0], flow);
}

template <int D>
void Multigrid<D>::correct(std::size_t level) {
  if (level == levels_.size()) return;
  CoarseLevel<D>& here = levels_[level];
  here.restrict();
  for (int visit = 0; visit < visits; ++visit) {
    here.steps().step();
    if (level + 1 == levels_.size()) continue;
    here.steps().evaluate();
    correct(level + 1);
  }
  here.prolong();
}

// By each call: for the right side, in the steps, and before each visit of the next level.
template <int D>
long Multigrid<D>::evaluations(int level, int levels) {
  long calls = 1;
  for (int finer = 2; finer < level; ++finer) calls *= visits;
  return calls * (1 + visits * (std::ssize(first_order_stages) + (level < levels ? 1 : 0)));
}

template <int D>
std::string Multigrid<D>::plan() {
  std::string all;
  for (CoarseLevel<D>& level : levels_) all += level.plan();
  return all;
}

template <int D>
long Multigrid<D>::exchanges() const {
  long all = 0;
  for (const CoarseLevel<D>& level : levels_) all += level.exchanges();
  return all;
}

template class Multigrid<2>;
template class Multigrid<3>;

}  // namespace partita::airfoil

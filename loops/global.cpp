#include <partita/loops/global.hpp>

namespace partita::loops {

template class GlobalOf<double>;
template class GlobalOf<float>;
template class GlobalOf<int>;
template class Global<double>;
template class Global<float>;
template class Global<int>;

void settle_sums(std::span<GlobalOf<double>* const> globals) {
  std::vector<GlobalOf<double>*> pending;
  std::vector<ExactSum> totals;
  for (GlobalOf<double>* global : globals)
    if (global->has_pending_sum()) {
      pending.push_back(global);
      totals.push_back(global->total());
    }
  if (pending.empty()) return;
  const std::vector<double> sums =
      exact_sums(pending.front()->communicator(), totals, pending.front()->name());
  for (std::size_t k = 0; k < pending.size(); ++k) pending[k]->assign(sums[k]);
}

}  // namespace partita::loops

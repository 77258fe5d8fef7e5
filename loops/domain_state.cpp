#include <algorithm>

#include <partita/loops/domain_state.hpp>

namespace partita::loops {

void DomainState::inspect() {
  std::vector<std::shared_ptr<LoopState>> all, fresh;
  std::erase_if(loops, [](const auto& loop) { return loop.expired(); });
  std::erase_if(executed, [](const auto& entry) { return entry.first.expired(); });
  for (const auto& loop : loops) all.push_back(loop.lock());
  for (const auto& loop : all)
    if (!executed.contains(loop)) fresh.push_back(loop);
  if (fresh.empty()) return;

  std::vector<int> patterns_before;
  for (const auto& set : sets) patterns_before.push_back(set->patterns);
  std::vector<Executed> found = loops::inspect(comm, sets, fresh);
  if (found.empty()) {  // local indices of the others have changed
    invalidate();
    fresh = all;
    found = loops::inspect(comm, sets, fresh);
  }
  for (std::size_t l = 0; l < fresh.size(); ++l) executed[fresh[l]] = std::move(found[l]);

  std::erase_if(fields, [](const auto& field) { return field.expired(); });
  for (const auto& weak : fields) {
    const auto field = weak.lock();
    for (std::size_t s = 0; s < sets.size(); ++s)
      if (sets[s] == field->set_state() && sets[s]->patterns != patterns_before[s]) {
        field->resize();
        field->now_stale(field->changed_by());  // the new ghosts never were anything else
      }
  }
}

void DomainState::invalidate() {
  executed.clear();
  ++generation;
}

}  // namespace partita::loops

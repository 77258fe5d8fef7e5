#include <algorithm>

#include <partita/inspector/index_list.hpp>
#include <partita/support/hash.hpp>

namespace partita {

std::size_t IndexList::run_of(std::size_t place) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(runs_, place, {}, &Run::begin) - runs_.begin()) -
         1;
}

void IndexList::append_run(global_index first, std::size_t count) {
  if (count == 0) return;
  if (!in_runs()) {
    for (std::size_t k = 0; k < count; ++k) plain_.push_back(first + static_cast<global_index>(k));
  } else if (runs_.empty() || runs_.back().at(size_) != first) {
    runs_.push_back({size_, first});
  }
  size_ += count;
  constexpr std::size_t few = 64;  // runs: a list that only begins so stays in them
  if (in_runs() && runs_.size() > few && runs_.size() * sizeof(Run) > size_ * sizeof(global_index))
    become_plain();
}

void IndexList::become_plain() {
  std::vector<global_index> all = values();
  runs_ = {};
  plain_ = std::move(all);
}

void IndexList::append(const IndexList& other, std::size_t begin, std::size_t count, global_index shift) {
  other.visit_runs(begin, count,
                   [&](global_index first, std::size_t in_run) { append_run(first + shift, in_run); });
}

void IndexList::copy(std::size_t begin, std::span<global_index> to) const {
  auto next = to.begin();
  visit_runs(begin, to.size(), [&](global_index first, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) *next++ = first + static_cast<global_index>(k);
  });
}

std::vector<global_index> IndexList::values() const {
  std::vector<global_index> all(size_);
  copy(0, all);
  return all;
}

std::uint64_t IndexList::fingerprint() const {
  Hash hash;
  visit_runs([&](global_index first, std::size_t count) { hash.add(first, std::uint64_t{count}); });
  return hash.value();
}

}  // namespace partita

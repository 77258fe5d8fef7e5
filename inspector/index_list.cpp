#include <algorithm>
#include <limits>

#include <partita/inspector/index_list.hpp>
#include <partita/support/hash.hpp>

namespace partita {

std::size_t IndexList::run_of(std::size_t place) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(runs_, place, {}, &Run::begin) - runs_.begin()) -
         1;
}

void IndexList::append(global_index first, std::size_t count) {
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
  runs_ = std::vector<Run>();  // frees the memory
  plain_ = std::move(all);
}

void IndexList::append(const IndexList& other, std::size_t begin, std::size_t count, global_index shift) {
  other.visit_runs(begin, count,
                   [&](global_index first, std::size_t in_run) { append(first + shift, in_run); });
}

std::size_t IndexList::lower_bound(global_index index) const {
  if (!in_runs()) return static_cast<std::size_t>(std::ranges::lower_bound(plain_, index) - plain_.begin());
  const auto after = std::ranges::upper_bound(runs_, index, {}, &Run::first);
  if (after == runs_.begin()) return 0;
  const std::size_t end = after == runs_.end() ? size_ : after->begin;
  return std::min(end, after[-1].begin + static_cast<std::size_t>(index - after[-1].first));
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

bool detail::ascends(const IndexList& list) {
  bool so_far = true;
  global_index highest = std::numeric_limits<global_index>::min();
  list.visit_runs([&](global_index first, std::size_t count) {
    so_far = so_far && first >= highest;
    highest = first + static_cast<global_index>(count) - 1;
  });
  return so_far;
}

std::vector<std::size_t> detail::common(const IndexList& list, std::span<const std::size_t> items) {
  std::vector<std::size_t> both;
  auto item = items.begin();
  list.visit_runs([&](global_index first, std::size_t count) {
    const auto begin = static_cast<std::size_t>(first);
    item = std::lower_bound(item, items.end(), begin);
    for (; item != items.end() && *item < begin + count; ++item) both.push_back(*item);
  });
  return both;
}

IndexList detail::without(const IndexList& list, std::span<const std::size_t> items) {
  IndexList rest;
  auto item = items.begin();
  list.visit_runs([&](global_index first, std::size_t count) {
    const global_index end = first + static_cast<global_index>(count);
    item = std::lower_bound(item, items.end(), static_cast<std::size_t>(first));
    for (; item != items.end() && static_cast<global_index>(*item) < end; ++item) {
      const auto left_out = static_cast<global_index>(*item);
      rest.append(first, static_cast<std::size_t>(left_out - first));
      first = left_out + 1;
    }
    rest.append(first, static_cast<std::size_t>(end - first));
  });
  return rest;
}

IndexList detail::with(const IndexList& list, std::span<const std::size_t> items) {
  IndexList all;
  auto item = items.begin();
  const auto append_below = [&](std::size_t end) {
    for (; item != items.end() && *item < end; ++item) all.push_back(static_cast<global_index>(*item));
  };
  list.visit_runs([&](global_index first, std::size_t count) {
    append_below(static_cast<std::size_t>(first));
    all.append(first, count);
  });
  append_below(static_cast<std::size_t>(-1));
  return all;
}

}  // namespace partita

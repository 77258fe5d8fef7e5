#pragma once
/// \file Index list: global indices in any order, kept as runs of consecutive ones while that is smaller.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include <partita/support/types.hpp>

namespace partita {

/// A list of global indices that grows at its end. What a mesh's parts, shares and loops list are mostly
/// consecutive indices: a run of them takes 16 bytes. A list with less than two indices a run is kept as it
/// is. A range; going through it in order costs O(1) an index, one at random O(log runs).
class IndexList {
 public:
  class Iterator;

  IndexList() = default;
  explicit IndexList(std::span<const global_index> indices) {
    for (const global_index index : indices) push_back(index);
    shrink_to_fit();
  }

  /// first, first + 1, ..., first + count - 1.
  IndexList(global_index first, std::size_t count) { append(first, count); }

  void push_back(global_index index) {
    if (in_runs() && !runs_.empty() && runs_.back().at(size_) == index)
      ++size_;
    else
      append(index, 1);
  }

  /// first, first + 1, ..., first + count - 1.
  void append(global_index first, std::size_t count);

  /// `count` indices of another list, from its place `begin` on, with `shift` added to each.
  void append(const IndexList& other, std::size_t begin, std::size_t count, global_index shift = 0);

  void shrink_to_fit() {
    runs_.shrink_to_fit();
    plain_.shrink_to_fit();
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  global_index operator[](std::size_t place) const {
    return in_runs() ? runs_[run_of(place)].at(place) : plain_[place];
  }
  Iterator begin() const;
  Iterator end() const;

  /// Consecutive indices: `count` from `first` on, at the places from `begin` on.
  struct Stretch {
    std::size_t begin = 0;
    global_index first = 0;
    std::size_t count = 0;

    bool has(global_index index) const {
      return static_cast<std::uint64_t>(index) - static_cast<std::uint64_t>(first) < count;
    }
    std::size_t place(global_index index) const { return begin + static_cast<std::size_t>(index - first); }
  };

  /// The run with an index, in a list that is in runs and ascends; empty if it does not have it.
  Stretch stretch_with(global_index index) const {
    const auto after = std::ranges::upper_bound(runs_, index, {}, &Run::first);
    if (after == runs_.begin()) return {};
    const Run& run = after[-1];
    const Stretch all{run.begin, run.first, (after == runs_.end() ? size_ : after->begin) - run.begin};
    return all.has(index) ? all : Stretch();
  }

  /// The first place in a list that ascends whose index is not below this one.
  std::size_t lower_bound(global_index index) const;

  /// The indices at consecutive places from `begin` on.
  void copy(std::size_t begin, std::span<global_index> to) const;
  std::vector<global_index> values() const;

  /// Hash of the indices, however they are kept.
  std::uint64_t fingerprint() const;

  /// Whether runs are kept: then `visit_runs` costs O(runs).
  bool in_runs() const { return plain_.empty(); }

  /// Calls `visit(first, count)` for the longest runs of consecutive indices, among `count` ones from the
  /// place `begin` on.
  void visit_runs(std::size_t begin, std::size_t count, const auto& visit) const {
    const std::size_t end = begin + count;
    for (std::size_t run = in_runs() && count > 0 ? run_of(begin) : 0; begin < end; ++run) {
      const global_index first = in_runs() ? runs_[run].at(begin) : plain_[begin];
      std::size_t next = in_runs() ? std::min(end, end_of(run)) : begin + 1;
      while (!in_runs() && next < end && plain_[next] == plain_[next - 1] + 1) ++next;
      visit(first, next - begin);
      begin = next;
    }
  }
  void visit_runs(const auto& visit) const { visit_runs(0, size_, visit); }

 private:
  struct Run {
    std::size_t begin;  // its place in the list
    global_index first;

    global_index at(std::size_t place) const { return first + static_cast<global_index>(place - begin); }
  };

  std::size_t end_of(std::size_t run) const { return run + 1 < runs_.size() ? runs_[run + 1].begin : size_; }
  std::size_t run_of(std::size_t place) const;
  void become_plain();

  std::size_t size_ = 0;
  std::vector<Run> runs_;
  std::vector<global_index> plain_;  // all of them; empty while they are in runs
};

/// Remembers its run. A value, not a reference, lies behind it.
class IndexList::Iterator {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = global_index;
  using difference_type = std::ptrdiff_t;
  using pointer = const global_index*;
  using reference = global_index;

  Iterator() = default;
  Iterator(const IndexList& list, std::size_t place) : list_(&list), place_(place) {}

  global_index operator*() const {
    return list_->in_runs() ? list_->runs_[run_].at(place_) : list_->plain_[place_];
  }
  Iterator& operator++() {
    ++place_;
    if (list_->in_runs() && place_ == list_->end_of(run_)) ++run_;
    return *this;
  }
  Iterator operator++(int) { return std::exchange(*this, ++Iterator(*this)); }
  bool operator==(const Iterator& other) const { return place_ == other.place_; }

 private:
  const IndexList* list_ = nullptr;
  std::size_t place_ = 0;
  std::size_t run_ = 0;  // of the place, unless it is the end
};

namespace detail {

/// Whether no index is below the one before it. O(runs).
bool ascends(const IndexList& list);

/// Those of an ascending list that are among `items`, which ascend and are not negative.
std::vector<std::size_t> common(const IndexList& list, std::span<const std::size_t> items);

/// The same list without `items`.
IndexList without(const IndexList& list, std::span<const std::size_t> items);

/// The ascending list with `items` in it, none of which was.
IndexList with(const IndexList& list, std::span<const std::size_t> items);

}  // namespace detail

inline IndexList::Iterator IndexList::begin() const { return {*this, 0}; }
inline IndexList::Iterator IndexList::end() const { return {*this, size_}; }

}  // namespace partita

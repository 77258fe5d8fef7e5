#pragma once
/// \file Ascending items kept as runs of consecutive ones: most of a share in a few words.

#include <cstddef>
#include <span>
#include <vector>

namespace partita::detail {

/// Items begin, begin + 1, ..., end - 1.
struct Run {
  std::size_t begin, end;

  std::size_t size() const { return end - begin; }
  bool operator==(const Run&) const = default;
};

/// Distinct items, ascending; there is a gap between two runs. Memory linear in the runs.
class Runs {
 public:
  Runs() = default;

  /// Items 0 to `items` - 1.
  explicit Runs(std::size_t items) { append({0, items}); }

  /// Adds a run behind all others.
  void append(Run run) {
    if (run.begin == run.end) return;
    items_ += run.size();
    if (!runs_.empty() && runs_.back().end == run.begin)
      runs_.back().end = run.end;
    else
      runs_.push_back(run);
  }
  void append(std::size_t item) { append({item, item + 1}); }

  std::size_t items() const { return items_; }
  std::span<const Run> runs() const { return runs_; }

  bool operator==(const Runs&) const = default;

 private:
  std::vector<Run> runs_;
  std::size_t items_ = 0;
};

/// The items of `runs` that are among `items` (ascending).
std::vector<std::size_t> common(const Runs& runs, std::span<const std::size_t> items);

/// The items of `runs` but for `items` (ascending).
Runs without(const Runs& runs, std::span<const std::size_t> items);

/// The items of `runs` and `items` (ascending, none of them in `runs`).
Runs with(const Runs& runs, std::span<const std::size_t> items);

}  // namespace partita::detail

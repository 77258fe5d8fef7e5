#include <algorithm>

#include <partita/inspector/runs.hpp>

namespace partita::detail {

std::vector<std::size_t> common(const Runs& runs, std::span<const std::size_t> items) {
  std::vector<std::size_t> both;
  auto item = items.begin();
  for (const auto [begin, end] : runs.runs()) {
    item = std::lower_bound(item, items.end(), begin);
    for (; item != items.end() && *item < end; ++item) both.push_back(*item);
  }
  return both;
}

Runs without(const Runs& runs, std::span<const std::size_t> items) {
  Runs rest;
  auto item = items.begin();
  for (auto [begin, end] : runs.runs()) {
    item = std::lower_bound(item, items.end(), begin);
    for (; item != items.end() && *item < end; ++item) {
      rest.append({begin, *item});
      begin = *item + 1;
    }
    rest.append({begin, end});
  }
  return rest;
}

Runs with(const Runs& runs, std::span<const std::size_t> items) {
  Runs all;
  auto item = items.begin();
  for (const Run& run : runs.runs()) {
    for (; item != items.end() && *item < run.begin; ++item) all.append(*item);
    all.append(run);
  }
  for (; item != items.end(); ++item) all.append(*item);
  return all;
}

}  // namespace partita::detail

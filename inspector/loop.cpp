#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>

#include <partita/inspector/loop.hpp>
#include <partita/support/collectively.hpp>

namespace partita {

namespace {

IndexArray end_points(const TranslationTable& table, std::span<const Edge> share) {
  // Edges lie one after the other without gaps: their end points are one array.
  const auto* first = reinterpret_cast<const global_index*>(share.data());
  return {"end points", table, 2, {first, 2 * share.size()}};
}

}  // namespace

Loop::Loop(InspectedLoop inspected) : inspected_(std::move(inspected)) {
  if (inspected_.arrays() != 1 || inspected_.arity(0) != 2)
    throw Error(text("loop \"", inspected_.name(),
                     "\" is no edge loop: that has one index array, of two end points an edge"));
  const std::span<const local_index> ends = inspected_.indices(0);
  const auto edge = [&](local_index k) {
    const auto first = 2 * static_cast<std::size_t>(k);
    return LocalEdge{ends[first], ends[first + 1]};
  };

  order_.resize(ends.size() / 2);
  std::iota(order_.begin(), order_.end(), local_index{0});
  const auto border = std::stable_partition(order_.begin(), order_.end(), [&](local_index k) {
    const auto [a, b] = edge(k);
    return std::max(a, b) < pattern().owned();
  });
  interior_ = static_cast<std::size_t>(border - order_.begin());
  edges_.reserve(order_.size());
  iterations_.reserve(order_.size());
  for (const local_index k : order_) {
    edges_.push_back(edge(k));
    iterations_.push_back(inspected_.iterations()[static_cast<std::size_t>(k)]);
  }
}

void Loop::require_current(const TranslationTable& table, std::span<const Edge> share) const {
  inspected_.require_current(std::array{end_points(table, share)});
}

std::vector<Loop> inspect(const TranslationTable& table, std::span<const std::span<const Edge>> shares,
                          Execution execution) {
  std::vector<std::string> names;
  std::vector<IndexArray> arrays;
  for (const std::span<const Edge> share : shares) {
    names.push_back(text("edges ", names.size()));
    arrays.push_back(end_points(table, share));
  }
  std::vector<IndexedLoop> given;
  for (std::size_t l = 0; l < shares.size(); ++l)
    given.push_back({names[l], std::span(&arrays[l], 1), execution});

  std::vector<Loop> loops;
  for (InspectedLoop& inspected : inspect(table.communicator(), given))
    loops.emplace_back(std::move(inspected));
  return loops;
}

Loop inspect(const TranslationTable& table, std::span<const Edge> share, Execution execution) {
  return Loop(inspect(table.communicator(), "edges", std::array{end_points(table, share)}, execution));
}

Loop update(const Loop& loop, std::span<const Edge> share) {
  return Loop(update(loop.inspected(), std::array{end_points(loop.inspected().table(0), share)}));
}

}  // namespace partita

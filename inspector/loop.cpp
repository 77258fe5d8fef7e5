#include <algorithm>
#include <array>
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
  arrange();
}

// Interior and border, from the inspected loop.
void Loop::arrange() {
  const std::span<const local_index> ends = inspected_.indices(0);
  const std::span edges(reinterpret_cast<const LocalEdge*>(ends.data()), ends.size() / 2);
  const local_index owned = pattern().owned();
  border_.clear();
  for (std::size_t k = 0; k < edges.size(); ++k)
    if (std::max(edges[k][0], edges[k][1]) >= owned) border_.push_back(k);
  put_interior_first(edges, edges_);
  put_interior_first(inspected_.iterations(), iterations_);
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

Loop update(Loop loop, std::span<const Edge> share) {
  const IndexArray ends = end_points(loop.inspected().table(0), share);
  loop.inspected_ = update(std::move(loop.inspected_), std::span(&ends, 1));
  loop.arrange();
  return loop;
}

}  // namespace partita

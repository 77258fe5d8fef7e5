#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <partita/inspector/edge_loop.hpp>
#include <partita/support/collectively.hpp>

namespace partita {

namespace {

IndexArray end_points(const TranslationTable& table, std::span<const Edge> share) {
  return {"end points", table, share};
}

}  // namespace

EdgeLoop::EdgeLoop(InspectedLoop inspected) : arranged_(std::move(inspected)) {
  if (arranged_.arrays() != 1 || arranged_.arity(0) != 2)
    throw Error(text("loop \"", arranged_.name(),
                     "\" is no edge loop; give one index array, of two end points per edge"));
  if (arranged_.numbered_)
    throw Error(
        text("loop \"", arranged_.name(),
             "\" numbers its iterations, but an edge loop has its own order; take the InspectedLoop"));
  const std::span<const LocalEdge> ascending = edges();
  for (std::size_t k = 0; k < ascending.size(); ++k)
    if (std::max(ascending[k][0], ascending[k][1]) >= pattern().owned()) border_.push_back(k);
  detail::move_behind(border_, 1, arranged_.executed_.places);
  detail::move_behind(border_, 2, arranged_.executed_.indices[0]);
}

InspectedLoop EdgeLoop::inspected() const& {
  EdgeLoop copy = *this;
  return std::move(copy).inspected();
}

InspectedLoop EdgeLoop::inspected() && {
  detail::move_back(border_, 1, arranged_.executed_.places);
  detail::move_back(border_, 2, arranged_.executed_.indices[0]);
  return std::move(arranged_);
}

void EdgeLoop::require_current(const TranslationTable& table, std::span<const Edge> share) const {
  const IndexArray ends = end_points(table, share);
  arranged_.require_current({arranged_.name(), std::span(&ends, 1), arranged_.execution()}, interior_size());
}

std::vector<EdgeLoop> inspect(const TranslationTable& table, std::span<const std::span<const Edge>> shares,
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

  std::vector<EdgeLoop> loops;
  for (InspectedLoop& inspected : inspect(table.communicator(), given))
    loops.emplace_back(std::move(inspected));
  return loops;
}

EdgeLoop inspect(const TranslationTable& table, std::span<const Edge> share, Execution execution) {
  return EdgeLoop(inspect(table.communicator(), "edges", std::array{end_points(table, share)}, execution));
}

EdgeLoop update(EdgeLoop loop, std::span<const Edge> share) {
  const IndexArray ends = end_points(loop.table(), share);
  return EdgeLoop(update(std::move(loop).inspected(), std::span(&ends, 1)));
}

}  // namespace partita

#include <algorithm>
#include <array>
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
    throw Error("loop \"", arranged_.name(),
                "\" is no edge loop; give one index array, of two end points per edge");
  if (arranged_.numbered_)
    throw Error("loop \"", arranged_.name(),
                "\" numbers its iterations, but an edge loop has its own order; take the InspectedLoop");
  const std::span<const LocalEdge> ascending = edges();
  for (std::size_t k = 0; k < ascending.size(); ++k)
    if (std::ranges::max(ascending[k]) >= pattern().owned()) border_.push_back(static_cast<local_index>(k));
  std::vector<global_index> places = arranged_.executed_.places.values();
  detail::move_behind(border_, 1, places);
  arranged_.executed_.places = IndexList(places);
  detail::move_behind(border_, 2, arranged_.executed_.indices[0]);
}

InspectedLoop EdgeLoop::inspected() const& { return EdgeLoop(*this).inspected(); }

InspectedLoop EdgeLoop::inspected() && {
  std::vector<global_index> places = arranged_.executed_.places.values();
  detail::move_back(border_, 1, places);
  arranged_.executed_.places = IndexList(places);
  detail::move_back(border_, 2, arranged_.executed_.indices[0]);
  return std::move(arranged_);
}

void EdgeLoop::require_current(const TranslationTable& table, std::span<const Edge> share) const {
  const std::array arrays{end_points(table, share)};
  arranged_.require_current({arranged_.name(), arrays, arranged_.execution()}, interior().size());
}

EdgeLoop inspect(const TranslationTable& table, std::span<const Edge> share, Execution execution) {
  return EdgeLoop(inspect(table.communicator(), "edges", std::array{end_points(table, share)}, execution));
}

EdgeLoop update(EdgeLoop loop, std::span<const Edge> share) {
  const std::array arrays{end_points(loop.table(), share)};
  return EdgeLoop(update(std::move(loop).inspected(), arrays));
}

}  // namespace partita

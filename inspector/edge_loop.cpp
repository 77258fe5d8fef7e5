#include <algorithm>
#include <array>
#include <numeric>
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
  const auto is_interior = [&](local_index row) {
    const auto [a, b] = edges()[static_cast<std::size_t>(row)];
    return std::max(a, b) < pattern().owned();
  };
  std::vector<local_index> order(static_cast<std::size_t>(checked_local(std::ssize(edges()))));
  std::iota(order.begin(), order.end(), local_index{0});
  const auto border = std::ranges::stable_partition(order, is_interior);
  interior_size_ = order.size() - border.size();
  if (!border.empty()) arranged_.rearrange(std::move(order));
}

InspectedLoop EdgeLoop::inspected() const& { return EdgeLoop(*this).inspected(); }

InspectedLoop EdgeLoop::inspected() && {
  arranged_.put_ascending_by_place();
  return std::move(arranged_);
}

void EdgeLoop::require_current(const TranslationTable& table, std::span<const Edge> share) const {
  arranged_.require_current(std::array{end_points(table, share)});
}

EdgeLoop inspect(const TranslationTable& table, std::span<const Edge> share, Execution execution) {
  return EdgeLoop(inspect(table.communicator(), "edges", std::array{end_points(table, share)}, execution));
}

EdgeLoop update(EdgeLoop loop, std::span<const Edge> share) {
  const std::array arrays{end_points(loop.table(), share)};
  return EdgeLoop(update(std::move(loop).inspected(), arrays));
}

}  // namespace partita

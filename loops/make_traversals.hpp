#pragma once
/// \file From the order of a segment's iterations to the traversals that its loops run on.

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <partita/loops/domain_state.hpp>
#include <partita/loops/order.hpp>
#include <partita/loops/traversal.hpp>

namespace partita::loops {

/// A segment's loops as they run: per loop, and per thread.
struct OrderedSegment {
  std::vector<std::vector<Order>> orders;
  std::vector<std::vector<Traversal>> traversals;  ///< with rows of the orders, or of the inspected loops
  std::vector<const FieldState*>
      sent_later;  ///< stale fields whose sent values only iterations that wait change
};

/// Orders the iterations of inspected loops that run one after the other, after an exchange of the fields
/// that are stale. Not collective. Rows whose order is that of the inspected loop are not copied: traversals
/// end with the inspections.
/// @param changed  per loop, since `before`
/// @param before   of the same loops: followed if there are no tiles, before or now. Else a new one
/// @param in_tiles whether the order may be worth its time: without tiles it takes much less
OrderedSegment order_segment(std::span<const std::shared_ptr<LoopState>> loops,
                             std::span<const std::shared_ptr<FieldState>> stale, const Options& options,
                             bool in_tiles, std::span<const ChangedRows> changed, OrderedSegment before);

/// Whether the iterations of so many loops run in tiles: several on one thread. Not collective.
bool may_run_in_tiles(std::size_t loops, const Options& options);

}  // namespace partita::loops

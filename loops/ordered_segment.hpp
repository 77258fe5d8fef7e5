#pragma once
/// \file From the order of a segment's iterations to the traversals that its loops run on.

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
      sent_later;                ///< stale fields whose sent values only iterations that wait change
  bool may_be_in_tiles = false;  ///< in more than one, so `in_tiles` makes another order
};

/// Orders the iterations of inspected loops that run one after the other, after an exchange of the fields
/// that are stale. Not collective. Rows whose order is that of the inspected loop are not copied: traversals
/// end with the inspections.
/// @param in_tiles whether in tiles, if it may be: that takes much longer
/// @param changed  per loop, since `before`
/// @param before   of the same loops, or none: followed if there are no tiles, before or now
OrderedSegment order_segment(std::span<const std::shared_ptr<LoopState>> loops,
                             std::span<const std::shared_ptr<FieldState>> stale, const Options& options,
                             bool in_tiles, std::span<const ChangedRows> changed, OrderedSegment before);

}  // namespace partita::loops

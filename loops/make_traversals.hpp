#pragma once
/// \file From the order of a segment's iterations to the traversals that its loops run on.

#include <memory>
#include <span>
#include <vector>

#include <partita/loops/domain_state.hpp>
#include <partita/loops/traversal.hpp>

namespace partita::loops {

/// Orders the iterations of inspected loops that run one after the other, after an exchange of the fields
/// that are stale. Not collective.
/// @return per loop, and per thread
std::vector<std::vector<Traversal>> make_traversals(std::span<const std::shared_ptr<LoopState>> loops,
                                                    std::span<const std::shared_ptr<FieldState>> stale,
                                                    const Options& options);

}  // namespace partita::loops

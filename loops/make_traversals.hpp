#pragma once
/// \file From the order of a segment's iterations to the traversals that its loops run on.

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <partita/loops/domain_state.hpp>
#include <partita/loops/traversal.hpp>

namespace partita::loops {

/// Orders the iterations of inspected loops that run one after the other, after an exchange of the fields
/// that are stale. Not collective. Rows whose order is that of the inspected loop are not copied: traversals
/// end with the inspections.
/// @param in_tiles whether the order may be worth its time: without tiles it takes much less
/// @return per loop, and per thread
std::vector<std::vector<Traversal>> make_traversals(std::span<const std::shared_ptr<LoopState>> loops,
                                                    std::span<const std::shared_ptr<FieldState>> stale,
                                                    const Options& options, bool in_tiles);

/// Whether the iterations of so many loops run in tiles: several on one thread. Not collective.
bool may_run_in_tiles(std::size_t loops, const Options& options);

}  // namespace partita::loops

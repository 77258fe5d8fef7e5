#pragma once
/// \file From the order of a segment's iterations to what its loops run on.

#include <vector>

#include <partita/loops/chain.hpp>
#include <partita/loops/domain_state.hpp>

namespace partita::loops {

/// Orders the iterations of a segment's loops and fills in its traversals. No communication.
void make_traversals(const DomainState& domain, Segment& segment);

}  // namespace partita::loops

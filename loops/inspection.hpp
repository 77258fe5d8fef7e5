#pragma once
/// \file Inspects loops: which iterations this rank executes, and which ghosts they need.
///
/// *Both sides*: an iteration is executed by every rank that owns an element it changes, so that nothing has
/// to be sent back, and every element gets its contributions on one rank, in the order of the iterations'
/// global numbers. What all loops read elsewhere makes one access pattern per set.

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <partita/loops/loop.hpp>
#include <partita/loops/set.hpp>

namespace partita::loops {

/// The iterations of one loop that this rank executes, ascending by global number.
struct Executed {
  using Indices = std::shared_ptr<const std::vector<local_index>>;

  Indices own;                ///< local index of each in the set of the loop; `nowhere` if not needed here
  std::vector<Indices> rows;  ///< per argument: the element, or `nowhere`; none for globals
  std::size_t size() const { return own->size(); }
};

/// Inspects `loops` together. Gives every set in `sets` a pattern with the ghosts it has so far and those
/// that these loops read. Returns no result when some set got new ghosts that way though it had a pattern:
/// other loops' rows are void then, and all are to be inspected together. Collective.
std::vector<Executed> inspect(const Communicator& comm, std::span<const std::shared_ptr<SetState>> sets,
                              std::span<const std::shared_ptr<LoopState>> loops);

}  // namespace partita::loops

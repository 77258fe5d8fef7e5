#pragma once
/// \file Shared indices: units of one rank's messages that are the same values.
///
/// The communication matrix counts units. It does not tell that two messages of a rank carry the value of one
/// index. Index runs do.

#include <compare>
#include <functional>
#include <vector>

#include <partita/schedule/phase_table.hpp>

namespace partita {

/// Units of one message by the sender's indices: those from `offset` on are the values of the indices from
/// `index` on.
struct IndexRun {
  int target;
  Units offset;
  Units index;
  Units length;

  auto operator<=>(const IndexRun&) const = default;
};

/// The index runs of one rank's messages, ascending by target and offset. A unit is in one run at most. A
/// unit that is in none is no other unit's value.
using IndexRuns = std::vector<IndexRun>;

namespace detail {

/// Appends units; they join the last run if they continue it.
void append(IndexRuns& runs, const IndexRun& next);

/// Keeps the units of indices that come more than once among the messages of one group.
///
/// @param group_of of a target; messages to targets of a negative group are left out
IndexRuns shared_indices(const IndexRuns& runs, const std::function<int(int target)>& group_of);

/// Keeps the units of indices that come more than once among the messages to one host. The origin's own host
/// is left out.
IndexRuns shared_on_hosts(const IndexRuns& runs, int origin, int ranks_per_host);

/// The indices that must be known to judge a table's copies of its rank's own units: `shared_on_hosts`, or
/// none if there are no such copies.
IndexRuns indices_of_copies(const IndexRuns& runs, int rank, int ranks_per_host, const PhaseTable& table);

/// The copies that let each index of `origin` reach each other host once: the host's first unit of the index
/// travels, and all further ones are copied from it. Ascending by `Copy::to`; every phase is 0.
std::vector<Copy> copies_on_hosts(const IndexRuns& runs, int origin, int ranks_per_host);

}  // namespace detail

}  // namespace partita

#pragma once
/// \file The plan that is best for a pattern: what Exchange replays unless it is told otherwise.

#include <partita/executor/choice/choose.hpp>
#include <partita/executor/plan.hpp>
#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// More ranks than these do not concatenate their matrix.
inline constexpr int most_ranks_concatenated = 1024;

/// The plan of the strategy that `choose` takes for the messages of this pattern; `Plan::reason` says why.
/// Collective. Rank 0 chooses, so its costs, bytes and replays count. Throws CollectiveError when the machine
/// is too small, or the ranks give different ones.
///
/// Without a look at the matrix: when all ranks share one host, where messages meet nobody, `ac` by post_all;
/// on more than `most_ranks_concatenated` ranks either that or `distributed` by windowed 1, by what the
/// busiest rank has to do and how many senders meet at a receiver.
///
/// The protocol `lock` is taken when it is asked for (ChoiceOptions::protocol), not else: it rests on MPI's
/// one-sided operations between hosts, which not every MPI has over every network, and which over TCP (Open
/// MPI 4.1's component pt2pt) were once seen to wait for ever.
///
/// With `timed_strategies` greater than 0 the prediction is not believed: so many strategies, those that were
/// the best while `choose` went on, are replayed here, and the one that takes least is taken, by the
/// transport that takes least. What counts is the maximum over the ranks of the median of 15 gathers of
/// bytes_per_unit. The values that an exchange yields never depend on it.
Plan choose_plan(const AccessPattern& pattern, const ChoiceOptions& options, int timed_strategies = 0);
Plan choose_plan(const MessageVectors& vectors, const ChoiceOptions& options, int timed_strategies = 0);

/// On `machine_here`, for units of these bytes that are exchanged for ever.
Plan choose_plan(const AccessPattern& pattern);
Plan choose_plan(const MessageVectors& vectors, double bytes_per_unit = 8);

}  // namespace partita

#pragma once
/// \file The best plan for the messages of a pattern. Exchange replays it unless it is given another.

#include <partita/executor/choosing/choose.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// The plan of the strategy that `choose` takes for these messages; `Plan::reason` says why. S leaves out the
/// concatenation of the matrix, which is spent in any case.
///
/// Three cases need no matrix. If all ranks share one host, there is no contention: `ac` by post_all. If the
/// machine's costs are a guess (`machine_here`) and no protocol is given, nothing is chosen: all messages
/// leave at once in the order of ranks, by `ac` with SendOrder::ascending, unless `options` has another
/// order. On more than 1024 ranks it is `ac` or `distributed` by windowed window=1, by the start-ups and
/// bytes of the busiest rank and the number of senders that a receiver has.
///
/// The protocol `lock` is taken only if `options.protocol` asks for it. It rests on MPI's one-sided
/// operations between hosts, which not every MPI has over every network. Over TCP (Open MPI 4.1, component
/// pt2pt) they were once seen to wait for ever.
///
/// Unless the costs are a guess, `options.race` is false, the environment of rank 0 has PARTITA_LEARN=0, all
/// ranks share one host, or fewer than 100 replays are expected, the plan has several candidates
/// (detail::strategies_to_race). An exchange that is made with it finds out which is the fastest.
///
/// @param options rank 0's costs, bytes and replays count
/// @throws CollectiveError if the machine is too small, ranks give different ones, or PARTITA_LEARN is
/// neither 0 nor 1
///
/// Collective. The values that an exchange yields never depend on the choice.
Plan choose_plan(const AccessPattern& pattern, const ChoiceOptions& options);
Plan choose_plan(const MessageVectors& vectors, const ChoiceOptions& options);

/// The same on `machine_here`, for units of these bytes that are exchanged for ever: all at once, or chosen
/// among the plans of this protocol. Collective.
Plan choose_plan(const AccessPattern& pattern);
Plan choose_plan(const MessageVectors& vectors, double bytes_per_unit = 8,
                 std::optional<Protocol> protocol = {});

}  // namespace partita

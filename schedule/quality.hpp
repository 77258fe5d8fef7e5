#pragma once
/// \file How good a schedule is, beside what no schedule can be better than.

#include <cstdint>

#include <partita/schedule/schedule.hpp>

namespace partita {

/// Sum over the phases of the longest transfer: what a replay takes when phases follow one another and a unit
/// takes a unit of time. A rank that sends or receives several messages in a phase (AC, naive) has their sum
/// there.
Units longest_sum(const Schedule& schedule);

/// No direct schedule has less: what the busiest rank sends, or receives, in all.
Units longest_sum_bound(const CommunicationMatrix& matrix);

/// How often a link carries another message besides its first in a phase. 0: free of link contention.
/// Throws Error when the machine has fewer nodes than there are ranks.
std::int64_t link_conflicts(const Schedule& schedule, const Machine& machine);

/// Messages between ranks of different hosts, where ranks h*k .. h*k+k-1 share host h; k is `ranks_per_host`.
std::int64_t messages_between_hosts(const Schedule& schedule, int ranks_per_host);

/// Share (0 to 1) of the messages between two ranks that pass one another: both in the same phase. 0 without
/// messages.
double share_of_exchanges(const Schedule& schedule);

}  // namespace partita

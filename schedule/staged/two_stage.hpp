#pragma once
/// \file Two-stage exchange with bounded traffic: unequal messages become two exchanges of nearly equal ones.
///
/// Ranka, Shankar, Alsabti 1995, section 6, on n ranks that each send and receive at most t units. Every
/// message is divided into n parts. In the first stage part k goes to intermediary k, in the second from
/// there to its target. A remainder is dealt out unit by unit, and the dealing continues from message to
/// message of a rank (figure 7). So messages of the first stage have at most ceil(t / n) units, and those of
/// a rank differ by one at most. Messages of the second stage have at most t / n + n units.
///
/// Rank r deals from intermediary n - 1 - r on. In the paper all ranks deal from intermediary 0 on, and then
/// shuffle their parcels of the same length among the intermediaries (section 6.3). Here that is not needed.
/// Where ranks send alike, to the same distances, the remainders for a target go by different intermediaries,
/// so messages of the second stage are as short as can be. With random messages the longest of them is as
/// short as with the shuffle (two_stage_test.cpp compares).
///
/// Within a stage the order is that of `pairwise`; the paper's is LP, which is the same for powers of two. A
/// part whose intermediary is its origin or its target travels once. A message of a rank to itself is not
/// divided, and does not count in t.
///
/// No rank needs the matrix. An origin divides its messages by their lengths alone (figure 7). It tells the
/// intermediaries what comes to them, and they tell the targets (figure 8). In the paper this travels with
/// the data; here it is exchanged once, before the first replay. The two exchanges have the messages of a
/// replay, with a piece in place of its units.
///
/// Time and memory of a rank are O(n + its pieces). A message of l units has min(l, n) pieces. An
/// intermediary relays at most one piece of each message of the machine, and at most ceil(r / n) of the r
/// units of each rank: fewer than t + n units together. So a table has fewer than 4 t + 2 n pieces, whatever
/// the lengths are, and never more than the units that its rank sends, relays and receives.

#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

/// The phase table of this rank.
///
/// @throws CollectiveError if a destination vector is impossible
///
/// Collective.
PhaseTable two_stage(const Communicator& comm, const DestinationVector& destinations);

/// The same tables of all ranks, in one process.
std::vector<PhaseTable> two_stage(const CommunicationMatrix& matrix);

}  // namespace partita::detail

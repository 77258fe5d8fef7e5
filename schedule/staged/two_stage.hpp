#pragma once
/// \file Two-stage exchange with bounded traffic: unequal messages become two exchanges of nearly equal ones.
///
/// Ranka, Shankar, Alsabti 1995, section 6, on n ranks of which none sends or receives more than t units.
/// Every message is divided into n parts; in the first stage part k goes to intermediary k, in the second
/// from there to its target. What does not divide evenly is dealt out unit by unit, and the dealing runs on
/// from message to message of a rank (figure 7): so no message of the first stage is longer than ceil(t / n)
/// units, and those of a rank differ by one at most; none of the second is longer than t / n + n. So that the
/// second stage comes near the mean instead, each rank shuffles which intermediary gets which of the parcels
/// of the same length (section 6.3).
///
/// A part whose intermediary is its origin or its target travels once. A message of a rank to itself is not
/// divided, and does not count in t.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>
#include <partita/schedule/staged/direct_scheduler.hpp>

namespace partita {

/// The phase table of every rank; `first` and `second` order the messages within the stages. O(m n) pieces
/// for m messages in the machine, or as many as there are units, if that is less.
std::vector<PhaseTable> two_stage(const CommunicationMatrix& matrix, const DirectScheduler& first,
                                  const DirectScheduler& second, std::uint64_t seed);

}  // namespace partita

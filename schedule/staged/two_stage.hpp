#pragma once
/// \file Two-stage exchange with bounded traffic: unequal messages become two exchanges of nearly equal ones.
///
/// Ranka, Shankar, Alsabti 1995, section 6, on n ranks that each send and receive at most t units. Every
/// message is divided into n parts. In the first stage part k goes to intermediary k, in the second from
/// there to its target. A remainder is dealt out unit by unit, and the dealing continues from message to
/// message of a rank (figure 7). So messages of the first stage have at most ceil(t / n) units, and those of
/// a rank differ by one at most. Messages of the second stage have at most t / n + n units. Each rank
/// shuffles its parcels of the same length among the intermediaries (section 6.3), which brings the second
/// stage near the mean.
///
/// A part whose intermediary is its origin or its target travels once. A message of a rank to itself is not
/// divided, and does not count in t.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>
#include <partita/schedule/staged/stage.hpp>

namespace partita::detail {

/// The phase table of every rank; `first` and `second` order the messages within the stages. O(m n) pieces
/// for m messages in the machine, or as many as there are units, if that is less.
std::vector<PhaseTable> two_stage(const CommunicationMatrix& matrix, const DirectScheduler& first,
                                  const DirectScheduler& second, std::uint64_t seed);

}  // namespace partita::detail

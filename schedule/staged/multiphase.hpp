#pragma once
/// \file Unified multiphase exchange: standard exchange over some dimensions, direct over the rest.
///
/// Bokhari 1991, section 7, after ICASE Report 91-5. The n = 2^d ranks are the corners of a hypercube. First
/// the `standard_dimensions` highest dimensions, from the highest down: in the step of dimension j every rank
/// sends its partner, rank XOR 2^j, all units that it holds for the partner's half. Then every unit is in the
/// subcube of its target, and goes there by pairwise exchange, in steps k = 1 .. 2^r - 1 for the r dimensions
/// left. With 0 standard dimensions this is `pairwise`, with all it is `standard_exchange`. In between, units
/// that travel more than once save start-ups. The direct part gets the lowest dimensions because its many
/// messages then stay among consecutive ranks, which mostly share a host or a switch.
///
/// Other n have the cyclic form, d the smallest with 2^d >= n. In the step of dimension j, units whose
/// remaining distance, (target - holder) mod n, has bit j go to rank (holder + 2^j) mod n. The direct part is
/// `linear`, in steps k = 1 .. min(2^r, n) - 1. With all dimensions that is Bruck, Ho, Kipnis, Upfal,
/// Weathersby, "Efficient Algorithms for All-to-All Communications in Multiport Message-Passing Systems",
/// IEEE TPDS 8, 1997, with the bits in the opposite order.
///
/// Standard exchange is the form with all dimensions: log n steps, in which every rank relays for the others
/// (Bokhari 1991, section 4.3). Few and long messages between neighbours in the hypercube are best for many
/// short messages. The price: a unit travels up to log n times.
///
/// A step is a phase, empty or not. On a hypercube with e-cube routing no link is used twice in a phase. A
/// message of a rank to itself comes last.

#include <limits>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// For `standard_exchange`.
inline constexpr int all_dimensions = std::numeric_limits<int>::max();

/// The phase table of every rank. `standard_dimensions` is 0 or more; values above d count as d. O(m d log
/// m) for m messages in the machine.
std::vector<PhaseTable> multiphase(const CommunicationMatrix& matrix, int standard_dimensions);

}  // namespace partita::detail

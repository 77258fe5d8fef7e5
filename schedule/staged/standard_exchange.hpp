#pragma once
/// \file Standard exchange: log n steps, in which every rank relays for the others.
///
/// Bokhari 1991, section 4.3, for n = 2^d: in step j = d-1 .. 0 every rank sends rank XOR 2^j all units that
/// it holds for the partner's half of the ranks. Few and long messages between neighbours in the hypercube
/// are best for many short messages. The price: a unit travels up to log n times. Other n have the cyclic
/// form. This is `multiphase` over all dimensions.

#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// The phase table of every rank: ceil(log2 n) phases, empty or not, and one more if there are messages of
/// ranks to themselves. O(m log n log m) for m messages in the machine.
std::vector<PhaseTable> standard_exchange(const CommunicationMatrix& matrix);

}  // namespace partita::detail

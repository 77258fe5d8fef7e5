#pragma once
/// \file Optimal colouring: exactly as many phases as the busiest rank has messages.
///
/// A phase table without node contention is a proper edge colouring of the bipartite graph of senders and
/// receivers, and D = max(fan-in, fan-out) colours are enough: König, "Über Graphen und ihre Anwendung auf
/// Determinantentheorie und Mengenlehre", Math. Annalen 77, 1916. This is the proof, message by message. A
/// message takes a phase that is free at both ends. If there is none, one phase is free at its sender and
/// another at its receiver. From the receiver on, a path of messages is in these two phases by turns, and it
/// does not reach the sender. Its messages exchange the two, and the first is free at the receiver, too.
///
/// O(D + n) for each message of n ranks at worst. A message looks first for nearly the phase that a linear
/// permutation gives it, so that a complete exchange has few conflicts, and paths are short until nearly all
/// phases of their ranks are in use. Memory: a number for each rank and phase, O(n D), even if one rank sends
/// to all and the others to none.

#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// The phase table of every rank; no phase is empty. The same matrix gives the same tables everywhere.
std::vector<PhaseTable> colouring(const CommunicationMatrix& matrix);

/// The phase of each message of the matrix, counted row by row, of matrix.degree() phases.
std::vector<int> colours_of(const CommunicationMatrix& matrix);

}  // namespace partita::detail

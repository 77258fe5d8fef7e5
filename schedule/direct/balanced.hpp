#pragma once
/// \file Balanced: messages split so that the phases together last only as long as the busiest rank is busy.
///
/// Preemptive open shop: Gonzalez and Sahni, "Open shop scheduling to minimize finish time", J. ACM 23(4),
/// 1976. Every phase lasts as long as its longest transfer, so no schedule is shorter than the largest sum of
/// a row or a column of the matrix. If messages may be split, one reaches this bound, because a doubly
/// stochastic matrix is a sum of permutations (Birkhoff, von Neumann). The fewest phases are NP-hard to find.
/// This algorithm is greedy: it makes one phase after the other, each as long as possible.
///
/// The whole schedule has a time budget T. The *slack* of a rank's sending, or receiving, is the time for
/// which it may idle: the time left minus the units that it still has to send, or to receive. In a phase of
/// duration t
///
/// * a rank whose slack is less than t must take part;
/// * a message may be taken if it is at least as long as t minus the slack of both its ends; a longer message
///   is cut at t, and the rest stays for later phases.
///
/// If a matching of such messages covers all those ranks, the rest can be sent in the time left. Each phase
/// has the longest t with such a matching, found by bisection: if t is possible, every shorter t is, too. The
/// matching takes long messages first, and covers the ranks with the most messages left if it can, which
/// leads to few phases.
///
/// With T = max(row sum, column sum) the sum of the phases is exactly T. A longer T means fewer phases. If T
/// is so long that slack never matters, every phase covers all ranks with the most messages left: all
/// messages stay whole, in max(fan-in, fan-out) phases. So T trades transfer time against start-ups. The
/// algorithm tries up to nine values of T: the bound plus 0, 1/64, 1/32 .. 1 of itself, and one that never
/// matters. It also tries `colouring`, and returns the cheapest schedule of all.
///
/// Each value of T takes k phases of m messages, with about log m probes of t each. A probe is O(m) while the
/// paths that cover ranks stay short, as they do unless nearly all ranks are as busy as the busiest. So the
/// cost is O(k m log m), times nine at worst. As k is about twice the degree, dense matrices of many ranks
/// are costly. Without a start-up cost, the algorithm tries only T = the bound.

#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// The phase table of every rank. A message has at most one piece in a phase, and its pieces are sent in
/// ascending order. The same matrix and cost give the same tables everywhere.
///
/// @param start_up units that a phase costs besides its longest transfer
std::vector<PhaseTable> balanced(const CommunicationMatrix& matrix, double start_up);

}  // namespace partita::detail

#pragma once
/// \file Balanced: messages split so that the phases together are no longer than the busiest rank is busy.
///
/// Preemptive open shop: Gonzalez and Sahni, "Open shop scheduling to minimize finish time", J. ACM 23(4),
/// 1976. When every phase lasts as long as its longest transfer, no schedule is shorter than the largest sum
/// of a row or a column of the matrix, and if messages may be split there is one that is as short: as a
/// doubly stochastic matrix is a sum of permutations (Birkhoff, von Neumann). Few phases are wanted of it;
/// the fewest are NP-hard to find, and this is the greedy way: phases as long as can be, one after the other.
///
/// Time is given a budget T. The *slack* of a rank's sending, or receiving, is what it may stand idle: the
/// time left minus what it has still to send, or to receive. In a phase of duration t
///
/// * a rank whose slack is less than t must take part;
/// * a message may be taken if it is at least as long as t minus the slack of both its ends; what is longer
///   than t is cut off there, and the rest stays for later phases.
///
/// If a matching of such messages covers all those ranks, what is left can again be sent in the time left.
/// Each phase has the longest t for which there is one, found by bisection (if t is possible, so is whatever
/// is shorter). Among the matchings it takes long messages first, and covers the ranks with the most messages
/// left wherever it can: that is what ends with few phases.
///
/// With T = max(row sum, column sum) the sum of the phases is exactly that. A longer T means fewer phases,
/// down to max(fan-in, fan-out) with all messages whole when T is long enough never to matter: every phase
/// then covers all ranks with the most messages left. So T is what trades transfer time against start-ups.
/// Up to nine values of it are tried, the bound plus 0, 1/64, 1/32 .. 1 of itself and one that never matters,
/// and `colouring` beside them; between the two values around the most phases that are allowed, five more by
/// bisection. The cheapest schedule is returned. Between the other values nothing is searched.
///
/// For each value of T, k phases of m messages, about log m probes of t each: a probe is O(m) while the paths
/// that cover ranks stay short. They do unless nearly all ranks are as busy as the busiest, and are O(m) at
/// most for a rank. So O(k m log m) in all, times fourteen at worst; k is about twice the degree, so
/// that dense matrices of many ranks are costly. Without a start-up cost and a limit to the phases, only T =
/// the bound is tried.

#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>
#include <partita/schedule/schedule_options.hpp>

namespace partita {

/// The phase table of every rank. A message has at most one piece in a phase, and its pieces are sent in
/// ascending order. The same matrix and splitting give the same tables everywhere.
std::vector<PhaseTable> balanced(const CommunicationMatrix& matrix, const Splitting& splitting);

}  // namespace partita

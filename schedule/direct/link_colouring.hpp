#pragma once
/// \file Link-aware colouring: as few phases as can be found in which no rank and no link is used twice.
///
/// Two messages conflict when they have their sender, their receiver or a link in common; phases are colours
/// of the graph of conflicts. No fewer are possible than messages pass the busiest rank or link, but the
/// optimum is NP-hard, so:
///
/// 1. *First fit.* Each message goes into the first phase where it fits. The longest messages come first, so
///    that a phase has messages of similar length; among equals, those with the longest routes.
/// 2. *Repair.* The emptiest phase is dissolved. Each of its messages goes to the phase in which it conflicts
///    with the fewest others. These lose their place and do the same; for a while they may not return to the
///    phase that they left. When all have a place there is one phase fewer. The repair ends at the lower
///    bound, or after 2000 look-ups a message and 20 000 more. Then phases with long messages come first
///    again.
///
/// The repair is partial colouring with tabu moves: Bloechliger and Zufferey, "A graph coloring heuristic
/// using partial solutions and a reactive tabu scheme", Computers & Operations Research 35(3), 2008.
///
/// If the machine rewards exchanges, a message and its opposite are placed as one, and a rank has one partner
/// in a phase: it cannot send to one rank while it receives from another. That makes more phases, at least
/// the number of a rank's partners, of half the time. The repair then begins with the shorter of two
/// schedules: first fit, or Bokhari's pairwise exchange without its empty phases, the optimum for a complete
/// exchange.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// The phase table of every rank. The same matrix, machine and seed give the same tables everywhere. O(m k l)
/// for the first fit of m messages of l links each into k phases; for the repair up to the 2000 m look-ups
/// and O(m l) for every phase dissolved. Memory: O(m l), and an int for each phase of
/// each rank and link in use.
std::vector<PhaseTable> link_colouring(const CommunicationMatrix& matrix, const Machine& machine,
                                       std::uint64_t seed);

}  // namespace partita::detail

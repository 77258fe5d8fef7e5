#pragma once
/// \file Plans in words: what environment variables and option strings say of an exchange.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <partita/executor/plan/plan.hpp>
#include <partita/schedule/machine.hpp>

namespace partita {

/// Gives the plan of the schedule that a file contains; collective. In Partita's room io: `load_plan`.
using PlanLoader = std::function<Plan(const MessageVectors&, const std::string& file)>;

/// The plan that words ask for: the name of an algorithm, of a protocol ("lock,barrier" for one each stage),
/// and of a transport, in any order; `seed=N`, `order=NAME` (of ac), and the words of a way (way_words.hpp).
/// What is left out is chosen, for `bytes=N` a unit; an algorithm alone is replayed by post_all. `load=FILE`
/// takes the place of an algorithm.
///
///     ""                                chosen
///     "colouring ready_signal"          this algorithm by this protocol
///     "windowed window=2 mpi"           chosen among those by windowed; by MPI's requests
///     "load=nodes.h5 barrier"           the schedule that was saved there
///
/// @param bytes_per_unit unless the words say it
/// @param machine what choices are made for; left out: `machine_here`. A plan from a file takes the fragments
///   (Costs::fragment) of a machine that is given, in place of those that it was saved with
/// @param load what reads files; left out: none are read
/// @throws CollectiveError for a word that is none of these, or a second of a kind, or if ranks differ
/// Collective. Every rank gives the same.
Plan plan_in_words(const MessageVectors& vectors, std::string_view words, double bytes_per_unit = 8,
                   const std::optional<Machine>& machine = {}, const PlanLoader& load = {});

}  // namespace partita

#pragma once
/// \file The schedule of the flow's exchanges: loaded, given on the command line, or chosen; made once.

#include <functional>

#include <partita/loops/domain.hpp>

#include "options.hpp"
#include "report.hpp"

namespace partita::airfoil {

/// A planner that makes one schedule for all that is gathered at the vertices of the finest level, and says
/// in `report` what it did. The exchanges of coarser levels are planned one by one, by the same options.
/// Other exchanges happen once.
/// @param bytes_a_vertex  the mean of flow and gradients
/// @param evaluations_a_step  how often a step evaluates the residual of a level, 1 the finest
/// The options and the report must outlive it. Collective.
loops::Planner flow_planner(const Options& options, double bytes_a_vertex,
                            const std::function<long(int)>& evaluations_a_step, Report& report,
                            const Communicator& comm);

}  // namespace partita::airfoil

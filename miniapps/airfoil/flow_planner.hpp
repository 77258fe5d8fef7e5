#pragma once
/// \file The schedule of the flow's exchanges: loaded, given on the command line, or chosen; made once.

#include <partita/loops/domain.hpp>

#include "options.hpp"
#include "report.hpp"

namespace partita::airfoil {

/// A planner that makes one schedule for the flow and its gradients, which are gathered at the same vertices,
/// and says in `report` what it did. `bytes_a_vertex` is the mean of both. Other exchanges happen once. The
/// options and the report must outlive it. Collective.
loops::Planner flow_planner(const Options& options, double bytes_a_vertex, Report& report,
                            const Communicator& comm);

}  // namespace partita::airfoil

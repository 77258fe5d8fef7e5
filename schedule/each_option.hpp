#pragma once
/// \file The one list of the options of a schedule: of their hash, and of those saved or sent with a
/// schedule.

#include <partita/schedule/schedule_options.hpp>

namespace partita::detail {

/// Calls visit(name, option) for each option; `options` are ScheduleOptions, const or not. Saved schedules
/// use the names. Of the machine that `machine` names, only the facts below it may differ.
template <class Options, class Visit>
void for_each_option(Options& options, Visit&& visit) {
  visit("algorithm", options.algorithm);
  visit("seed", options.seed);
  visit("machine", options.machine);
  visit("machine_rewards_exchanges", options.machine.rewards_exchanges);
  visit("machine_ranks_per_host", options.machine.ranks_per_host);
  visit("splitting_start_up", options.splitting.start_up);
  visit("splitting_most_phases", options.splitting.most_phases);
  visit("stages_first", options.stages.first);
  visit("stages_second", options.stages.second);
  visit("standard_dimensions", options.standard_dimensions);
  visit("order", options.order);
}

}  // namespace partita::detail

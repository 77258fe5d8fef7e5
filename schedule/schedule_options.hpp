#pragma once
/// \file The options of a schedule.

#include <cstdint>

#include <partita/schedule/algorithms.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/schedule/send_order.hpp>
#include <partita/support/hash.hpp>

namespace partita {

/// The algorithm, and all that its schedule depends on besides the messages. Every rank gives the same.
struct ScheduleOptions {
  Algorithm algorithm = Algorithm::rs_n;
  std::uint64_t seed = 1;       ///< of randomised algorithms, and of the random order of ac
  Machine machine = {};         ///< links, for algorithms that avoid link contention; hosts, for node_aware;
                                ///< fragments, for replays
  double start_up = 0;          ///< of balanced: units that a phase costs besides its longest transfer
  int standard_dimensions = 1;  ///< of multiphase: number of dimensions by standard exchange
  SendOrder order = SendOrder::rotated;  ///< of ac
};

namespace detail {

/// The one list of the options: of their hash, and of those saved or sent with a schedule. Calls
/// visit(name, option) for each; `options` are ScheduleOptions, const or not. Saved schedules use the names.
/// Of the machine that `machine` names, only the facts below it may differ.
template <class Options, class Visit>
void for_each_option(Options& options, Visit&& visit) {
  visit("algorithm", options.algorithm);
  visit("seed", options.seed);
  visit("machine", options.machine);
  visit("machine_rewards_exchanges", options.machine.rewards_exchanges);
  visit("machine_ranks_per_host", options.machine.ranks_per_host);
  visit("start_up", options.start_up);
  visit("standard_dimensions", options.standard_dimensions);
  visit("order", options.order);
}

}  // namespace detail

/// A hash of everything that the schedule depends on besides the messages. Not collective.
inline std::uint64_t fingerprint(const ScheduleOptions& options) {
  Hash hash;
  detail::for_each_option(options, [&](const char*, const auto& option) {
    if constexpr (requires { option.name(); })
      hash.add(option.name());
    else
      hash.add(option);
  });
  return hash.value();
}

}  // namespace partita

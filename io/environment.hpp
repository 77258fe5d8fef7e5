#pragma once
/// \file What the environment says of a program's exchanges: chosen when a program is started, without
/// compiling it again. PARTITA_PLAN has words for plans (plan_in_words): "colouring ready_signal" for every
/// exchange, or by names of exchanges, "nodes: rs_n barrier; elements: ac; colouring" (the rest).

#include <optional>
#include <string>
#include <string_view>

#include <partita/executor/plan/plan.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/support/communicator.hpp>

namespace partita {

struct Environment {
  std::optional<Machine> machine;
  std::string machine_source;  ///< the name or file; empty: found out by `machine_here`
  std::string plans;
  std::string cache;  ///< folder of plan files (PARTITA_CACHE); empty: none
  bool verbose = false;

  /// What `plans` says of the exchange of this name. Not collective.
  std::optional<std::string> words_for(std::string_view name) const;
};

/// Reads the variables of rank 0, so that those of other ranks need not be set. Collective.
/// @throws CollectiveError if a variable has no such value, or the machine's file is wrong
Environment read_environment(const Communicator& comm);

/// The plan of an exchange, as the environment says, or else by the program's `words`, or else from the
/// cache, or else chosen. A file of the cache that is refused is named (set_message_sink), and a plan is
/// chosen. Collective.
/// @return with this name. `Exchange halo(pattern, plan_by_environment(environment, message_vectors(pattern),
/// "nodes"))` makes an exchange that the variables know, in C++
/// @throws CollectiveError as plan_in_words; names the exchange
Plan plan_by_environment(const Environment& environment, const MessageVectors& vectors, std::string_view name,
                         std::string_view words = {}, double bytes_per_unit = 8);

/// Saves the plan of an exchange (`exchange.plan()`, when a race has found it) in the cache, if there is one,
/// for `plan_by_environment` of later runs on hosts and a machine like these. A file that cannot be written
/// is named. Collective.
void remember_plan(const Environment& environment, const MessageVectors& vectors, const Plan& plan);

}  // namespace partita

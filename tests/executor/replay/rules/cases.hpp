#pragma once
/// \file The small cases: all protocols, direct, split and relayed, one protocol a stage.

#include <algorithm>
#include <string>
#include <vector>

#include <partita/executor/plan/protocol.hpp>

#include "tests/executor/replay/rules/small_case.hpp"

namespace partita::detail::explore {

/// @param most_replays  of a table that is replayed again and again
inline std::vector<SmallCase> small_cases(int most_replays = 3) {
  std::vector<SmallCase> cases;
  const auto add = [&](std::string name, int ranks, int phases, const std::vector<CaseMessage>& messages,
                       const std::vector<int>& stages, const StageProtocols& protocols,
                       const RulesOptions& options = {}, int replays = 2) -> SmallCase& {
    SmallCase& one = cases.emplace_back();
    one.name = name + " by " + name_of(protocols);
    one.tables.push_back(make_parts(ranks, phases, messages, stages, protocols, options));
    one.scripts = one_after_the_other(static_cast<std::size_t>(ranks), std::min(replays, most_replays));
    return one;
  };

  // Two ranks: an exchange, and then a message alone. Three: a ring whose messages go on, and one direct. A
  // message in two parts to one receiver, with a second receiver. Units of others, in two stages.
  const std::vector<CaseMessage> exchange{{0, 0, 1}, {0, 1, 0}, {1, 0, 1}}, alone{{0, 0, 1}},
      ring{{0, 0, 1}, {0, 1, 2}, {0, 2, 0}, {1, 0, 2}}, split{{0, 0, 1}, {1, 0, 1}, {1, 2, 0}},
      fan_in{{0, 0, 2}, {1, 1, 2}, {2, 0, 1}}, relay{{0, 0, 1}, {0, 2, 1}, {2, 1, 2, true}},
      relay_back{{0, 0, 1}, {1, 1, 0, true}, {1, 0, 1}},
      four{{0, 0, 1}, {0, 2, 3}, {1, 1, 2, true}, {2, 3, 0, true}},
      three_to_one{{0, 0, 3}, {0, 1, 3}, {0, 2, 3}},
      all_to_all{{0, 0, 1}, {0, 1, 2}, {0, 2, 0}, {1, 0, 2}, {1, 1, 0}, {1, 2, 1}};
  for (const auto& [protocol, name] : protocols) {
    const RulesOptions options{.window = 1};
    add("a message", 2, 1, alone, {0}, protocol, options, 3);
    add("an exchange", 2, 2, exchange, {0}, protocol, options);
    add("an exchange through memory", 2, 2, exchange, {0}, protocol, options).travel = Travel::through_memory;
    add("a ring", 3, 2, ring, {0}, protocol, options, 1);
    add("a ring through memory", 3, 2, ring, {0}, protocol, options).travel = Travel::through_memory;
    add("a split message", 3, 2, split, {0}, protocol, options);
    add("many to one", 3, 3, fan_in, {0}, protocol, options);
    add("a relay", 3, 3, relay, {0}, protocol, options);
    add("a relay back", 2, 2, relay_back, {0}, protocol, options);
    add("four ranks through memory", 4, 3, four, {0}, protocol, options).travel = Travel::through_memory;
    if (protocol != Protocol::lock)  // by lock nothing goes through memory
      add("all to all through memory", 3, 2, all_to_all, {0}, protocol, options).travel =
          Travel::through_memory;
    if (protocol != Protocol::pairwise_sync) add("four ranks", 4, 3, four, {0}, protocol, options, 1);
    if (protocol == Protocol::lock) {
      add("busy: many to one", 3, 3, fan_in, {0}, protocol, options).busy_says_how_long = true;
      add("early: many to one", 3, 3, fan_in, {0}, protocol, options).early_go_ahead = true;
      add("early: a relay", 3, 3, relay, {0}, protocol, options).early_go_ahead = true;
      add("early: three to one", 4, 1, three_to_one, {0}, protocol, options).early_go_ahead = true;
    }
    if (protocol == Protocol::global_once)
      add("timed idle: a split message", 3, 3, split, {0}, protocol, {.timed_idle = true}).idles = true;
  }
  // Two tables at once, finished in different orders.
  for (const auto& [protocol, name] : protocols) {
    SmallCase& one = add("two tables at once", 2, 1, alone, {0}, protocol, {.window = 1});
    one.tables.push_back(make_parts(2, 1, {{0, 1, 0}}, {0}, protocol, {.window = 1}));
    one.scripts = both_at_once(2);
  }
  // An exchange that races: the same messages by another way, and back, in the order of the other phases.
  const std::vector<CaseMessage> other_way{{0, 0, 1}, {1, 1, 0}, {2, 0, 1}};
  for (const auto& [first, first_name] : protocols)
    for (const auto& [second, second_name] : protocols) {
      SmallCase& one = add("a change of way to " + std::string(second_name) + ",", 2, 2, exchange, {0}, first,
                           {.window = 1});
      one.tables.push_back(make_parts(2, 3, other_way, {0}, second, {.window = 1}));
      one.scripts = in_turn(2);
    }
  // A protocol for each stage.
  for (const auto& [first, first_name] : protocols)
    for (const auto& [second, second_name] : protocols)
      if (first != second) add("two stages", 2, 2, relay_back, {0, 1}, {first, second}, {.window = 1});
  add("two stages of three ranks", 3, 3, relay, {0, 2}, {Protocol::lock, Protocol::barrier});
  add("two stages of three ranks", 3, 3, relay, {0, 2}, {Protocol::barrier, Protocol::lock});
  return cases;
}

}  // namespace partita::detail::explore

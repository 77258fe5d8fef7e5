#pragma once
// A table of misuses: each row says what is done wrong, and what must be said of it.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <partita/executor/exchange.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/inspector/inspect.hpp>
#include <partita/support/communicator.hpp>

namespace partita::testing_support {

enum class By {
  all,   // every rank throws the sentence
  some,  // at least one does; others may throw another, such as that of the deadline, or have right values
};

struct Misuse {
  const char* name;     // what is done wrong, and on which rank
  const char* said;     // regular expression
  const char* checked;  // the same with PARTITA_CHECK=1; null: as `said`
  By by;
  void (*done)(const Communicator&);  // throws std::logic_error if a value is wrong and nothing was said
};

std::span<const Misuse> misuses_of_the_inspector();
std::span<const Misuse> misuses_of_plans();
std::span<const Misuse> misuses_of_exchanges();
std::span<const Misuse> misuses_of_collectives();
std::span<const Misuse> misuses_of_files();
std::span<const Misuse> misuses_of_c();

inline constexpr const char* deadline = "rank [0-2] has waited .* longer than PARTITA_DEADLINE allows";

// An edge from each rank's one vertex to the next rank's: a value owned, and the next rank's as ghost.
inline InspectedLoop ring(const Communicator& comm) {
  const std::array<global_index, 1> mine{comm.rank()};
  const std::array<Edge, 1> edges{Edge{comm.rank(), (comm.rank() + 1) % comm.size()}};
  return inspect(TranslationTable::from_owned(comm, mine), edges);
}

// The exchange of a ring that may fail in all ways: by MPI's messages.
struct Halo {
  explicit Halo(const Communicator& comm, const PlanOptions& options = {})
      : loop(ring(comm)), exchange(loop.pattern(), make_plan(loop.pattern(), options)) {}

  InspectedLoop loop;
  Exchange exchange;
};

}  // namespace partita::testing_support

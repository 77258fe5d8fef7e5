#pragma once
/// \file The choice of algorithm and protocol with the least S/R + C.

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <partita/executor/plan/way.hpp>
#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/schedule_options.hpp>

namespace partita {

/// The options of a strategy's schedule: `base` with the strategy's algorithm, and with the start-up cost of
/// a phase in units, for `balanced`.
///
/// Not collective.
ScheduleOptions schedule_options(const Strategy& strategy, const ScheduleOptions& base,
                                 double bytes_per_unit);

/// The options of a choice: all that it depends on besides the messages.
struct ChoiceOptions {
  ScheduleOptions schedule = {};  ///< the machine with its costs, and the seed; its algorithm is ignored
  double bytes_per_unit = 8;
  double replays = std::numeric_limits<double>::infinity();  ///< R: expected number
  std::optional<Protocol> protocol = {};                     ///< if given, the only one
  bool race = true;  ///< of choose_plan: an exchange between hosts races candidates in its own replays
};

/// The chosen strategy, and the reason.
struct Choice {
  Strategy strategy;
  double building = 0;  ///< S, seconds: building_seconds
  double replay = 0;    ///< C, seconds: predict
  int predicted = 0;    ///< number of strategies predicted
  std::string reason;   ///< one line
};

/// The resolution of the network for predictions of these messages by an algorithm. Up to 1024 messages it is
/// exact; for m messages above that it is a thousandth of the least time of a direct replay, times the square
/// root of m / 1024. `two_stage` has up to 2 n^2 messages on n ranks. They are short, so that 4096 are
/// predicted exactly.
///
/// @return seconds
///
/// Not collective.
double resolution_for(const CommunicationMatrix& matrix, const Machine& machine, double bytes_per_unit,
                      Algorithm algorithm);

/// Chooses the strategy with the least S/R + C: the time of building divided by the expected replays, and the
/// predicted time of a replay. Predicted are the `rows` in choose.cpp, or their algorithms by the
/// protocol that is given.
///
/// `ac` by post_all, which needs no building, comes first. A later strategy is built and predicted only if it
/// could win: if S/R + bound is at least a hundredth below the best. A prediction ends when it exceeds the
/// best. The same input gives the same choice.
///
/// @throws Error if the machine has fewer nodes than there are ranks
///
/// Not collective. Source: Wang, Lin, Ranka 1993 (NICE), sections 4.1 (the outlook) and 7 (S, R and C).
Choice choose(const CommunicationMatrix& matrix, const ChoiceOptions& options);

namespace detail {

/// @param has_matrix  S counts no messages that make the matrix: they are sent in any case
Choice choose(const CommunicationMatrix& matrix, const ChoiceOptions& options, bool has_matrix);

/// The strategies that an exchange races in its own replays: the chosen one, and of these the others that are
/// allowed and not predicted to take more than three times as long:
///
/// * `ac` by post_all: all at once;
/// * `colouring` by ready_signal;
/// * `node_aware` by ready_signal if hosts have several ranks, else `colouring` by barrier.
///
/// @return the chosen one, then the others ascending by prediction
///
/// Not collective.
std::vector<Strategy> strategies_to_race(const Choice& choice, const CommunicationMatrix& matrix,
                                         const ChoiceOptions& options);

}  // namespace detail

}  // namespace partita

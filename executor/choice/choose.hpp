#pragma once
/// \file The choice of algorithm and protocol with the least S/R + C.

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <partita/executor/plan.hpp>
#include <partita/executor/protocol.hpp>
#include <partita/schedule/communication_matrix.hpp>

namespace partita {

/// An algorithm and the protocol that replays its schedule.
struct Strategy {
  Algorithm algorithm = Algorithm::ac;
  Protocol protocol = Protocol::post_all;
  int window = 4;  ///< of the protocol `windowed`

  bool operator==(const Strategy&) const = default;
};

/// @return words such as "colouring by ready_signal" or "rs_n by windowed 1"
///
/// Not collective.
std::string name_of(const Strategy& strategy);

/// The strategies that `choose` considers on this machine: every algorithm whose entry in
/// schedule/algorithms.cpp says so (detail::Considered), with every protocol that suits it:
///
/// * an unordered algorithm with post_all, windowed 1 and lock;
/// * a direct algorithm in phases with post_all, windowed 1 and 4, ready_signal, pairwise_sync and barrier;
/// * a staged algorithm with post_all and ready_signal.
///
/// @return ascending by the cost of building; of equal ones the simpler first: direct before staged, without
///   links before with links, whole messages before split ones
///
/// Not collective.
std::vector<Strategy> strategies_for(const Machine& machine);

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
  bool with_lock = true;                                     ///< considers the protocol `lock`, too
};

/// The strategies for the machine that the options allow. If a protocol is given, `ac` by it comes first.
///
/// Not collective.
std::vector<Strategy> strategies_for(const ChoiceOptions& options);

/// Most messages on the machine for which `choose` predicts every strategy.
inline constexpr std::size_t many_messages = 4096;

/// The chosen strategy, and the reason.
struct Choice {
  Strategy strategy;
  double building = 0;           ///< S, seconds: building_seconds
  double replay = 0;             ///< C, seconds: predict
  std::vector<Strategy> beaten;  ///< earlier best strategies, beginning with `ac` by post_all
  int predicted = 0;             ///< number of strategies predicted
  std::string reason;            ///< one line
};

/// Lower bound of the time of a replay: the start-ups and receipts of the busiest processor, and the bytes of
/// the busiest host. Only the bytes bound a staged schedule.
///
/// @return seconds
///
/// Not collective.
double replay_bound(const CommunicationMatrix& matrix, const Machine& machine, double bytes_per_unit,
                    bool staged = false);

/// The resolution of the network for predictions of these messages: exact up to 1024 messages; for m messages
/// above that a thousandth of the bound, times the square root of m / 1024.
///
/// @return seconds
///
/// Not collective.
double resolution_for(const CommunicationMatrix& matrix, const Machine& machine, double bytes_per_unit);

/// Chooses the strategy with the least S/R + C: the time of building divided by the expected replays, and the
/// predicted time of a replay.
///
/// `ac` by post_all, which needs no building, comes first. A later strategy is built and predicted only if it
/// could win: if S/R + bound is at least a hundredth below the best. A prediction ends when it exceeds the
/// best. Above `many_messages` only a few strategies that differ much are predicted, at a lower resolution:
/// see resolution_for. The same input gives the same choice.
///
/// @throws Error if the machine has fewer nodes than there are ranks
///
/// Not collective. Source: the outlook of Wang, Lin, Ranka 1993 (NICE), section 6.
Choice choose(const CommunicationMatrix& matrix, const ChoiceOptions& options);

}  // namespace partita

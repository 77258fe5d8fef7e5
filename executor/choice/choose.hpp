#pragma once
/// \file The choice: which algorithm and protocol to replay with, so that S/R + C is least.

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <partita/executor/plan.hpp>
#include <partita/executor/protocol.hpp>
#include <partita/schedule/communication_matrix.hpp>

namespace partita {

/// A strategy to replay: what can be chosen.
struct Strategy {
  Algorithm algorithm = Algorithm::ac;
  Protocol protocol = Protocol::post_all;
  int window = 4;  ///< of the protocol `windowed`

  bool operator==(const Strategy&) const = default;
};

/// "colouring by ready_signal", "rs_n by windowed 1".
std::string name_of(const Strategy& strategy);

/// All that are worth a thought on this machine: every algorithm that has its strengths by every protocol
/// that goes with it. Those that look at links only if there are any, node_aware only if hosts have several
/// ranks. Bokhari's four fixed schedules are not among them: they are for complete exchanges, where `lp` is
/// as good; nor is two_stage, which costs most to build. Ascending by the cost of building.
std::vector<Strategy> strategies_for(const Machine& machine);

/// The options that a strategy's schedule is made with: `base` with its algorithm, and the start-up cost of a
/// phase in units, for `balanced`.
ScheduleOptions schedule_options(const Strategy& strategy, const ScheduleOptions& base,
                                 double bytes_per_unit);

/// What a choice depends on besides the messages.
struct ChoiceOptions {
  ScheduleOptions schedule = {};  ///< the machine, with its costs, and the seed; not the algorithm
  double bytes_per_unit = 8;
  double replays = std::numeric_limits<double>::infinity();  ///< R: how many are expected
  std::optional<Protocol> protocol = {};                     ///< given: by no other
  bool with_lock = true;                                     ///< looks at the protocol `lock`, too
};

/// Those strategies for the machine that the options allow; if a protocol is given, `ac` by it comes first.
std::vector<Strategy> strategies_for(const ChoiceOptions& options);

/// With more messages on the machine than so many, a prediction costs too much to be made of every strategy.
inline constexpr std::size_t many_messages = 4096;

/// What was chosen, and why.
struct Choice {
  Strategy strategy;
  double building = 0;           ///< S, seconds: building_seconds
  double replay = 0;             ///< C, seconds: predict
  std::vector<Strategy> beaten;  ///< those that were the best before it, from the first, `ac` by post_all, on
  int predicted = 0;             ///< strategies that were looked at
  std::string reason;            ///< one line: what, over what, why
};

/// Least seconds of a replay by a direct schedule: what the busiest processor has to start and to receive,
/// and the bytes of the busiest host. A staged one has the bytes alone to obey.
double replay_bound(const CommunicationMatrix& matrix, const Machine& machine, double bytes_per_unit,
                    bool staged = false);

/// The resolution of the network to predict replays of these messages with: exact up to 1024 messages; of
/// more a thousandth of the bound, times the root of how many times 1024 they are.
double resolution_for(const CommunicationMatrix& matrix, const Machine& machine, double bytes_per_unit);

/// The strategy with the least S/R + C: what building costs, over the replays that are expected, and a replay
/// as `predict` has it. (The wish of Wang, Lin, Ranka, NICE, 1993, section 6.) `ac` by post_all, which needs
/// no building, comes first. After it a schedule is built and predicted only when it could win: when S/R +
/// bound is less, by a hundredth at least, than the best so far; and a prediction ends when it is longer than
/// that. Of many messages, only a few strategies that differ much are looked at, and not exactly: see
/// resolution_for.
///
/// No communication; the same input gives the same choice. Throws Error when the machine is too small.
Choice choose(const CommunicationMatrix& matrix, const ChoiceOptions& options);

}  // namespace partita

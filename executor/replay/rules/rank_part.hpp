#pragma once
/// \file One rank's part of a replay: the messages, stages, phases and signals that the rules know.

#include <cstddef>
#include <span>
#include <vector>

#include <partita/executor/plan/protocol.hpp>
#include <partita/executor/plan/way.hpp>

namespace partita::detail {

/// [first, last) of a list.
struct Range {
  std::size_t first = 0, last = 0;
};

/// One end of a message.
struct RankMessage {
  int phase;
  int partner;
  bool relays = false;  ///< carries units of others: received in one phase, sent on in a later one
};

/// This rank's part of one phase.
struct RankPhase {
  int number = 0;
  Range sends, receives;
  Range signals_out, signals_in;
};

/// Phases [first, end) that are replayed by one protocol, and their messages.
struct RankStage {
  const ProtocolEntry* protocol;
  int first_phase, end_phase;
  Range sends = {}, receives = {};
};

/// What rules depend on besides messages and protocols.
struct RulesOptions {
  int window = 4;           ///< of `windowed`: sends of a rank under way at once
  bool timed_idle = false;  ///< where sends go one at a time: see IdlePhases
};

/// Never changes while the messages are replayed, again and again.
struct RankPart {
  static constexpr auto none = static_cast<std::size_t>(-1);

  std::vector<RankMessage> sends, receives;  ///< both ascend by phase
  std::vector<int> signals_out, signals_in;  ///< partners; both ascend by phase
  std::vector<RankPhase> phases;             ///< those in which this rank takes part
  std::vector<RankStage> stages;
  std::vector<std::size_t>
      earlier;  ///< by send: the one before it in its stage to the same receiver, or none
  RulesOptions options;
  bool needs_time = false;  ///< some stage depends on a clock: by `lock`, or with timed idle
};

/// Cuts one rank's messages, both lists ascending by phase, into stages that begin in these phases, and
/// their phases, and adds the signals of each: see Signals. `phases`: of the schedule.
RankPart make_rank_part(std::vector<RankMessage> sends, std::vector<RankMessage> receives, int phases,
                        std::span<const int> stage_begins, const StageProtocols& protocols,
                        const RulesOptions& options);

std::vector<int> partners(const std::vector<RankMessage>& messages);

/// Ranks that wait for messages or signals of this one; some may be listed several times.
std::vector<int> receivers(const RankPart& part);

/// The same ranks, ascending, each once.
std::vector<int> each_once(std::vector<int> ranks);

/// The protocol of the stage with this phase.
const ProtocolEntry& protocol_in(const RankPart& part, int phase);

/// Whether phases without a send may be waited for: see IdlePhases.
constexpr bool may_idle(const ProtocolEntry& protocol) { return protocol.at_once == SendsAtOnce::one; }

}  // namespace partita::detail

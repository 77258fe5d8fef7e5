#pragma once
/// \file A small replay, all of whose orders of events can be tried.

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <partita/executor/plan/way.hpp>
#include <partita/executor/replay/rules/rank_part.hpp>

namespace partita::detail::explore {

/// A message of a case: in phase `phase` from `from` to `to`.
struct CaseMessage {
  int phase, from, to;
  bool relays = false;
};

/// How messages travel.
enum class Travel {
  by_mpi,         ///< any time passes until a message has left, and until it has arrived
  through_memory  ///< a message leaves at once, or is refused while the receiver has not posted it again
};

/// What a rank does that refuses a message: one that has another length than expected. Any rank may, once.
enum class Refusal {
  never,
  goes_on,  ///< as Replay does: to the end of the replay, with nothing in place of what it would relay
  stops     ///< its part ends at once
};

/// The ranks, their parts of each replayed table, and what each rank does: begin and finish, in an order.
struct SmallCase {
  struct Step {
    enum class Kind { begin, finish } kind;
    std::size_t table = 0;
  };
  using Script = std::vector<Step>;

  std::string name;
  Travel travel = Travel::by_mpi;
  Refusal refusal = Refusal::never;
  bool idles = false;               ///< time passes while messages are under way
  bool busy_says_how_long = false;  ///< by `lock`, with the busy measure
  bool early_go_ahead = false;      ///< by `lock`: a receiver lets a second message come at any time
  std::vector<std::vector<RankPart>> tables;  ///< by table and rank
  std::vector<Script> scripts;                ///< by rank

  std::size_t ranks() const { return scripts.size(); }
};

/// The parts of all ranks.
inline std::vector<RankPart> make_parts(int ranks, int phases, const std::vector<CaseMessage>& messages,
                                        const std::vector<int>& stages, const StageProtocols& protocols,
                                        const RulesOptions& options = {}) {
  std::vector<RankPart> parts;
  for (int rank = 0; rank < ranks; ++rank) {
    std::vector<RankMessage> sends, receives;
    for (const CaseMessage& message : messages) {  // ascending by phase
      if (message.from == rank) sends.push_back({message.phase, message.to, message.relays});
      if (message.to == rank) receives.push_back({message.phase, message.from});
    }
    parts.push_back(
        make_rank_part(std::move(sends), std::move(receives), phases, stages, protocols, options));
  }
  return parts;
}

/// Every rank replays table 0 this often, one replay after the other.
inline std::vector<SmallCase::Script> one_after_the_other(std::size_t ranks, int replays) {
  using Kind = SmallCase::Step::Kind;
  SmallCase::Script script;
  for (int k = 0; k < replays; ++k) {
    script.push_back({Kind::begin});
    script.push_back({Kind::finish});
  }
  return std::vector<SmallCase::Script>(ranks, script);
}

/// Every rank replays one table, then the other, then the first again. A rank may be one replay ahead.
inline std::vector<SmallCase::Script> in_turn(std::size_t ranks) {
  using Kind = SmallCase::Step::Kind;
  SmallCase::Script script;
  for (const std::size_t table : {0, 1, 0}) {
    script.push_back({Kind::begin, table});
    script.push_back({Kind::finish, table});
  }
  return std::vector<SmallCase::Script>(ranks, script);
}

/// Two tables under way at once, finished in another order by every other rank.
inline std::vector<SmallCase::Script> both_at_once(std::size_t ranks) {
  using Kind = SmallCase::Step::Kind;
  std::vector<SmallCase::Script> scripts;
  for (std::size_t rank = 0; rank < ranks; ++rank)
    scripts.push_back(
        {{Kind::begin, 0}, {Kind::begin, 1}, {Kind::finish, rank % 2}, {Kind::finish, 1 - rank % 2}});
  return scripts;
}

}  // namespace partita::detail::explore

#pragma once
/// \file What it would be worth to mend a cause: the latest steps once more, without it.
///
/// The events of all ranks are run again on a clock, in the order in which they happened. A rank computes as
/// long as it did, a message travels as long as it did, and a rank waits for what it waited for:
///
///     a replay is begun            when the rank comes to it
///     a message leaves             as long after the begins of its two ends as it did
///     a replay is complete         when the rank has come to its finish and all messages have arrived, and it
///                                  has unpacked for as long as it did. If it waited for its own messages to
///                                  leave: when they have arrived, or their receivers have begun the replay
///                                  before, and so have room
///     a reduction is complete      as long after its last rank has entered it as it was
///
/// Without a cause some of that is shorter. A late rank computes as long as the median of the others between
/// the same two calls. Messages of a link or a queue take what the model says of them and of those that use
/// the same ports meanwhile, and no longer than on the usual link. If the messages of an exchange are hidden,
/// they take none of the time that they would take alone. A plan holds no message longer than it is packed. A
/// message that had arrived before its receiver looked has taken what the model says.

#include <cstdint>
#include <string>
#include <vector>

#include <partita/profile/causes.hpp>

namespace partita::detail {

class Counterfactual {
 public:
  /// Of the events of all ranks, from the moment since which each rank has kept all of its own.
  Counterfactual(const std::vector<RankProfile>& ranks, const Recorder& recorder, const Causes& causes);

  double seconds() const { return seconds_; }          ///< of the steps
  const std::string& often() const { return often_; }  ///< the exchange that is replayed most often
  std::uint64_t steps() const { return steps_; }       ///< its replays

  /// The causes that cost most get what is saved without them. That which saves most comes first; of several
  /// that save nearly as much, as the link and the queue of the same messages, that which is waited for most.
  void weigh(Causes& causes) const;

  /// Seconds less without the cause. Without any: by how much the rules are wrong.
  double saved(const Cause* without = nullptr) const;

 private:
  struct Action {
    enum class Kind { begin, arrival, finish, enter, leave } kind;
    int rank;
    std::size_t call;  // the same on all ranks
    double at;         // a finish and a leaving: when they are complete
    double since;      // a finish: when it was called; a leaving: when the last rank entered
    // Of a call: seconds for which this rank has computed before, and the median of the other ranks.
    double computed = 0, by_others = 0;
    // Of an arrival:
    int from = 0;
    double begun = 0, sent = 0;  // by the sender
    double alone = 0;            // takes by the model and the usual link
    double mended = 0;           // the same, with those that use the same ports
    double least = 0;            // takes by the model, alone
    bool is_awaited = false;
  };
  struct Arrived {
    int from, rank;
    double before, now;
  };
  struct Call {
    std::string name;
    std::size_t before;  // the call before of this name, or this one
  };

  void find_what_others_compute();
  bool is_mended(const Cause& cause, const Action& arrival) const;

  std::vector<Action> actions_;  // in the order in which they happened
  std::vector<Call> calls_;
  std::vector<std::string> hosts_;  // by rank
  std::size_t ranks_;
  std::uint64_t steps_ = 0;
  std::string often_;
  double seconds_ = 0;
};

}  // namespace partita::detail

#pragma once
/// \file The ranks of a replay that is predicted: what each does when.

#include <cstddef>
#include <functional>
#include <memory>
#include <queue>
#include <span>
#include <vector>

#include <partita/executor/prediction/predict.hpp>
#include <partita/executor/replay/rules/busy_lock.hpp>
#include <partita/executor/replay/rules/replay_rules.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/schedule/phase_table.hpp>
#include <partita/schedule/prediction/network.hpp>
#include <partita/support/random.hpp>

namespace partita::detail {

/// All ranks and the network between them, from event to event. The rules are those of Replay.
class SimulatedRanks {
 public:
  SimulatedRanks(std::span<const PhaseTable> tables, const ReplayModel& model, const Machine& machine,
                 double bytes_per_unit);

  /// Whether a replay shows them something for the next one: for timed idle, how long their own messages
  /// take.
  bool can_learn() const;

  /// From a replay that was played to the end. Nothing is known in the first one.
  void learn_from(const SimulatedRanks& before);

  /// Plays it to the end, or until `give_up`.
  void run(double give_up);

  /// When the last rank was done. Infinity when that was not before `give_up`.
  double seconds() const { return end_; }

  /// Inquiries of the protocol `lock`, by all ranks.
  std::size_t inquiries() const { return inquiries_; }

 private:
  static constexpr double never = ReplayRules::never;

  enum class Kind { data, signal };
  struct Message {
    Kind kind;
    int from, to;
    double bytes;
    std::size_t at_sender, at_receiver;  // its numbers in the parts of both ranks
    double relayed = 0;                  // bytes of other ranks' units
    double copied = 0;                   // bytes that its receiver copies to second places
    double flight = 0;                   // seconds of its route besides its bytes
    double injected_at = 0;              // seconds: on its way since then
    double interrupted_before = 0;       // seconds for which its ends were until then
    double alone = 0;                    // seconds on its way if not interrupted
  };

  // A rank's, for one stage.
  struct Lock {
    bool open = false;
    BusyLock word;
  };

  struct Rank {
    explicit Rank(RankPart part) : rules(std::move(part)), locks(rules.part().stages.size()) {}

    ReplayRules rules;
    std::vector<std::size_t> sends, signals_out;  // messages
    double busy_until = 0;
    double woken_at = -1;   // by the event that is already to come
    bool takes_in = false;  // what has come; else it steps
    std::queue<std::size_t> inbox;
    std::vector<std::size_t> early;  // messages that are not awaited yet
    std::size_t barriers_entered = 0;
    std::vector<Lock> locks;  // by stage
    BusyLock expects, makes;  // its inquiry, a compare-and-swap,
    bool granted = false;     // and the answer
    double interrupted = 0;   // seconds of all inquiries that have come
    std::vector<Lock> found;  // by send
    double freed_by = 0;      // when what it freed is free
    Random random{0};
  };

  struct Event {
    enum class Kind { wake, inject, through, arrive, ask, answer, free } kind;
    double time;
    std::size_t order;  // of events at one time: that in which they were made
    std::size_t what;   // rank or message; of `free`, rank and stage

    bool operator>(const Event& other) const {
      return time != other.time ? time > other.time : order > other.order;
    }
  };

  void make_messages(Kind kind, const std::vector<std::vector<int>>& receivers,
                     const std::vector<std::vector<int>>& senders);
  [[noreturn]] static void refuse();

  void at(double time, Event::Kind kind, std::size_t what);
  void wake(std::size_t rank, double time);
  void handle(const Event& event);
  void through(std::size_t message);
  void interrupt(std::size_t rank) { ranks_[rank].interrupted += machine_.costs.interrupt; }
  bool rests(std::size_t message);
  void ask(std::size_t sender);
  void answer(std::size_t sender);

  // What a rank does next; false when nothing can be done now.
  void act(std::size_t me);
  bool act_once(Rank& rank, std::size_t me);
  bool take_in(Rank& rank);
  bool step(Rank& rank, std::size_t me);
  void perform(const Action& action, Rank& rank, std::size_t me);
  void start(Rank& rank, std::size_t message);
  void inquire(const BusyLock& expects, Rank& rank, std::size_t me);
  void free_receiver(Rank& rank, std::size_t me, int receiver);
  void enter_barrier(Rank& rank);
  bool is_early(const Rank& rank, std::size_t message) const;
  void take_early(Rank& rank);

  std::size_t rank_and_stage(std::size_t rank, std::size_t stage) const {
    return rank * ranks_.front().locks.size() + stage;
  }
  double start_up(const Rank& rank, const Message& message) const;
  double unawaited(const Message& message) const;
  bool reserves(const Rank& rank, const Message& message) const;
  double interrupted(const Message& message) const {
    return ranks_[message.from].interrupted + ranks_[message.to].interrupted;
  }
  double transfer(const Message& message) const;
  bool on_one_host(const Message& message) const {
    return machine_.host_of(message.from) == machine_.host_of(message.to);
  }

  ReplayModel model_;
  Machine machine_;
  LockOptions lock_;
  std::unique_ptr<detail::Network> network_;
  std::vector<Message> messages_;
  std::vector<Rank> ranks_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::size_t made_ = 0;
  std::size_t inquiries_ = 0;
  double now_ = 0, end_ = 0;
  std::vector<std::size_t> entered_;  // ranks at each barrier
  std::vector<double> left_;          // when each barrier lets its ranks go
};

/// `predict` with all that it finds.
SimulatedRanks play(std::span<const PhaseTable> tables, const ReplayModel& model, const Machine& machine,
                    double bytes_per_unit, double give_up);

}  // namespace partita::detail

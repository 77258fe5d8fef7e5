#pragma once
/// \file The ranks of a replay that is predicted: what each does when.

#include <cstddef>
#include <functional>
#include <memory>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include <partita/executor/prediction/predict.hpp>
#include <partita/executor/protocols/idle_phases.hpp>
#include <partita/schedule/prediction/network.hpp>
#include <partita/support/random.hpp>

namespace partita {

/// All ranks and the network between them, from event to event. The rules are those of Replay.
class SimulatedRanks {
 public:
  SimulatedRanks(std::span<const PhaseTable> tables, const ReplayModel& model, const Machine& machine,
                 double bytes_per_unit);

  /// Whether a replay shows them something for the next one: by lock, how busy a receiver is with each
  /// message; for timed idle, how long their own messages take.
  bool can_learn() const;

  /// From a replay that was played to the end. Nothing is known in the first one.
  void learn_from(const SimulatedRanks& before);

  /// Plays it to the end; returns when the last rank was done. Infinity when that is not before `give_up`.
  double run(double give_up);

 private:
  static constexpr int nobody = -1;

  enum class Kind { data, signal };
  struct Message {
    Kind kind;
    int from, to;
    double bytes;
    std::size_t at_receiver;  // its number in the list of receives, or of signals, there
  };

  struct Range {
    std::size_t first = 0, last = 0;
  };
  struct Phase {
    int number = 0;
    Range sends, receives, signals_out, signals_in;
  };
  struct Send {
    std::size_t message;
    int phase;
    bool relays;
  };

  struct Rank {
    std::vector<Send> sends;
    std::vector<int> receive_phases;
    std::vector<std::size_t> signals_out;  // messages
    std::vector<Phase> phases;

    double busy_until = 0;
    double woken_at = -1;   // by the event that is already to come
    bool takes_in = false;  // what has come; else it steps
    std::queue<std::size_t> inbox;
    std::vector<std::size_t> early;  // signals of phases that are not open
    std::size_t next_send = 0, next_signal = 0, under_way = 0;
    std::size_t arrived_before = 0;
    std::vector<bool> arrived, signalled;
    std::size_t next_phase = 0;
    bool phase_open = false;
    IdlePhases idle_phases;
    double started_at = 0;         // the last send
    std::size_t signals_open = 0;  // those before belong to phases that are, or were, open
    int barriers_entered = 0, barriers_passed = 0;

    // By lock.
    bool locked = false;
    double locked_for = 0;  // seconds, as its sender expects
    std::vector<std::size_t> unsent;
    std::vector<double> leave_alone_until;  // by send
    std::size_t asked = 0;
    double asked_at = 0;
    bool asks = false, granted = false;
    int frees = nobody;   // whose lock it has to free
    double freed_by = 0;  // the answer to that is there
    Random random{0};
  };

  struct Event {
    enum class Kind { wake, inject, arrive, ask, answer, free } kind;
    double time;
    std::size_t order;  // of events at one time: that in which they were made
    std::size_t what;   // rank or message

    bool operator>(const Event& other) const {
      return time != other.time ? time > other.time : order > other.order;
    }
  };

  void make_ranks(std::span<const PhaseTable> tables, double bytes_per_unit);
  void make_phases(std::span<const PhaseTable> tables);
  void prepare_locks();
  [[noreturn]] static void refuse();

  void at(double time, Event::Kind kind, std::size_t what);
  void wake(std::size_t rank, double time);
  void handle(const Event& event);
  void through(std::size_t message);

  // What a rank does next; false when nothing can be done now.
  void act(std::size_t me);
  bool act_once(Rank& rank, std::size_t me);
  bool take_in(Rank& rank, std::size_t me);
  bool step(Rank& rank, std::size_t me);
  void open(Rank& rank, const Phase& phase);
  bool act_freely(Rank& rank, std::size_t me);
  bool idles() const;
  bool act_by_phases(Rank& rank);
  bool act_by_lock(Rank& rank, std::size_t me);
  void free_receiver(Rank& rank, std::size_t me);
  void start(Rank& rank, std::size_t message);
  void start_send(Rank& rank, std::size_t send);
  bool is_awaited(const Message& message) const;
  bool has_what_it_sends(const Rank& rank, const Send& send) const;
  bool passes_barriers(Rank& rank, int number);
  void enter_barrier(Rank& rank);
  bool done(const Rank& rank) const;
  double start_up(const Message& message) const;
  double transfer(const Message& message) const;

  ReplayModel model_;
  Machine machine_;
  int phases_ = 0;
  std::unique_ptr<detail::Network> network_;
  std::vector<Message> messages_;
  std::vector<double> expected_, took_;  // by message, of a replay by lock
  std::vector<Rank> ranks_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::size_t made_ = 0;
  double now_ = 0, end_ = 0;
  std::vector<int> entered_;  // ranks at each barrier
  std::vector<double> left_;  // when each barrier lets its ranks go
};

}  // namespace partita

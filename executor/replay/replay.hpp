#pragma once
/// \file One replay of one phase table: moves bytes between memories according to a protocol.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <partita/executor/fields/records.hpp>
#include <partita/executor/protocols/barrier.hpp>
#include <partita/executor/protocols/idle_phases.hpp>
#include <partita/executor/protocols/inquiries.hpp>
#include <partita/executor/replay/patience.hpp>
#include <partita/executor/replay/replay_check.hpp>
#include <partita/executor/replay/replay_memory.hpp>
#include <partita/executor/stage_protocols.hpp>
#include <partita/executor/transport.hpp>
#include <partita/executor/transport/messages.hpp>
#include <partita/executor/transport/neighbour_collective.hpp>
#include <partita/executor/transport/shared_channels.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/stopwatch.hpp>
#include <partita/support/time_limits.hpp>
#include <partita/support/under_way.hpp>

namespace partita {

/// How layouts are replayed.
struct ReplayOptions {
  StageProtocols protocol = Protocol::post_all;  ///< of all stages, or of each
  int window = 4;                                ///< of the protocol `windowed`: sends under way at once
  bool timed_idle = false;                       ///< of the protocol `global_once`: see IdlePhases
  LockOptions lock = {};
  Transport transport = Transport::automatic;
  std::size_t bytes_per_unit = 256;  ///< at most, of messages through shared memory: longer ones go by MPI
  std::string name = {};             ///< what sentences call it: "gather of pattern 1a2b3c4d"
};

/// Replays the same layouts as often as wanted, split in `begin` and `finish`. Knows bytes, not types.
/// Between ranks of one host messages are packed into memory that both share, and unpacked from there;
/// between hosts they are persistent requests of MPI; or all are one neighbour collective (see
/// NeighbourCollective). Replaying from and into the same memory again sets up nothing.
///
/// Each protocol is a rule when a receive is posted and when a send is started; whatever it is, what is sent
/// on from the relay memory waits until everything of earlier phases has arrived on this rank. Where stages
/// have different protocols, a rank's next stage begins when its messages of this one are complete. Nothing
/// waits but `finish`, and that advances all replays under way on the communicator: they may be finished in
/// any order.
class Replay : public UnderWay, private Awaits {
 public:
  /// Every rank constructs its replays in the same order, with the same options. Collective, unless the
  /// transport is `mpi`, the protocol is one for all stages, and not `lock`, and it is not the first replay
  /// of the communicator: then only tags are taken. Throws Error for a window of less than one send, and for
  /// a PARTITA_MONITOR or PARTITA_DEADLINE that is no time; CollectiveError when messages between hosts were
  /// to go through shared memory, when one neighbour collective cannot move the messages, or when ranks have
  /// different PARTITA_CHECK.
  Replay(const Communicator& comm, Layouts layouts, const ReplayOptions& options = {});
  Replay(const Replay&) = delete;  // two would share tags
  Replay& operator=(const Replay&) = delete;
  Replay(Replay&&) = default;  // not while under way
  Replay& operator=(Replay&&) = default;
  /// One that is under way, as when an exception unwinds, is left as it is: its partners wait in vain.
  ~Replay();

  /// Throws Error when a replay is under way: ask before filling the memory to send from.
  void require_idle() const;

  /// Starts a replay: from and into the records of these buffers. None of their memory may be touched until
  /// `finish`. With no buffer to receive into, what arrives for this rank stays in its messages, for
  /// `for_each_delivery`. Not synchronising. Throws Error when the replay before has not been finished.
  ///
  /// A rank that has no values of its own cannot know how long those are that it relays: it says 0 bytes per
  /// unit, and learns them from the first message that comes.
  void begin(std::span<const Records> send_from, std::span<const Records> receive_into,
             std::size_t bytes_per_unit);

  /// The same with one buffer to send from and one to receive into.
  void begin(const std::byte* send_from, std::byte* receive_into, std::size_t bytes_per_unit);

  /// Completes it: everything has arrived, and the memory sent from may be changed again. Throws Error when
  /// none is under way; when a message was shorter than expected: the sender replays with other bytes per
  /// unit (of messages in a neighbour collective MPI does not say how long they were); when it takes longer
  /// than PARTITA_DEADLINE; or when PARTITA_CHECK finds that another rank replays something else. After any
  /// but the first it cannot be begun again.
  void finish();

  /// Calls use(delivery, its units) for all that has stayed in its messages, ascending by where it belongs.
  /// From `finish` to the next `begin`.
  template <class Use>
  void for_each_delivery(Use&& use) const {
    memory_.for_each_delivery(use);
  }

  void advance() override;
  void say_what_is_waited_for(Sentence& sentence) const override;

 private:
  using End = ReplayMemory::End;

  // This rank's part of one phase: [first, last) of each list.
  struct Range {
    std::size_t first = 0, last = 0;
  };
  struct Phase {
    int number = 0;
    Range sends, receives;
    Range signals_out, signals_in;
  };

  // Phases [first, end) that are replayed by one protocol, and their messages.
  struct Stage {
    Protocol protocol;
    int first_phase, end_phase;
    Range sends = {}, receives = {};
    std::unique_ptr<Inquiries> inquiries = {};  // by `lock`
  };

  std::vector<Stage> make_stages() const;
  std::vector<Phase> make_phases();
  Protocol protocol_in(int phase) const;
  void share_memory();
  void require_one_host(const std::vector<MessageEnd>& sends) const;
  bool moves_values_of_its_own() const;

  // What any protocol does.
  void post(Range receives);
  bool start_send(std::size_t send);
  void start_signals(const Phase& phase);
  void sent(std::size_t send);
  void take_in();
  void arrive(std::size_t receive, const std::byte* message, std::size_t bytes);
  void start_together();
  void arrive_together();
  bool knows_bytes() const { return memory_.bytes_per_unit() > 0 || receives().empty(); }
  void learn_bytes();
  bool done() const;
  void wait();
  std::string waited(double seconds) const;
  Awaited awaited() const override;
  Awaited awaited_before_sending_to(int rank, int phase) const override;
  Awaited awaited_of_phases_before(int phase) const;
  bool is_open(std::size_t phase) const { return phase_open_ && phase == next_phase_; }

  // The rules.
  const Stage& stage() const { return stages_[stage_]; }
  void open_stage();
  bool stage_complete() const;
  void step();
  void step_in_stage();
  void step_freely();
  void step_by_locks();
  void step_by_phases();
  bool may_send();
  bool has_idled();
  bool idles() const { return options_.timed_idle && stage().protocol == Protocol::global_once; }
  bool has_what_it_sends(std::size_t send) const;
  bool may_open(const Phase& phase);
  bool pass_barriers(int number);

  const std::vector<End>& sends() const { return memory_.sends(); }
  const std::vector<End>& receives() const { return memory_.receives(); }

  Communicator comm_;
  ReplayOptions options_;
  int schedule_phases_;
  ReplayMemory memory_;
  std::vector<Stage> stages_;
  std::vector<int> signals_out_, signals_in_;  // partners
  std::vector<Phase> phases_;                  // those in which this rank takes part
  int tag_;                                    // of data; signals and barrier have the next two
  Sends sending_, signalling_;
  Receives receiving_, signalled_;
  Barrier barrier_;
  std::unique_ptr<ReplayCheck> check_;        // by PARTITA_CHECK
  std::unique_ptr<SharedChannels> channels_;  // of data, then signals
  std::unique_ptr<NeighbourCollective> together_;
  IdlePhases idle_phases_;
  Stopwatch clock_;
  Waiting waiting_ = Waiting::by_mpi;

  // Of the replay under way.
  bool under_way_ = false;
  std::size_t stage_ = 0;
  double started_at_ = 0;            // the last send, where idle phases are timed
  std::size_t next_receive_ = 0;     // those before have been posted
  std::size_t allowed_receive_ = 0;  // those before may be, once their bytes are known
  std::size_t next_send_ = 0;        // those before have been started; in a stage by `lock`, so many
  std::size_t next_phase_ = 0;       // those before are complete
  bool phase_open_ = false;
  std::vector<bool> arrived_;       // by receive
  std::size_t arrived_before_ = 0;  // all of them before this one
  int barriers_passed_ = 0;         // each is before the phase of its number
  bool at_barrier_ = false;
};

}  // namespace partita

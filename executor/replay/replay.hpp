#pragma once
/// \file One replay of one phase table: moves bytes between memories according to a protocol.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <partita/executor/plan/transport.hpp>
#include <partita/executor/plan/way.hpp>
#include <partita/executor/replay/memory/records.hpp>
#include <partita/executor/replay/memory/replay_memory.hpp>
#include <partita/executor/replay/memory/seals.hpp>
#include <partita/executor/replay/rules/replay_rules.hpp>
#include <partita/executor/replay/synchronisation/barrier.hpp>
#include <partita/executor/replay/synchronisation/receiver_locks.hpp>
#include <partita/executor/replay/transport/replay_transport.hpp>
#include <partita/profile/replay_record.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/match_check.hpp>
#include <partita/support/random.hpp>
#include <partita/support/stopwatch.hpp>
#include <partita/support/tags.hpp>
#include <partita/support/time_limits.hpp>
#include <partita/support/under_way.hpp>

namespace partita::detail {

/// How layouts are replayed.
struct ReplayOptions {
  Way way = {};  ///< if some rank only relays and does not know the bytes of a unit: without fragments
  bool timed_idle = false;  ///< of the protocol `global_once`: see IdlePhases
  Transport transport = Transport::automatic;
  std::size_t bytes_per_unit = 0;  ///< at most, of messages through shared memory: longer ones go by MPI.
                                   ///< 0: not known, see ReplayTransport
  bool tells_types = false;        ///< by MPI, too: no rank relays values whose types it does not know
  std::string name = {};           ///< what sentences call it: "gather of pattern 1a2b3c4d"
};

/// Replays the same layouts as often as wanted, split in `begin` and `finish`. Knows bytes, not types.
/// ReplayRules say what is done next, and a ReplayTransport does it. Replaying from and into
/// the same memory again sets up nothing. Only `finish` waits, and it advances all replays under way on the
/// communicator: they may be finished in any order.
class Replay final : public UnderWay, private Awaits {
 public:
  /// Every rank constructs its replays in the same order, with the same options. Collective. Throws Error for
  /// a window of less than one send; CollectiveError when MPI has no more tags.
  Replay(const Communicator& comm, Layouts layouts, const ReplayOptions& options = {});
  Replay(const Replay&) = delete;  // two would share tags
  Replay& operator=(const Replay&) = delete;
  Replay(Replay&&) = default;  // not while under way
  /// One that is under way while an exception unwinds, or has failed, is left as it is: its partners wait in
  /// vain, and neither its tags nor its memory are used again. Else it ends the job with a sentence.
  ~Replay();

  /// What is said of one that is begun again.
  static constexpr const char* has_failed =
      "an exchange was begun again that has failed, and whose messages may still come; make a new one";

  /// Throws Error when a replay is under way, or one has failed: ask before filling the memory to send from.
  void require_idle() const {
    if (!is_idle()) refuse();
  }
  /// None is under way, and none has failed.
  bool is_idle() const { return !is_broken_ && !under_way_; }

  /// Starts a replay: from and into the records of these buffers. Their memory may not be touched until
  /// `finish`. With no buffer to receive into, what arrives for this rank stays in its
  /// messages, for `for_each_delivery`. Not synchronising. Throws Error when the replay before has not been
  /// finished, or has failed.
  ///
  /// A rank that only relays may not know how long units are: it says 0 bytes per unit, and learns them from
  /// the first message that comes. Units of others may have 0 bytes.
  void begin(std::span<const Records> send_from, std::span<const Records> receive_into,
             std::size_t bytes_per_unit, const UnitValues& values = {});

  /// The same with one buffer to send from and one to receive into.
  void begin(const std::byte* send_from, std::byte* receive_into, std::size_t bytes_per_unit,
             const UnitValues& values = {});

  /// Completes it: everything has arrived, and the memory sent from may be changed again. Throws Error when
  /// none is under way; when a message was shorter than expected, or has values of other types; when it takes
  /// longer than PARTITA_DEADLINE; or when PARTITA_CHECK finds that another rank replays something else.
  /// After any but the first, a new one must be made. A rank that has refused a message throws when the
  /// others have all that they await of it; after 10 s, if messages do not come that it awaits itself.
  ///
  /// @param arrived  is called when everything has arrived. What it throws is thrown when all has left
  /// @param until  `received`: messages may still leave meanwhile, so that what `arrived` does costs no time
  /// if receivers are late
  template <class Arrived>
  void finish(Arrived&& arrived, Until until = Until::received) {
    require_begun();
    std::exception_ptr thrown;
    if (record_) record_->waits();
    try {
      await_arrivals(until);
      uses_arrived_ = true;
      if (record_) record_->combines();
      try {
        arrived();
      } catch (...) {
        thrown = std::current_exception();
      }
      transport_->complete(Until::done, *this);
    } catch (...) {
      is_broken_ = true;
      leave();
      if (!refusal_.empty()) throw Error(refusal_);
      throw;
    }
    if (seals_) check_seals();
    if (record_) record_->complete();
    leave();
    if (thrown) std::rethrow_exception(thrown);
  }
  void finish() {
    finish([] {}, Until::done);
  }

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

  [[noreturn]] void refuse() const;
  void refuse(std::size_t receive, std::size_t bytes, std::uint16_t types);  // a message
  bool is_late_after_a_refusal() const;
  RankPart make_part(const Layouts& layouts) const;
  std::unique_ptr<ReplayRecord> record_by(Recorder& recorder) const;

  // Actions of the rules.
  double now() const { return part().needs_time ? clock_.seconds() : 0; }
  void step(bool may_ask);
  void inquire(std::size_t receivers);
  void post() {
    if (!knows_bytes_) return;
    transport_->post({posted_, rules_.state().posted}, memory_);
    posted_ = rules_.state().posted;
  }
  ReceiverLocks& locks() { return *locks_[rules_.state().stage]; }

  // Events for the rules.
  friend class ReplayTransport;
  void poll();
  void poll_barrier();
  void learn_bytes();
  void message_arrived(std::size_t receive, const std::byte* message, std::size_t bytes,
                       std::uint16_t types) {
    if (bytes != receives()[receive].bytes || !may_be_same(types, types_))
      return refuse(receive, bytes, types);
    if (record_) record_->arrived(receive, bytes);
    memory_.unpack(receive, message);
    if (record_) record_->unpacked();
    rules_.arrived(receive);
  }
  void message_left(std::size_t send) { rules_.left(send, now()); }
  void signal_arrived(std::size_t signal) { rules_.signal_arrived(signal); }
  void signal_left(std::size_t signal) { rules_.signal_left(signal); }

  // Of a message that was refused some fragments may never come.
  bool done() const {
    return rules_.is_complete() && (transport_->is_idle() || !refusal_.empty()) &&
           (!check_ || check_->has_heard_all());
  }
  // Nothing is left to decide, no other replay to advance, and no time to watch: MPI waits best.
  bool may_wait_in_mpi() const {
    return !record_ && comm_.is_alone(*this) && !comm_.watches_waits() && rules_.only_waits() &&
           knows_bytes_ && transport_->waits_by_mpi();
  }
  void require_begun() const;
  void await_arrivals(Until until);
  void poll_until_done();
  void leave();
  void check_seals();
  Awaited awaited() const override;
  Awaited awaited_before_sending_to(int rank, int step) const override;
  Awaited awaited_by(const Blocker& blocker) const;

  const RankPart& part() const { return rules_.part(); }
  const std::vector<End>& sends() const { return memory_.sends(); }
  const std::vector<End>& receives() const { return memory_.receives(); }

  Communicator comm_;
  ReplayOptions options_;
  ReplayMemory memory_;
  ReplayRules rules_;
  Tags tags_;  // of data and signals
  Barrier barrier_;
  std::unique_ptr<SeriesCheck> check_;                 // by PARTITA_CHECK
  std::unique_ptr<ReplayRecord> record_;               // by PARTITA_PROFILE
  std::unique_ptr<Seals> seals_;                       // by PARTITA_SEAL
  std::vector<std::unique_ptr<ReceiverLocks>> locks_;  // by stage; of those by `lock`
  std::unique_ptr<ReplayTransport> transport_;
  Random random_;                            // which receiver is asked
  std::vector<ReceiverLocks::Found> found_;  // in its lock, by send; of those by `lock`
  Stopwatch clock_;

  bool is_broken_ = false;  // an exception has left `begin` or `finish`, or is about to
  std::string refusal_;     // what `finish` throws: a message has been refused
  double refused_at_ = 0;   // by the clock

  // Of the replay under way.
  bool under_way_ = false;
  bool uses_arrived_ = false;  // in `finish`, which is not to be called again meanwhile
  bool knows_bytes_ = false;   // of a unit; a rank that only relays learns them
  std::uint16_t types_ = 0;    // of its values
  std::size_t posted_ = 0;     // receives before have been: those of the rules, when their bytes are known
};

/// The first phase of each of the first `most` stages, beginning with 0: see next_stage. Collective: one
/// reduction for each stage, none for the first alone.
std::vector<int> first_phases_of_stages(const Communicator& comm, std::span<const Relayed> relayed,
                                        std::size_t most);

}  // namespace partita::detail

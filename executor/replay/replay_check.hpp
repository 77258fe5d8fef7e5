#pragma once
/// \file Replays that do not match are named: what PARTITA_CHECK=1 switches on.
///
/// All ranks replay the same exchanges. Should one be in another loop, make a replay less than the others, or
/// replay with values of another size, then messages are waited for that never come. Two kinds of small
/// messages find that out; they have one tag for all replays of a communicator.
///
/// *Headers.* A rank that begins a replay tells all ranks that wait for a message of it: which replay (tag
/// and number) and how many bytes a unit has. A receiver that has another number of bytes names both. Who
/// destroys a replay tells the same ranks how many it has made; who waits for a later one names it.
///
/// *Inquiries.* Exchanges may be begun in different orders and several may be under way, so that a rank is in
/// another replay proves nothing: it may come to this one yet. Not so when it, too, waits, and what it waits
/// for cannot come before this rank goes on. So deadlocks are looked for, by edge chasing: Chandy, Misra,
/// Haas, "Distributed Deadlock Detection", ACM Trans. Computer Systems 1(2), 1983, in the AND model. A rank
/// that waits in `finish` for a while inquires of all ranks whose messages it lacks: "I cannot go on in
/// replay 12 of this tag without you". Who is asked looks what is true *now*, when the inquiry is read:
///
///     it has not begun that replay, and does not wait      it may still come: the inquiry ends here
///     it has not begun that replay, and waits in another   it cannot begin before that is finished: inquires
///                                                          in turn of those whose messages it lacks there
///     it has begun it, but may not send yet                inquires of those whose messages must come first
///     it has sent, or it is done                           the message is on its way: the inquiry ends here
///
/// When an inquiry comes back, in the same wait, to the rank from which it went out, all on its way wait for
/// each other. It never accuses wrongly: each rank on the way, once it has read the inquiry, stays as it was
/// until the next one moves, which has not moved when it reads. And what is sent is not taken on trust: a
/// rank answers for itself, from what it knows of itself. It finds every such circle that lasts, for
/// inquiries are repeated, each time after twice the time; each goes through a rank once.
///
/// Nobody is accused who waits elsewhere than in a replay (in a reduction, say), or who computes: nothing
/// tells this from a rank that is slow. PARTITA_MONITOR and PARTITA_DEADLINE say then what is waited for.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <partita/support/communicator.hpp>

namespace partita {

class ReplayChecks;

/// Messages of a replay that have not come: those of phases before `phase`, from each of these ranks.
struct Awaited {
  std::vector<int> ranks;  ///< may have one several times
  int phase = std::numeric_limits<int>::max();
};

/// What a check asks of its replay while that is under way.
class Awaits {
 public:
  /// Without these it will not be finished.
  virtual Awaited awaited() const = 0;

  /// Without these it will not send what it still owes to this rank of the phases before `phase`. From no
  /// rank when it owes nothing, or is about to send it.
  virtual Awaited awaited_before_sending_to(int rank, int phase) const = 0;

 protected:
  Awaits() = default;
  Awaits(const Awaits&) = default;
  Awaits& operator=(const Awaits&) = default;
  ~Awaits() = default;
};

/// The checks of one replayed table, on this rank.
class ReplayCheck {
 public:
  /// Nothing when PARTITA_CHECK is not set, or 0. `receivers`: who waits for messages of this rank. Every
  /// rank calls it in the same order; collective for the first of a communicator. Throws CollectiveError when
  /// PARTITA_CHECK is neither 0 nor 1, or not the same on all ranks.
  static std::unique_ptr<ReplayCheck> make(const Communicator& comm, int tag, std::string name,
                                           std::vector<int> receivers);

  ReplayCheck(ReplayChecks& checks, const Communicator& comm, int tag, std::string name,
              std::vector<int> receivers);
  ReplayCheck(const ReplayCheck&) = delete;
  ReplayCheck& operator=(const ReplayCheck&) = delete;
  ~ReplayCheck();

  /// The next replay begins; `replay` stays where it is until `finish`. Throws Error when another rank has
  /// begun it with other bytes.
  void begin(const Awaits& replay, std::size_t bytes_per_unit);

  /// This rank has waited for so many seconds that it can be finished, and does nothing else. To be called
  /// again and again. Throws Error when a rank is found that will never do its part.
  void look(double seconds_waited);

  void finish();

 private:
  friend class ReplayChecks;

  // In sentences.
  std::string which(std::uint64_t replay) const;
  bool is_under_way() const { return replay_ != nullptr; }

  ReplayChecks& checks_;
  Communicator comm_;  // keeps the checks
  int tag_;
  std::string name_;
  std::vector<int> receivers_;
  std::uint64_t begun_ = 0;
  std::size_t bytes_per_unit_ = 0;  // of the one begun last
  const Awaits* replay_ = nullptr;  // under way
};

}  // namespace partita

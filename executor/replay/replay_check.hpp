#pragma once
/// \file Names replays and collectives that do not match: what PARTITA_CHECK=1 switches on.
///
/// All ranks make the same replays and collectives. If one rank runs another loop, makes a replay less, or
/// replays values of another size, messages are awaited that never come. Two kinds of small messages find
/// that. They have one tag for all series of a communicator: the replays of one table are a series, and so
/// are Partita's collectives (reductions, comparisons, sparse exchanges).
///
/// *Headers.* A rank that begins a replay tells every receiver of its messages: which replay (tag and number)
/// and how many bytes a unit has. A receiver with another number of bytes names both ranks. A rank that ends
/// a series tells the same ranks how many it has made. A rank that waits for a later one names that rank.
///
/// *Inquiries.* Exchanges may be begun in different orders, and several may be under way. A rank in another
/// replay may therefore still come to this one. It cannot come if it waits, too, and what it waits for needs
/// this rank to go on. Edge chasing finds such deadlocks: Chandy, Misra, Haas, "Distributed Deadlock
/// Detection", ACM Trans. Computer Systems 1(2), 1983, in the AND model. A rank that has waited for a while
/// inquires of all ranks whose part it lacks: "I cannot go on in replay 12 of this tag without you". The
/// receiver of an inquiry tests what is true when it reads:
///
///     it has not begun that one, and does not wait      it may still come: the inquiry ends here
///     it has not begun that one, and waits in another   it cannot begin before the other ends: it inquires
///                                                       in turn of those whose part it lacks there
///     it has begun it, but may not send yet             it inquires of those whose messages must come first
///     it has sent, or it is done                        the message is on its way: the inquiry ends here
///
/// A rank in a collective lacks all ranks, since it cannot tell which have entered it. A rank that has
/// entered it has done its part.
///
/// If an inquiry comes back, in the same wait, to the rank that it started from, all ranks on its way wait
/// for each other. The check never accuses wrongly: each rank on the way, after reading the inquiry, stays as
/// it was until the next one moves, and that had not moved when it read. A rank answers only for itself, from
/// its own state. The check finds every such circle that lasts, because inquiries are repeated, each time
/// after twice the time. Each inquiry goes through a rank once.
///
/// A rank that computes, or waits outside Partita, is not accused: nothing tells it from a slow one.
/// PARTITA_MONITOR and PARTITA_DEADLINE then say what is awaited.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <partita/support/communicator.hpp>
#include <partita/support/tags.hpp>

namespace partita::detail {

class ReplayChecks;

/// The part of other ranks that this one lacks: of a replay, the messages of phases before `phase`.
struct Awaited {
  std::vector<int> ranks;  ///< may have one several times
  int phase = std::numeric_limits<int>::max();
};

/// What a check asks of a replay, or collective, while that is under way.
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

/// Replays of one table, or the collectives of a communicator, on this rank: what is known of the last.
struct CheckedSeries {
  int tag;                      ///< the same on all ranks,
  std::uint64_t number_of_tag;  ///< and that of Tags: others may have had the tag before
  std::string name;             ///< in sentences
  std::vector<int> receivers;   ///< need what this rank sends
  std::uint64_t begun = 0;      ///< how many
  std::size_t bytes_per_unit = 0;
  const Awaits* under_way = nullptr;
};

/// The checks of one replayed table, on this rank.
class ReplayCheck {
 public:
  /// Every rank calls it in the same order. Collective for the first of a communicator.
  ///
  /// @param receivers  ranks that wait for messages of this rank
  /// @return nothing if PARTITA_CHECK is not set, or 0
  /// @throws CollectiveError if PARTITA_CHECK is neither 0 nor 1, or not the same on all ranks.
  static std::unique_ptr<ReplayCheck> make(const Communicator& comm, const Tags& tags, std::string name,
                                           std::vector<int> receivers);

  ReplayCheck(ReplayChecks& checks, const Communicator& comm, CheckedSeries series);
  ReplayCheck(const ReplayCheck&) = delete;
  ReplayCheck& operator=(const ReplayCheck&) = delete;
  ~ReplayCheck();

  /// The next replay begins. `replay` stays where it is until `finish`.
  /// @throws Error if another rank has begun it with other bytes.
  void begin(const Awaits& replay, std::size_t bytes_per_unit);

  /// This rank does nothing but wait in `finish`, for these seconds now. To be called again and again.
  /// @throws Error if a rank is found that never does its part.
  void poll(double seconds_waited);

  void finish();

 private:
  ReplayChecks& checks_;
  Communicator comm_;  // keeps the checks
  CheckedSeries series_;
};

}  // namespace partita::detail

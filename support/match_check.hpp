#pragma once
/// \file Names replays and collectives that do not match: what PARTITA_CHECK=1 switches on.
///
/// All ranks make the same replays and collectives. If one rank runs another loop, makes a replay less, or
/// replays values of another size, messages are awaited that never come. Two kinds of small messages find
/// that. They have one tag for all series of a communicator: the replays of one table are a series, and so
/// are Partita's collectives (reductions, comparisons, sparse exchanges).
///
/// *Headers* say what is under way: the kind, types and counts. A rank that begins a replay tells every
/// receiver of its messages: which replay (tag and number), how many bytes a unit has, and of what types. A
/// receiver with another header names both ranks, and tells all ranks, which may wait in it for this one,
/// too. Those of collectives are compared in any case, see FirstMessage. A rank that ends a series tells the
/// same ranks how many it has made. A rank that waits for a later one names that rank.
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
/// A rank in a collective lacks all ranks: it cannot tell which have entered it. A rank that has entered it
/// has done its part.
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
#include <list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <mpi.h>

namespace partita::detail {

/// The part of other ranks that this one lacks: of a replay, what they send in steps before `step`.
struct Awaited {
  std::vector<int> ranks;  ///< may have one several times
  int step = std::numeric_limits<int>::max();
};

/// What a check asks of a replay, or collective, while that is under way.
class Awaits {
 public:
  /// Without these it will not be finished.
  virtual Awaited awaited() const = 0;

  /// Without these it will not send what it still owes to this rank of the steps before `step`. From no rank
  /// when it owes nothing, or is about to send it.
  virtual Awaited awaited_before_sending_to(int rank, int step) const = 0;

 protected:
  Awaits() = default;
  Awaits(const Awaits&) = default;
  Awaits& operator=(const Awaits&) = default;
  ~Awaits() = default;
};

/// What a rank does in a series: one replay of a table.
struct Header {
  std::size_t bytes_per_unit = 0;  ///< of a replay; 0: a rank that only relays may not know it
  std::string contents = {};       ///< in words: "3 float64" are the values of a unit; empty: not known
};

/// Replays of one table, or the collectives of a communicator, on this rank: what is known of the last.
struct CheckedSeries {
  int tag;                      ///< the same on all ranks,
  std::uint64_t number_of_tag;  ///< and that of Tags: others may have had the tag before
  std::string name;             ///< in sentences
  std::vector<int> receivers;   ///< hear this rank's headers; each once
  std::vector<int> senders;     ///< have headers that this rank hears; ascending, each once
  std::uint64_t begun = 0;      ///< how many
  std::size_t heard = 0;        ///< headers of the last
  Header header = {};           ///< of the last
  const Awaits* under_way = nullptr;
};

/// All checks of a communicator, on this rank.
class MatchChecks final : private Awaits {
 public:
  /// @param tag  of all their messages
  MatchChecks(MPI_Comm handle, int tag);
  MatchChecks(const MatchChecks&) = delete;
  MatchChecks& operator=(const MatchChecks&) = delete;
  ~MatchChecks();

  /// Every rank adds and removes the same series in the same order.
  void add(CheckedSeries& series) { by_tag_[series.tag] = &series; }
  void remove(const CheckedSeries& series) noexcept;

  /// The next replay begins. `replay` stays where it is until `finish`.
  /// @throws Error if another rank has begun it with another header.
  void begin(CheckedSeries& series, const Awaits& replay, Header header);

  /// This rank does nothing but wait in it, for these seconds now. To be called again and again.
  /// @throws Error if a rank is found that never does its part.
  void poll(const CheckedSeries& series, double seconds_waited);

  void finish(CheckedSeries& series);

  /// This rank enters the next collective. All ranks enter it before one leaves it.
  /// @param header  what sentences call it, with types and counts
  void begin_collective(std::string_view header);
  void poll_collective(double seconds_waited) { poll(collectives_, seconds_waited); }
  void finish_collective() { finish(collectives_); }

  /// This rank enters no more collectives, and makes no more replays.
  void end() noexcept;

  /// Receives the messages left: MPI must not free a communicator with messages on their way. Waits for all
  /// ranks to end, but only for seconds: without a check none would wait here. After `end`.
  /// @return a rank that has not ended by then, or none
  std::optional<int> receive_the_last() noexcept;
  static constexpr int seconds_for_the_last = 5;

  /// Takes in what other ranks have told.
  void hear();

 private:
  struct Notice;
  struct Heard;
  struct Sent;

  Awaited awaited() const override { return {collectives_.receivers}; }
  Awaited awaited_before_sending_to(int, int) const override { return {}; }
  void tell(const std::vector<int>& ranks, const Notice& notice);
  void tell_gone(const CheckedSeries& series) noexcept;
  void take(const Heard& heard);
  void compare(CheckedSeries& series, const Heard& heard);
  void require_present(const CheckedSeries& series, int rank);
  void answer(const CheckedSeries& asked_for, const Heard& heard);
  void pass_on(Notice inquiry, const CheckedSeries& series, int lacking, const Awaited& awaited);
  [[noreturn]] void accuse(const Notice& inquiry);
  [[noreturn]] void fail(const CheckedSeries& series, const std::string& sentence);

  MPI_Comm handle_;
  int rank_ = 0;
  int tag_;
  std::vector<int> sent_to_;          // messages, by rank
  int received_ = 0, sent_here_ = 0;  // the second by ranks that have ended
  std::map<int, CheckedSeries*> by_tag_;
  CheckedSeries collectives_;
  std::list<Sent> sent_;                               // MPI may still read these
  std::vector<Heard> ahead_;                           // of ranks that have begun what this one has not
  std::map<std::pair<int, int>, std::uint64_t> gone_;  // how many were made, by tag and rank
  std::vector<Heard> failed_;

  const CheckedSeries* waiting_ = nullptr;                        // what this rank does nothing but wait in
  std::uint64_t round_ = 0;                                       // of this rank's inquiries
  std::uint64_t first_round_ = 0;                                 // while it has been waiting for this
  double next_inquiry_ = 0;                                       // after these seconds of waiting
  std::map<std::tuple<int, int, int>, std::uint64_t> passed_on_;  // round, by asker, tag, and lacking rank
};

/// The checks of one replayed table, on this rank. Must not outlive the checks.
class SeriesCheck {
 public:
  SeriesCheck(MatchChecks& checks, CheckedSeries series) : checks_(checks), series_(std::move(series)) {
    checks_.add(series_);
  }
  SeriesCheck(const SeriesCheck&) = delete;
  SeriesCheck& operator=(const SeriesCheck&) = delete;
  ~SeriesCheck() { checks_.remove(series_); }

  /// As MatchChecks.
  void begin(const Awaits& replay, Header header) { checks_.begin(series_, replay, std::move(header)); }
  void poll(double seconds_waited) { checks_.poll(series_, seconds_waited); }
  /// False: a header of the replay under way may still come, although its messages have.
  bool has_heard_all() const { return series_.heard == series_.senders.size(); }
  void finish() { checks_.finish(series_); }

 private:
  MatchChecks& checks_;
  CheckedSeries series_;
};

}  // namespace partita::detail

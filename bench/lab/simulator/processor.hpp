#pragma once
/// \file The processor of a simulated rank: what MPI's calls busy it for, and how it waits.

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <mpi.h>

#include <partita/schedule/machine.hpp>

namespace partita::lab {

/// SimGrid moves the messages; this adds what Costs says of processors. A message that is sent busies its
/// sender for `start_up`, and perhaps `unawaited`, or for `signal`, if it is of 0 bytes; a message that is
/// taken in its receiver for `receive` (or `signal`). On machines whose messages share, one arrives `per_hop`
/// a link after it is through: SimGrid's latencies would do for that, did its sharing not depend on them.
///
/// Who asks MPI for messages again and again, and finds none, does nothing else until one of its messages is
/// through: so much can be skipped. All messages under way on the rank are known here, and completed here
/// first; MPI_Testsome and the like then hand them out.
class Processor {
 public:
  /// `awaited`: of which ranks messages are awaited (Costs::unawaited).
  Processor(const Machine& machine, const std::vector<bool>& awaited, int rank)
      : machine_(machine), awaited_(awaited), rank_(rank) {}

  int rank() const { return rank_; }

  /// Works for so long, or until then.
  void busy(double seconds);
  void busy_until(double time);

  double send_seconds(int receiver, std::size_t bytes) const;
  double receive_seconds(std::size_t bytes) const;

  /// A message of a barrier, sent and taken in: a signal, or a part of what the machine's own barrier takes.
  double barrier_send_seconds() const { return machine_.costs.barrier > 0 ? 0 : machine_.costs.signal; }
  double barrier_receive_seconds() const;

  double inquiry_seconds() const { return machine_.costs.inquiry_seconds(); }

  /// From when a signal has left until it is at the other rank.
  double flight_of_signal(int other) const { return flight_seconds(machine_, rank_, other); }

  /// What a request is for. Those of barriers have 0 bytes, but signals too.
  enum class Kind { send, receive, barrier_send, barrier_receive };

  /// The request is under way from now on.
  void started(MPI_Request request, Kind kind);

  /// Looks what has become complete.
  void look();

  /// As last looked: its status, once, when it is complete and, if it is a receive, has arrived.
  std::optional<MPI_Status> take(MPI_Request request);
  bool is_there(MPI_Request request);

  /// Asked for these requests, and did not find what it wanted. When it has done nothing else since it was
  /// asked for the same before, waits until one of its messages, whichever, is there.
  void found_nothing(const void* requests);

  /// Waits for that.
  void wait();

  /// Waits for something that no message of its own will tell, a little at a time: a share of what it has
  /// waited so far.
  void yield();

  /// Did something else than to ask.
  void acted() {
    yields_ = false;
    asked_.clear();
    has_looked_ = false;
  }

 private:
  struct UnderWay {
    MPI_Request name;     // by which it is asked for
    MPI_Request request;  // as MPI changes it
    Kind kind;
    bool complete = false;
    double there_at = 0;  // once it is complete
    MPI_Status status{};
  };

  void complete(UnderWay& message, double at);
  bool is_there(const UnderWay& message) const;
  UnderWay* find_there(MPI_Request request);

  const Machine& machine_;
  const std::vector<bool>& awaited_;
  int rank_;
  std::vector<UnderWay> under_way_;
  std::set<const void*> asked_;
  bool yields_ = false;
  double yields_since_ = 0;
  bool has_looked_ = false;
  double looked_at_ = 0;
};

/// That of the rank that calls.
Processor& this_processor();

/// Those of all ranks, for as long as it lives.
class Processors {
 public:
  Processors(const Machine& machine, int ranks);
  ~Processors();
  Processors(const Processors&) = delete;
  Processors& operator=(const Processors&) = delete;

  Processor& of(int rank) { return processors_[static_cast<std::size_t>(rank)]; }

  /// From now on only what these ranks are sent is awaited.
  void set_awaited(std::vector<bool> awaited) { awaited_ = std::move(awaited); }

 private:
  std::vector<bool> awaited_;
  std::vector<Processor> processors_;
};

}  // namespace partita::lab

#pragma once
/// \file The processor of a simulated rank: the time of MPI's calls, and how it waits.

#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <mpi.h>

#include <partita/schedule/machine.hpp>

namespace partita::lab {

class Processors;

/// SimGrid moves the messages; this class adds the processor costs of Costs. A sent message occupies its
/// sender for `start_up`, or for `signal` if it has 0 bytes. A received message occupies its receiver for
/// `receive`, or for `signal_receive`. `unawaited` may occupy either of them. Other ranks' units occupy a
/// relay for `copy`, too. If messages share links, a message arrives `per_hop` per link after its transfer.
/// SimGrid's latencies are not used for this, because its sharing depends on them. A transfer ends later by
/// the time for which inquiries have interrupted its ends meanwhile.
///
/// A rank that polls MPI and finds nothing would do nothing else until one of its messages is through, so the
/// simulation skips that time. The processor has all messages under way on the rank and completes them
/// first; MPI_Testsome and the like then return them.
class Processor {
 public:
  Processor(const Machine& machine, Processors& all, int rank) : machine_(machine), all_(all), rank_(rank) {}

  int rank() const { return rank_; }

  /// Works for this time, or until that moment.
  void busy(double seconds);
  void busy_until(double time);

  double send_seconds(int receiver, std::size_t bytes) const;
  double receive_seconds(int sender, std::size_t bytes) const;

  /// Times to send and to receive a message of a barrier: a signal's, or a part of the machine's own
  /// barrier's.
  double barrier_send_seconds() const { return machine_.costs.barrier > 0 ? 0 : machine_.costs.signal; }
  double barrier_receive_seconds() const;

  double inquiry_seconds() const { return machine_.costs.inquiry_seconds(); }

  /// Time of flight of a signal to the other rank.
  double flight_of_signal(int other) const { return flight_seconds(machine_, rank_, other); }

  /// Purpose of a request. Barrier messages have 0 bytes, but so do signals.
  enum class Kind { send, receive, barrier_send, barrier_receive };

  /// Registers a request that is now under way; the partner of a receive is known from its status.
  void started(MPI_Request request, Kind kind, int partner);

  /// An inquiry has come here.
  void interrupt() { interrupted_ += machine_.costs.interrupt; }

  /// Finds newly completed requests.
  void poll();

  /// The status of a request at the last poll, once, if it is complete and, for a receive, has arrived.
  std::optional<MPI_Status> take(MPI_Request request);
  bool is_there(MPI_Request request);

  /// Reports a poll of these requests that found nothing. If the rank has done nothing else since the same
  /// poll before, waits until any of its messages arrives.
  void found_nothing(const void* requests);

  /// Waits for any message of the rank.
  void wait();

  /// Waits for an event without a message, in small steps: each is a share of the time waited so far.
  void yield();

  /// Records an action other than polling.
  void acted() {
    yields_ = false;
    asked_.clear();
    has_polled_ = false;
  }

 private:
  struct UnderWay {
    MPI_Request name;     // by which the rank polls for it
    MPI_Request request;  // as MPI changes it
    Kind kind;
    int partner;
    bool complete = false;
    double there_at = 0;  // valid if it is complete; without interruptions
    MPI_Status status{};
  };

  void complete(UnderWay& message, double at);
  double there_at(const UnderWay& message) const;
  bool is_there(const UnderWay& message) const;
  UnderWay* find_there(MPI_Request request);

  const Machine& machine_;
  Processors& all_;
  int rank_;
  double interrupted_ = 0;  // seconds so far
  struct Departure {
    double time, interrupted;  // seconds; of both ends until then
  };
  std::map<int, Departure> departures_;  // of the last message, by receiver
  std::vector<UnderWay> under_way_;
  std::set<const void*> asked_;
  bool yields_ = false;
  double yields_since_ = 0;
  bool has_polled_ = false;
  double polled_at_ = 0;
};

/// The processor of the calling rank, and that of any.
Processor& this_processor();
Processor& processor_of(int rank);

/// The processors of all ranks, available during its lifetime.
class Processors {
 public:
  Processors(const Machine& machine, int ranks);
  ~Processors();
  Processors(const Processors&) = delete;
  Processors& operator=(const Processors&) = delete;

  Processor& of(int rank) { return processors_[static_cast<std::size_t>(rank)]; }

  int ranks() const { return static_cast<int>(processors_.size()); }

  /// What a replay has besides MPI's calls.
  struct Replayed {
    bool by_lock = false;       ///< `unawaited` occupies the sender, see Costs::unawaited
    bool reserves = false;      ///< receives are not known to be posted, see Costs::unreserved
    std::vector<bool> awaited;  ///< by rank: it waits for messages; empty: all do
    std::map<std::tuple<int, int, std::size_t>, std::size_t>
        relayed;  ///< bytes of other ranks, by message: from, to, its bytes
  };
  void set(Replayed replayed) { replayed_ = std::move(replayed); }

  /// Time to be added to a message to this rank, at its sender or at its receiver.
  double unawaited_seconds(int receiver, bool at_sender) const;

  /// Time on the route besides the bytes, where messages share links; where they queue, MachineZone adds it.
  double flight(int from, int to, std::size_t bytes) const;

  /// Time of the sender to reserve room for a message.
  double reservation(int from, int to, std::size_t bytes) const;

  /// Time to copy what the message relays.
  double copy_seconds(int from, int to, std::size_t bytes) const;

 private:
  const Machine& machine_;
  Replayed replayed_;
  std::vector<Processor> processors_;
};

}  // namespace partita::lab

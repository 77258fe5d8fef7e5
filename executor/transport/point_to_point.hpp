#pragma once
/// \file Each message by itself: through shared memory between ranks of one host, else by MPI.

#include <cstddef>
#include <memory>

#include <partita/executor/transport/messages.hpp>
#include <partita/executor/transport/replay_transport.hpp>

namespace partita::detail {

/// Throws CollectiveError when two partners of a message are on different hosts. Collective.
void require_one_host(const Communicator& comm, const RankPart& part);

class PointToPoint : public ReplayTransport {
 public:
  /// All messages go by MPI: between hosts, those of phased protocols in fragments of this length, unless it
  /// is 0. Collective if there are fragments.
  PointToPoint(const Communicator& comm, int tag, const RankPart& part, std::size_t fragment);

  /// Messages between ranks of one host go through memory that both share, but those of stages by `lock`:
  /// only MPI says when a message has arrived. Has room for this many bytes a unit; longer ones go by MPI.
  /// 0, not known: room for 256, in messages of up to 64 KiB for 1024. Collective.
  void share_memory(const RankPart& part, const ReplayMemory& memory, std::size_t bytes_per_unit);

  void post(std::size_t receive, ReplayMemory& memory) override;
  Started send(std::size_t send, ReplayMemory& memory) override;
  void await_signal(std::size_t signal) override;
  bool signal(std::size_t signal) override;
  void complete(bool waits, TransportEvents& events) override;
  bool waits_by_mpi() const override { return receiving_.by_mpi_alone() && signalled_.by_mpi_alone(); }
  Waiting waiting() const override { return waiting_; }
  bool is_idle() const override;
  bool is_sending(std::size_t send) const override { return sending_.under_way(send); }
  const char* rest() const override { return "signals"; }
  std::optional<Early> early_message() const override;

 private:
  Communicator comm_;
  int tag_;  // of data; signals have the next
  Sends sending_, signalling_;
  Receives receiving_, signalled_;
  std::unique_ptr<SharedChannels> channels_;  // of data, then signals
  Waiting waiting_ = Waiting::by_mpi;
};

}  // namespace partita::detail

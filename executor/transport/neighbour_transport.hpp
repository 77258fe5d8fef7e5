#pragma once
/// \file All messages of a replay in one neighbour collective.

#include <partita/executor/transport/neighbour_collective.hpp>
#include <partita/executor/transport/replay_transport.hpp>

namespace partita::detail {

/// The call starts when the replay has begun, also on ranks that neither send nor receive: calls are told
/// apart by their order alone. So all messages must be started by then, as by `post_all` without relays.
class NeighbourTransport : public ReplayTransport {
 public:
  /// Collective. Throws CollectiveError when one call cannot move the messages: one from rank to rank at
  /// most, all at once, none of them sent on.
  NeighbourTransport(const Communicator& comm, const RankPart& part);

  void post(std::size_t receive, ReplayMemory& memory) override;
  Started send(std::size_t send, ReplayMemory& memory) override;
  void await_signal(std::size_t) override {}
  bool signal(std::size_t) override { return true; }
  void begun() override { call_.start(); }
  void poll(TransportEvents& events) override;
  bool waits_by_mpi() const override { return true; }
  void wait(TransportEvents& events) override;
  bool is_idle() const override { return !call_.under_way(); }
  bool is_sending(std::size_t) const override { return call_.under_way(); }
  const char* rest() const override { return "its neighbour collective"; }

 private:
  void complete(TransportEvents& events);

  NeighbourCollective call_;
  std::size_t sends_;
  std::vector<const std::byte*> places_;  // by receive
  std::vector<std::size_t> bytes_;
};

}  // namespace partita::detail

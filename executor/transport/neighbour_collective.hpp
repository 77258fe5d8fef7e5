#pragma once
/// \file All messages of a replay as one neighbour collective of MPI.

#include <cstddef>
#include <optional>
#include <vector>

#include <mpi.h>

#include <partita/executor/transport/replay_transport.hpp>
#include <partita/support/byte_block.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

class NeighbourGraphs;

/// MPI_Ineighbor_alltoallw, called again and again: one message to each destination and from each source.
/// Each leaves from, and arrives, wherever it lies. Between neighbours where only one sends, the other sends
/// nothing; a rank without neighbours is its own. So no rank has none, which some implementations forget.
///
/// Unlike messages, which find each other by their tags, calls are told apart by their order alone: those
/// with the same neighbours everywhere, of whatever replays, are started in the same order on
/// every rank, also on ranks that neither send nor receive. They may be waited for in any order.
class NeighbourCollective : public ReplayTransport {
 public:
  /// Collective: see NeighbourGraphs. Throws CollectiveError when one call cannot move the messages: one from
  /// rank to rank at most, all by `post_all`, none of them sent on.
  NeighbourCollective(const Communicator& comm, const RankPart& part);
  ~NeighbourCollective() override;

  void post(std::size_t receive, ReplayMemory& memory) override;
  Started send(std::size_t send, ReplayMemory& memory) override;
  void await_signal(std::size_t) override {}
  bool signal(std::size_t) override { return true; }
  void begun() override;
  void complete(bool waits, TransportEvents& events) override;
  bool waits_by_mpi() const override { return true; }
  bool is_idle() const override { return request_ == MPI_REQUEST_NULL; }
  bool is_sending(std::size_t) const override { return !is_idle(); }
  const char* rest() const override { return "its neighbour collective"; }

 private:
  // As MPI takes it, by neighbour.
  class Side {
   public:
    explicit Side(std::size_t neighbours);
    void set(std::size_t k, const std::byte* memory, std::size_t bytes);

    std::size_t bytes(std::size_t k) const { return bytes_[k]; }
    const std::byte* memory(std::size_t k) const { return memory_[k]; }
    const int* counts() const { return counts_.data(); }
    const MPI_Aint* addresses() const { return addresses_.data(); }
    const MPI_Datatype* types() const { return types_.data(); }

   private:
    std::vector<const std::byte*> memory_;
    std::vector<std::size_t> bytes_;
    std::vector<std::optional<ByteBlock>> blocks_;
    std::vector<int> counts_;
    std::vector<MPI_Aint> addresses_;
    std::vector<MPI_Datatype> types_;
  };

  Communicator comm_;
  std::vector<int> neighbours_;                      // ascending
  std::vector<std::size_t> destinations_, sources_;  // which neighbours they are
  NeighbourGraphs& graphs_;
  std::size_t graph_;
  Side sends_, receives_;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

}  // namespace partita::detail

#pragma once
/// \file All messages of a replay as one neighbour collective of MPI.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <mpi.h>

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
class NeighbourCollective {
 public:
  /// Collective. See NeighbourGraphs.
  NeighbourCollective(const Communicator& comm, std::span<const int> destinations,
                      std::span<const int> sources);
  NeighbourCollective(const NeighbourCollective&) = delete;
  NeighbourCollective& operator=(const NeighbourCollective&) = delete;
  ~NeighbourCollective();

  /// From where the next call sends to destination k, and where it receives from source k. Not while one is
  /// under way.
  void send(std::size_t k, const std::byte* memory, std::size_t bytes) {
    sends_.set(destinations_[k], memory, bytes);
  }
  void receive(std::size_t k, const std::byte* memory, std::size_t bytes) {
    receives_.set(sources_[k], memory, bytes);
  }

  /// Not synchronising. Every rank takes part.
  void start();

  bool under_way() const { return request_ != MPI_REQUEST_NULL; }

  /// True when all of the call under way has been sent and received. Does not wait: ask again.
  bool passed();

  /// Waits for that.
  void wait();

 private:
  // As MPI takes it, by neighbour.
  class Side {
   public:
    explicit Side(std::size_t neighbours);
    void set(std::size_t k, const std::byte* memory, std::size_t bytes);

    const int* counts() const { return counts_.data(); }
    const MPI_Aint* addresses() const { return addresses_.data(); }
    const MPI_Datatype* types() const { return types_.data(); }

   private:
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

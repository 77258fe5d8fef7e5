#pragma once
/// \file Memory that the ranks of one host share.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <mpi.h>

#include <partita/support/communicator.hpp>

namespace partita::detail {

/// Windows of MPI (MPI_Win_allocate_shared), each with one piece for every rank of the host. There
/// is one SharedMemory for each Communicator, however many exchanges use it: each takes a block of this
/// rank's pieces. When no piece has room, all ranks of the host add a window at once, so that windows are
/// few: each is at least as large as those before together. A piece is used again when all its blocks have
/// been given back.
class SharedMemory {
 public:
  /// Where something lies among the pieces of one rank.
  struct Address {
    int window;
    std::size_t offset;
  };

  /// Memory of this rank.
  struct Block {
    Address address;
    std::byte* memory;  ///< aligned to 64 bytes
  };

  /// That of a communicator, as long as the last copy of it lives. Collective.
  static SharedMemory& of(const Communicator& comm);

  /// `host`: the ranks of the communicator that share memory with this one, in the same order; is freed.
  SharedMemory(const Communicator& comm, MPI_Comm host);
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory();

  /// The ranks of this host, as a communicator of their own.
  MPI_Comm host() const { return host_; }
  int ranks() const { return ranks_; }

  /// The host is oversubscribed: it has more ranks than processors. Waiting ranks yield there.
  bool is_crowded() const { return is_crowded_; }

  /// For each of these ranks of the communicator its rank on this host; nothing when it is on another.
  std::vector<std::optional<int>> ranks_on_host(std::span<const int> ranks) const;

  /// Takes a block of this many bytes, which may be 0. Collective over the host.
  Block take(std::size_t bytes);

  /// Gives a block back, which is still in use until in_use() returns false. Not collective.
  void give_back(const Block& block, std::function<bool()> in_use);

  /// What another rank of the host has at this address of its own.
  std::byte* find(int rank_on_host, const Address& address) const;

 private:
  struct Window {
    MPI_Win handle = MPI_WIN_NULL;
    std::byte* mine = nullptr;
    std::size_t size = 0;
    std::size_t first = 0;   // offset of the first block
    std::size_t taken = 0;   // offset where the next may begin
    std::size_t blocks = 0;  // not given back
  };
  struct GivenBack {
    int window;
    std::function<bool()> in_use;
  };

  void reclaim();
  std::optional<Block> take_from_windows(std::size_t bytes);
  void add_window(std::size_t bytes);

  MPI_Comm parent_;
  MPI_Comm host_ = MPI_COMM_NULL;
  int ranks_ = 1;
  bool is_crowded_ = false;
  std::vector<Window> windows_;
  std::vector<GivenBack> given_back_;
};

}  // namespace partita::detail

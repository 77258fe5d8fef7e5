#pragma once
/// \file Memory that the ranks of one host share.

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <mpi.h>

#include <partita/executor/replay/transport/memory_file.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/sentence.hpp>

namespace partita::detail {

/// Files in memory: each rank has some, and others of its host map those in which they need something. There
/// is one SharedMemory for each Communicator, however many exchanges use it: each takes a block of this
/// rank's files. When no file has room, the rank makes one, so that files are few: each is at least as large
/// as those before together. A file is used again when all its blocks have been given back.
class SharedMemory {
 public:
  /// Where other ranks of the host find something in a file of this rank.
  struct Address {
    MemoryFile::Address file;
    std::size_t offset;
  };

  /// Memory of this rank.
  struct Block {
    Address address;
    std::byte* memory;  ///< aligned to 64 bytes
    std::size_t file;   ///< which of this rank's
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

  /// True for each of these ranks of the communicator that is on this host.
  std::vector<bool> are_on_host(std::span<const int> ranks) const;

  /// Takes a block of this many bytes, more than 0; nothing if the system has none to share. Not collective.
  std::optional<Block> take(std::size_t bytes);

  /// Gives a block back, which is still in use until in_use() returns false. Allocates nothing. Not
  /// collective.
  void give_back(const Block& block, std::function<bool()>&& in_use) noexcept;

  /// What another rank of the host has at this address of its own; null if the system does not share it. Not
  /// collective.
  std::byte* find(const Address& address);

  /// The first time that the system has refused to share memory with a rank, the lowest such rank says so on
  /// stderr. Collective over the communicator.
  void say_what_was_refused(const Communicator& comm);

 private:
  struct File : MemoryFile {
    using MemoryFile::MemoryFile;

    std::size_t taken = 0;   // offset where the next block may begin
    std::size_t blocks = 0;  // not given back
  };
  struct GivenBack {
    std::size_t file;
    std::function<bool()> in_use;
  };

  void reclaim();
  std::optional<Block> take_from_files(std::size_t bytes);
  bool add_file(std::size_t bytes);

  MPI_Comm parent_;
  MPI_Comm host_ = MPI_COMM_NULL;
  int ranks_ = 1;
  bool is_crowded_ = false;
  std::vector<File> files_;
  std::map<std::pair<int, int>, MemoryFile> found_;  // by process and descriptor
  std::vector<GivenBack> given_back_;
  Sentence refusal_;
  bool has_told_ = false;
};

}  // namespace partita::detail

#pragma once
/// \file Values of consecutive ranks, brought to the first of them and back along a tree.

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <mpi.h>

#include <partita/support/byte_block.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/time_limits.hpp>

namespace partita::mesh {

/// This rank's place in a binomial tree of consecutive ranks. The first one is the root. A rank exchanges
/// messages with ceil(log2(ranks)) others at most. Place p has the children p + 1, p + 2, p + 4, ..., as many
/// as p has zeros at its end; a child's branch are the places from it up to the next child.
class RankTree {
 public:
  /// @param first, last  ranks, this rank between them
  /// @param tag  on which each two of them send each other nothing else
  RankTree(const Communicator& comm, int first, int last, int tag)
      : comm_(&comm), first_(first), place_(comm.rank() - first), size_(last - first + 1), tag_(tag) {}

  bool is_root() const { return place_ == 0; }

  /// All ranks call it. It waits for the ranks of this rank's branch, but does not wait while it sends.
  /// @return the values of this rank's branch, in the order of ranks: at the root, those of all
  template <class T>
  std::vector<T> gather(std::vector<T> values) {
    for (int child = 1; child < branch(place_); child *= 2) {
      const std::vector<std::byte> bytes = receive(place_ + child);
      const auto* const theirs = reinterpret_cast<const T*>(bytes.data());
      values.insert(values.end(), theirs, theirs + bytes.size() / sizeof(T));
    }
    if (!is_root()) send(parent(), std::as_bytes(std::span(values)));
    return values;
  }

  /// The way back. All ranks call it after `gather`.
  /// @param all  of the root: consecutive values for all ranks; other ranks bring none
  /// @param begin_of  begin_of(rank) is the place in `all` where that rank's values begin, also for the rank
  /// behind the last one
  /// @return this rank's values
  template <class T, class BeginOf>
  std::vector<T> scatter(std::vector<T> all, BeginOf begin_of) {
    if (!is_root()) {
      const std::vector<std::byte> bytes = receive(parent());
      const auto* const theirs = reinterpret_cast<const T*>(bytes.data());
      all.assign(theirs, theirs + bytes.size() / sizeof(T));
    }
    const auto begin = [&](int place) {
      return static_cast<std::size_t>(begin_of(first_ + place) - begin_of(first_ + place_));
    };
    for (int child = 1; child < branch(place_); child *= 2) {
      const std::size_t from = begin(place_ + child), to = begin(place_ + child + branch(place_ + child));
      send(place_ + child, std::as_bytes(std::span(all).subspan(from, to - from)));
    }
    all.resize(begin(place_ + 1));
    return all;
  }

  /// Waits until all that this rank has sent is received.
  void wait() {
    const BlockingWait waits(comm_->rank(), "for the ranks that it sends to, in a tree of ranks");
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
    requests_.clear();
    sent_.clear();
  }

 private:
  int parent() const { return place_ & (place_ - 1); }

  // The number of places in the branch of a place, itself included.
  int branch(int place) const { return place == 0 ? size_ : std::min(place & -place, size_ - place); }

  void send(int place, std::span<const std::byte> bytes) {
    const std::vector<std::byte>& sent = sent_.emplace_back(bytes.begin(), bytes.end());
    const ByteBlock block(sent.size());
    MPI_Isend(sent.data(), block.count(), block.type(), first_ + place, tag_, comm_->handle(),
              &requests_.emplace_back());
  }

  std::vector<std::byte> receive(int place) const {
    const BlockingWait waits(comm_->rank(), "for another rank in a tree of ranks");
    MPI_Status status;
    MPI_Probe(first_ + place, tag_, comm_->handle(), &status);
    std::vector<std::byte> received(bytes_of(status));
    const ByteBlock block(received.size());
    MPI_Recv(received.data(), block.count(), block.type(), first_ + place, tag_, comm_->handle(),
             MPI_STATUS_IGNORE);
    return received;
  }

  const Communicator* comm_;
  int first_, place_, size_, tag_;
  std::vector<MPI_Request> requests_;
  std::vector<std::vector<std::byte>> sent_;
};

}  // namespace partita::mesh

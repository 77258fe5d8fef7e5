#pragma once
/// \file Persistent requests of MPI, one for each message of a replay.

#include <cstddef>
#include <vector>

#include <mpi.h>

#include <partita/support/communicator.hpp>

namespace partita::detail {

/// Sends or receives that are started again and again. A request is made when its message is first used with
/// a memory, and made anew only when the memory or its length has changed.
class PersistentRequests {
 public:
  enum class Kind { send, receive };

  PersistentRequests(const Communicator& comm, Kind kind, int tag, std::size_t messages);
  PersistentRequests(const PersistentRequests&) = delete;
  PersistentRequests& operator=(const PersistentRequests&) = delete;
  /// Of receives under way that are not wanted any more, nothing arrives if nothing has.
  ~PersistentRequests();

  std::size_t size() const { return requests_.size(); }

  /// Starts sending from, or receiving into, this memory. Not while the message is under way.
  void start(std::size_t message, int partner, const void* memory, std::size_t bytes);

  /// Started and not completed, as far as `complete` has seen.
  bool under_way(std::size_t message) const { return messages_[message].under_way; }
  std::size_t under_way() const { return under_way_; }

  /// Calls done(message, bytes of the message) for every message that has been completed since. If `waits`,
  /// waits until all have been.
  template <class Done>
  void complete(bool waits, Done&& done) {
    do {
      if (under_way_ == 0) return;
      int completed = 0;
      (waits ? MPI_Waitsome : MPI_Testsome)(static_cast<int>(requests_.size()), requests_.data(), &completed,
                                            completed_.data(), statuses_.data());
      for (std::size_t k = 0; k < static_cast<std::size_t>(completed); ++k) {
        const auto message = static_cast<std::size_t>(completed_[k]);
        messages_[message].under_way = false;
        --under_way_;
        done(message, bytes(statuses_[k]));
      }
    } while (waits);
  }

 private:
  struct Message {
    const void* memory = nullptr;
    std::size_t bytes = 0;
    bool under_way = false;
  };

  static std::size_t bytes(MPI_Status status);

  Communicator comm_;
  Kind kind_;
  int tag_;
  std::vector<Message> messages_;
  std::size_t under_way_ = 0;
  std::vector<MPI_Request> requests_;
  std::vector<MPI_Status> statuses_;  // these two are room for MPI's answers
  std::vector<int> completed_;
};

}  // namespace partita::detail

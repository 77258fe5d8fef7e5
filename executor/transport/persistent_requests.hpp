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
  PersistentRequests(PersistentRequests&&) = default;
  PersistentRequests& operator=(PersistentRequests&& other) noexcept {
    swap(other);
    return *this;
  }
  /// Of receives under way that are not wanted any more, nothing arrives if nothing has.
  ~PersistentRequests();

  std::size_t size() const { return requests_.size(); }

  /// Starts sending from, or receiving into, this memory. Not while the message is under way.
  void start(std::size_t message, int partner, const void* memory, std::size_t bytes);

  /// Started and not completed, as far as `test` and `wait` have seen.
  bool under_way(std::size_t message) const { return messages_[message].under_way; }
  std::size_t under_way() const { return under_way_; }

  /// Calls done(message, bytes of the message) for every message that has been completed since.
  template <class Done>
  void test(Done&& done) {
    if (under_way_ == 0) return;
    int completed = 0;
    MPI_Testsome(static_cast<int>(requests_.size()), requests_.data(), &completed, completed_.data(),
                 statuses_.data());
    for (int k = 0; k < completed; ++k) {
      const auto message = static_cast<std::size_t>(completed_[static_cast<std::size_t>(k)]);
      complete(message);
      done(message, bytes(statuses_[static_cast<std::size_t>(k)]));
    }
  }

  /// The same for all that are under way, and waits for them.
  template <class Done>
  void wait(Done&& done) {
    if (under_way_ == 0) return;
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), statuses_.data());
    for (std::size_t message = 0; message < requests_.size(); ++message) {
      if (!messages_[message].under_way) continue;
      complete(message);
      done(message, bytes(statuses_[message]));
    }
  }

 private:
  void swap(PersistentRequests& other) noexcept;

  struct Message {
    const void* memory = nullptr;
    std::size_t bytes = 0;
    bool under_way = false;
  };

  void complete(std::size_t message) {
    messages_[message].under_way = false;
    --under_way_;
  }
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

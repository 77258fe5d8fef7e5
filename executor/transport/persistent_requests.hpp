#pragma once
/// \file Persistent requests of MPI for the messages of a replay.

#include <cstddef>
#include <vector>

#include <mpi.h>

#include <partita/executor/transport/segments.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

/// Sends or receives that are started again and again, one request for each segment of a message. Requests
/// are made when a message is first used with a memory, and made anew only when the memory or its segments
/// have changed.
class PersistentRequests {
 public:
  enum class Kind { send, receive };

  PersistentRequests(const Communicator& comm, Kind kind, int tag, std::size_t messages);
  PersistentRequests(const PersistentRequests&) = delete;
  PersistentRequests& operator=(const PersistentRequests&) = delete;
  /// Of receives under way that are not wanted any more, nothing arrives if nothing has.
  ~PersistentRequests();

  std::size_t size() const { return messages_.size(); }

  /// Starts sending from, or receiving into, this memory. Not while the message is under way.
  void start(std::size_t message, int partner, const void* memory, const Segments& segments);

  /// Started and not completed, as far as `complete` has seen.
  bool under_way(std::size_t message) const { return messages_[message].under_way > 0; }
  std::size_t under_way() const { return under_way_; }

  /// Calls done(message, bytes of the message) for every message that has been completed since. If `waits`,
  /// waits until all have been. Of a message that is shorter than it was to be, bytes are those that came.
  template <class Done>
  void complete(bool waits, Done&& done) {
    do {
      if (active_.empty()) return;
      int completed = 0;
      (waits ? MPI_Waitsome : MPI_Testsome)(static_cast<int>(active_.size()), active_.data(), &completed,
                                            completed_.data(), statuses_.data());
      for (std::size_t k = 0; k < static_cast<std::size_t>(completed); ++k)
        parts_[active_number_[static_cast<std::size_t>(completed_[k])]].under_way = false;
      for (std::size_t k = 0; k < static_cast<std::size_t>(completed); ++k) {
        const Part& part = parts_[active_number_[static_cast<std::size_t>(completed_[k])]];
        Message& message = messages_[part.message];
        const std::size_t came = bytes(statuses_[k]);
        message.bytes += came;
        if (--message.under_way == 0) --under_way_;
        const bool is_short = kind_ == Kind::receive && came < message.segments.length(part.segment);
        if (message.under_way == 0 || is_short) done(part.message, message.bytes);
      }
      if (completed > 0) forget_completed();
    } while (waits);
  }

 private:
  struct Message {
    const void* memory = nullptr;
    Segments segments;
    std::size_t more = 0, room = 0;  // requests [more, more + room) are for its segments after the first
    std::size_t under_way = 0;       // segments
    std::size_t bytes = 0;           // of segments that are complete
  };
  // What a request is for.
  struct Part {
    std::size_t message, segment = 0;
    bool under_way = false;
  };

  std::size_t request_of(std::size_t message, std::size_t segment) const {
    return segment == 0 ? message : messages_[message].more + segment - 1;
  }
  void bind(std::size_t message, int partner, const void* memory, const Segments& segments);
  void forget_completed();
  void make_room();
  static std::size_t bytes(MPI_Status status);

  Communicator comm_;
  Kind kind_;
  int tag_;
  std::vector<Message> messages_;
  std::size_t under_way_ = 0;  // messages
  std::vector<MPI_Request> requests_;
  std::vector<Part> parts_;                 // by request
  std::vector<MPI_Request> active_;         // those under way: MPI looks at no others
  std::vector<std::size_t> active_number_;  // which these are
  std::vector<MPI_Status> statuses_;        // these two are room for MPI's answers
  std::vector<int> completed_;
};

}  // namespace partita::detail

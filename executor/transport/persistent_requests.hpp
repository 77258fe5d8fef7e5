#pragma once
/// \file Persistent requests of MPI for the messages of a replay.

#include <cstddef>
#include <vector>

#include <mpi.h>

#include <partita/executor/transport/fragments.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

/// One end of a message that is sent again and again.
struct Route {
  int partner;
  std::size_t fragment = 0;  ///< bytes of its fragments by MPI; 0: it is sent whole
};

/// Sends or receives that are started again and again, one request for each fragment of a message. Requests
/// are made when a message is first used with a memory, and made anew only when the memory, its fragments or
/// the tag have changed.
class PersistentRequests {
 public:
  enum class Kind { send, receive };

  PersistentRequests(const Communicator& comm, Kind kind, const std::vector<Route>& routes);
  PersistentRequests(const PersistentRequests&) = delete;
  PersistentRequests& operator=(const PersistentRequests&) = delete;
  /// Of receives under way that are not wanted any more, nothing arrives if nothing has.
  ~PersistentRequests();

  /// Starts sending from, or receiving into, this memory. Not while the message is under way.
  void start(std::size_t message, int tag, std::size_t bytes, const std::byte* memory);

  /// Where a message was started.
  const std::byte* memory(std::size_t message) const { return messages_[message].memory; }

  /// Started and not completed, as far as `complete` has seen.
  bool under_way(std::size_t message) const { return messages_[message].under_way > 0; }
  std::size_t under_way() const { return under_way_; }

  /// Calls done(message, bytes that came) for every message that has been completed since. If `waits`, waits
  /// until all have been. A message that is shorter than it was to be is done when its last fragment has
  /// come. Of sends no bytes come.
  template <class Done>
  void complete(bool waits, Done&& done) {
    while (!active_.empty()) {
      const std::size_t completed = ask(waits);
      for (std::size_t k = 0; k < completed; ++k)
        if (take(done_[k], statuses_[k])) {
          const std::size_t message = parts_[done_[k]].message;
          done(message, messages_[message].bytes);
        }
      if (!waits) return;
    }
  }

 private:
  struct Message {
    explicit Message(const Route& of) : route(of) {}

    Route route;
    int tag = -1;  // no message has it
    const std::byte* memory = nullptr;
    Fragments fragments;
    std::vector<std::size_t> requests;  // by fragment; more, if it has had more
    std::size_t under_way = 0;          // fragments
    std::size_t bytes = 0;              // that have come
  };
  // What a request is for.
  struct Part {
    std::size_t message, fragment;
    bool under_way = false;
  };

  void bind(Message& message, int tag, const std::byte* memory, const Fragments& fragments);
  std::size_t ask(bool waits);
  bool take(std::size_t request, const MPI_Status& status);
  void require_success(int result, int completed) const;

  Communicator comm_;
  Kind kind_;
  std::vector<Message> messages_;
  std::size_t under_way_ = 0;  // messages
  std::vector<MPI_Request> requests_;
  std::vector<Part> parts_;                 // by request
  std::vector<MPI_Request> active_;         // those under way: MPI looks at no others
  std::vector<std::size_t> active_number_;  // which these are
  std::vector<MPI_Status> statuses_;        // of those completed, as MPI answers
  std::vector<int> completed_;              // which of the active these are,
  std::vector<std::size_t> done_;           // and which of all
};

}  // namespace partita::detail

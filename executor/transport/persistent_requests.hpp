#pragma once
/// \file Persistent requests of MPI for the messages of a replay.

#include <cstddef>
#include <utility>
#include <vector>

#include <mpi.h>

#include <partita/executor/transport/fragments.hpp>
#include <partita/support/byte_block.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

/// One end of a message that is sent again and again.
struct Route {
  enum class Kind { send, receive } kind;
  int partner;
  std::size_t fragment = 0;  ///< bytes of its fragments by MPI; 0: it is sent whole
};

/// How long messages are waited for.
enum class Until {
  now,       ///< not at all
  received,  ///< until all receives are complete
  done       ///< until all sends are, too
};

/// Sends and receives that are started again and again, one request for each fragment of a message. Requests
/// are made when a message is first used with a memory, and made anew only when the memory, its length or the
/// tag have changed.
///
/// All requests are one array. Those under way are moved to its front, receives before sends: MPI looks at no
/// others. Messages that are started in the order of the replay before, receives first, find their requests
/// at their places if that replay waited for all.
class PersistentRequests {
 public:
  PersistentRequests(const Communicator& comm, const std::vector<Route>& routes);
  PersistentRequests(const PersistentRequests&) = delete;
  PersistentRequests& operator=(const PersistentRequests&) = delete;
  /// Of receives under way that are not wanted any more, nothing arrives if nothing has.
  ~PersistentRequests();

  /// Starts sending from, or receiving into, this memory. Not while the message is under way,
  /// nor between `received` and `done`: until then completed receives keep their places.
  void start(std::size_t message, int tag, std::size_t bytes, const std::byte* memory) {
    Message& known = messages_[message];
    if (known.tag != tag || known.memory != memory || known.length != bytes) bind(known, tag, bytes, memory);
    const std::size_t count = known.fragments.count();
    known.under_way = count;
    known.bytes = 0;
    for (std::size_t fragment = 0; fragment < count; ++fragment) {
      std::size_t place = end_++;
      if (known.requests[fragment] != place) swap(known.requests[fragment], place);
      if (known.route.kind == Route::Kind::receive) {
        if (sends_ != place) swap(place, sends_);
        place = sends_++;
      }
      parts_[place].under_way = true;
      MPI_Start(&requests_[place]);
    }
  }

  /// Where a message was started.
  const std::byte* memory(std::size_t message) const { return messages_[message].memory; }

  /// Started and not completed, as far as `complete` has seen.
  bool under_way(std::size_t message) const { return messages_[message].under_way > 0; }
  bool is_idle() const { return begin_ == end_; }

  /// Calls done(message, bytes that came) for every message that has been completed since; it starts none. A
  /// message that is shorter than it was to be is done when its last fragment has come. Of sends no bytes
  /// come.
  template <class Done>
  void complete(Until until, Done&& done) {
    const bool waits = until != Until::now;
    const std::size_t begin = begin_, end = until == Until::received ? sends_ : end_;
    if (begin == end) return;
    const std::size_t completed = waits ? wait(end) : test();
    for (std::size_t k = 0; k < completed; ++k) {
      const Part& part = parts_[begin + (waits ? k : static_cast<std::size_t>(completed_[k]))];
      if (take(part, statuses_[k])) done(part.message, messages_[part.message].bytes);
    }
    if (!waits && completed > 0) keep_in_front();
    if (is_idle()) begin_ = sends_ = end_ = 0;
  }

 private:
  struct Message {
    explicit Message(const Route& of) : route(of) {}

    Route route;

    // What its requests are for.
    int tag = -1;  // no message has it
    std::size_t length = 0;
    const std::byte* memory = nullptr;
    Fragments fragments;
    std::vector<std::size_t> requests;  // by fragment; more, if it has had more

    std::size_t under_way = 0;  // fragments
    std::size_t bytes = 0;      // that have come
  };
  // What a request is for.
  struct Part {
    std::size_t message, fragment;
    bool under_way = false;  // of those in front
  };

  void bind(Message& message, int tag, std::size_t bytes, const std::byte* memory);
  void swap(std::size_t request, std::size_t other);
  void keep_in_front();
  std::size_t test();

  // To wait for all at once is quicker than to wait for some, again and again.
  std::size_t wait(std::size_t end) {
    const std::size_t begin = std::exchange(begin_, end);
    const int result = MPI_Waitall(static_cast<int>(end - begin), &requests_[begin], statuses_.data());
    if (result != MPI_SUCCESS) fail(result, end - begin);
    return end - begin;
  }

  // Whether the message is done with this fragment.
  bool take(const Part& part, const MPI_Status& status) {
    Message& message = messages_[part.message];
    const bool is_last = --message.under_way == 0;
    if (message.route.kind == Route::Kind::send) return is_last;
    const std::size_t came = bytes_of(status);
    message.bytes += came;
    return is_last || came < message.fragments.length(part.fragment);
  }

  void fail(int result, std::size_t completed) const;

  Communicator comm_;
  std::vector<Message> messages_;
  std::vector<MPI_Request> requests_;
  std::vector<Part> parts_;                      // by request
  std::size_t begin_ = 0, sends_ = 0, end_ = 0;  // of the requests under way; where sends begin among them
  std::vector<MPI_Status> statuses_;             // of those completed, as MPI answers
  std::vector<int> completed_;                   // which these are
};

}  // namespace partita::detail

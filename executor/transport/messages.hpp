#pragma once
/// \file The messages of a replay: each by the transport that its two ranks have.

#include <cstddef>
#include <vector>

#include <partita/executor/transport/persistent_requests.hpp>
#include <partita/executor/transport/shared_channels.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

/// Messages to some ranks, sent again and again: through shared memory where there is a channel and room in
/// it, else by persistent requests of MPI. Both ends of a message know its bytes, and so decide alike.
class Sends {
 public:
  Sends(const Communicator& comm, int tag, const std::vector<Route>& routes)
      : requests_(comm, PersistentRequests::Kind::send, tag, routes) {}

  /// From now on the first message has the channel of the message `first` there, and so on.
  void share(SharedChannels& channels, std::size_t first) {
    channels_ = &channels;
    first_ = first;
  }

  /// The channel that a message of these bytes goes through; null: it goes by MPI. Called once in each
  /// replay.
  SharedChannel* channel(std::size_t message, std::size_t bytes) {
    if (channels_ == nullptr) return nullptr;
    SharedChannel& channel = channels_->of_send(first_ + message);
    if (channel.holds(bytes)) return &channel;
    channel.skip_send();
    return nullptr;
  }

  /// For messages that go by MPI.
  PersistentRequests& requests() { return requests_; }

  /// Started and not complete: as far as MPI knows, its memory may not be changed yet.
  bool under_way(std::size_t message) const { return requests_.under_way(message); }
  std::size_t under_way() const { return requests_.under_way(); }

  /// Calls done(message) for every message that MPI has completed since, or waits until it has completed all.
  template <class Done>
  void complete(bool waits, Done&& done) {
    requests_.complete(waits, [&](std::size_t message, std::size_t) { done(message); });
  }

 private:
  PersistentRequests requests_;
  SharedChannels* channels_ = nullptr;
  std::size_t first_ = 0;
};

/// The other ends.
class Receives {
 public:
  Receives(const Communicator& comm, int tag, const std::vector<Route>& routes)
      : requests_(comm, PersistentRequests::Kind::receive, tag, routes), held_(routes.size()) {
    polled_.reserve(routes.size());  // a replay allocates nothing
  }

  void share(SharedChannels& channels, std::size_t first) {
    channels_ = &channels;
    first_ = first;
  }

  /// Starts receiving a message if it comes through a channel, and forgets the one before.
  bool start_shared(std::size_t message, std::size_t bytes) {
    if (channels_ == nullptr) return false;
    SharedChannel& channel = channels_->of_receive(first_ + message);
    if (held_[message]) channel.release();
    held_[message] = channel.holds(bytes);
    if (held_[message])
      polled_.push_back(message);
    else
      channel.skip_receive();
    return held_[message];
  }

  /// For messages that come by MPI.
  PersistentRequests& requests() { return requests_; }

  /// Started, and not seen to have come.
  std::size_t under_way() const { return requests_.under_way() + polled_.size(); }

  /// All that are under way come by MPI.
  bool by_mpi_alone() const { return polled_.empty(); }

  /// Calls done(message, where it is, its bytes) for every message that has come since. There it stays until
  /// its next `start`. Waits until all have come only if they come by MPI alone.
  template <class Done>
  void complete(bool waits, Done&& done) {
    for (std::size_t k = 0; k < polled_.size();) {
      const std::size_t message = polled_[k];
      const auto [place, bytes] = channels_->of_receive(first_ + message).poll();
      if (place == nullptr) {
        ++k;
        continue;
      }
      polled_[k] = polled_.back();
      polled_.pop_back();
      done(message, place, bytes);
    }
    requests_.complete(waits, [&](std::size_t message, std::size_t bytes) {
      done(message, requests_.memory(message), bytes);
    });
  }

 private:
  PersistentRequests requests_;
  SharedChannels* channels_ = nullptr;
  std::size_t first_ = 0;
  std::vector<bool> held_;           // those that come, or have come, through channels
  std::vector<std::size_t> polled_;  // those to come through channels
};

}  // namespace partita::detail

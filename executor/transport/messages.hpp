#pragma once
/// \file The messages of a replay: each by the transport that its two ranks have.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <partita/executor/transport/persistent_requests.hpp>
#include <partita/executor/transport/shared_channels.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

/// Types of values that may be the same: some are not known.
constexpr bool may_be_same(std::uint16_t one, std::uint16_t other) {
  return one == other || one == 0 || other == 0;
}

/// Messages to some ranks, sent again and again: through shared memory where there is a channel and room in
/// it, else by persistent requests of MPI. Where a channel has no room it carries the length alone, ahead of
/// the message: a receiver that expects another one learns it from memory. MPI may write a message that is
/// too long beyond the memory of its receiver before it says so (Open MPI 4.1, on one host).
class Sends {
 public:
  Sends(const Communicator& comm, int tag, const std::vector<Route>& routes)
      : requests_(comm, PersistentRequests::Kind::send, tag, routes) {}

  /// From now on the first message has the channel of the message `first` there, and so on.
  void share(SharedChannels& channels, std::size_t first) {
    channels_ = &channels;
    first_ = first;
  }

  /// The channel of a message; null: it has none.
  SharedChannel* channel(std::size_t message) {
    if (channels_ == nullptr) return nullptr;
    SharedChannel& channel = channels_->of_send(first_ + message);
    return channel.holds(0) ? &channel : nullptr;
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
      : requests_(comm, PersistentRequests::Kind::receive, tag, routes) {
    for (const Route& route : routes) wanted_.push_back({route.partner});
    polled_.reserve(routes.size());  // a replay allocates nothing
  }

  void share(SharedChannels& channels, std::size_t first) {
    channels_ = &channels;
    first_ = first;
  }

  /// Starts receiving a message, and forgets the one before.
  /// @param memory  memory() is the place for what comes by MPI
  template <class Memory>
  void start(std::size_t message, std::size_t bytes, Memory&& memory) {
    SharedChannel* const channel = channels_ == nullptr ? nullptr : &channels_->of_receive(first_ + message);
    if (channel == nullptr || !channel->holds(0)) return requests_.start(message, bytes, memory());
    Wanted& wanted = wanted_[message];
    if (wanted.was_started) channel->release();
    wanted = {wanted.from, bytes, channel->holds(bytes) ? nullptr : memory(), true};
    polled_.push_back(message);
  }

  /// Of the values from now on, and the tag of what comes by MPI.
  void use(std::uint16_t types, int tag) {
    types_ = types;
    requests_.use_tag(tag);
  }

  /// Started, and not seen to have come.
  std::size_t under_way() const { return requests_.under_way() + polled_.size(); }

  /// All that are under way come by MPI.
  bool by_mpi_alone() const { return polled_.empty(); }

  /// Calls done(message, where it is, its bytes, its types) for every message that has come since. There it
  /// stays until its next `start`. Of one of other bytes than wanted, only these may have come. What comes by
  /// MPI has the types of its tag. Waits until all have come only if they come by MPI alone.
  template <class Done>
  void complete(bool waits, Done&& done) {
    std::size_t left = 0;
    for (const std::size_t message : polled_) {
      const Wanted& wanted = wanted_[message];
      const SharedChannel& channel = channels_->of_receive(first_ + message);
      const auto [place, bytes, types] = channel.poll();
      if (place == nullptr || follows(message, left)) {
        polled_[left++] = message;
        continue;
      }
      if (bytes == wanted.bytes && may_be_same(types, types_) && !channel.holds(bytes))
        requests_.start(message, bytes, wanted.memory);
      else
        done(message, place, bytes, types);
    }
    polled_.resize(left);
    requests_.complete(waits, [&](std::size_t message, std::size_t bytes) {
      done(message, requests_.memory(message), bytes, types_);
    });
  }

 private:
  // Comes by MPI behind one that is still among the first `polled`: MPI matches receives in the order in
  // which they start, and all messages have one tag.
  bool follows(std::size_t message, std::size_t polled) const {
    return wanted_[message].memory != nullptr &&
           std::any_of(polled_.begin(), polled_.begin() + static_cast<std::ptrdiff_t>(polled),
                       [&](std::size_t earlier) {
                         return wanted_[earlier].memory != nullptr &&
                                wanted_[earlier].from == wanted_[message].from;
                       });
  }

  PersistentRequests requests_;
  SharedChannels* channels_ = nullptr;
  std::size_t first_ = 0;
  std::uint16_t types_ = 0;
  struct Wanted {
    int from;
    std::size_t bytes = 0;
    const std::byte* memory = nullptr;  // of what comes by MPI
    bool was_started = false;
  };
  std::vector<Wanted> wanted_;       // by message, of those that have channels
  std::vector<std::size_t> polled_;  // those whose channels are to say that they have come, or do so by MPI
};

}  // namespace partita::detail

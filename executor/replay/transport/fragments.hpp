#pragma once
/// \file Fragments: how a long message is cut on its way through MPI.
///
/// MPI sends a long message by rendezvous: the receiver acknowledges its beginning before the rest follows.
/// Over TCP the acknowledgement waits behind data that go the other way, in one queue: two ranks that
/// exchange long messages send them one after the other. In a phased protocol a sender knows
/// that its receiver has posted, and MPI's rendezvous is not needed. There a message is sent in fragments so
/// short that MPI sends each at once (eagerly), into posted memory.
///
/// Other protocols send whole messages. By `post_all` a receiver need not have posted, and what comes early
/// is copied once more. By `windowed`, `global_once` and `lock` the next message waits until the one before
/// has left, and an eager message has left as soon as MPI has copied it. A phase ends when messages have
/// arrived, too.

#include <algorithm>
#include <cstddef>
#include <limits>

namespace partita::detail {

/// The fragments of one message. All have the same length, but for the last, which is shorter, if need be
/// empty: two ranks that mean messages of different lengths notice it, as they do with whole ones.
class Fragments {
 public:
  /// Of a message with more, MPI would have to look at all of them again and again, and to copy too much.
  static constexpr std::size_t most = 1024;

  /// @param longest  bytes; 0: the message is sent whole
  explicit Fragments(std::size_t bytes = 0, std::size_t longest = 0)
      : bytes_(bytes),
        longest_(longest > 0 && bytes / longest < most ? longest : std::numeric_limits<std::size_t>::max()),
        count_(bytes / longest_ + 1) {}

  std::size_t count() const { return count_; }
  std::size_t begin(std::size_t fragment) const { return fragment * longest_; }
  std::size_t length(std::size_t fragment) const { return std::min(longest_, bytes_ - begin(fragment)); }

 private:
  std::size_t bytes_, longest_, count_;
};

}  // namespace partita::detail

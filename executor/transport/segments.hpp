#pragma once
/// \file Segments: how a long message is cut on its way through MPI.
///
/// MPI sends a long message by rendezvous: the receiver acknowledges its beginning before the rest follows.
/// Over TCP the acknowledgement waits behind data that go the other way, in one queue: two ranks that
/// exchange long messages send them one after the other. In a phased protocol (`is_phased`) a rendezvous has
/// already been held: the sender knows that its receiver has posted. There a message is sent in segments so
/// short that MPI sends each at once (eagerly), into posted memory.
///
/// Other protocols send whole messages. What is sent eagerly has left when it has been copied, not when it
/// has arrived: `windowed` and `lock` would not know any more when to send the next.

#include <algorithm>
#include <cstddef>
#include <limits>

#include <partita/schedule/machine.hpp>

namespace partita::detail {

/// Bytes of the segments that suit a machine; 0: messages are sent whole.
inline std::size_t segment_of(const Machine& machine) {
  return static_cast<std::size_t>(machine.costs.segment);
}

/// The segments of one message. All have the same length, but for the last, which is shorter, if need be
/// empty: two ranks that mean messages of different lengths notice it, as they do with whole ones.
class Segments {
 public:
  /// @param longest  bytes; 0: the message is sent whole
  explicit Segments(std::size_t bytes = 0, std::size_t longest = 0)
      : bytes_(bytes), longest_(longest > 0 ? longest : std::numeric_limits<std::size_t>::max()) {}

  std::size_t count() const { return bytes_ / longest_ + 1; }
  std::size_t begin(std::size_t segment) const { return segment * longest_; }
  std::size_t length(std::size_t segment) const { return std::min(longest_, bytes_ - begin(segment)); }

  bool operator==(const Segments&) const = default;

 private:
  std::size_t bytes_, longest_;
};

}  // namespace partita::detail

#pragma once
/// \file What a message tells of its sender, while a profile is kept.

#include <cstdint>

namespace partita::detail {

/// Waits are due to a rank, or to the messages to a rank, which is a number below 0.
constexpr int messages_to(int rank) { return -1 - rank; }

/// What a message tells of its sender. One of a replay that was not looked at has not `sent`, and tells
/// nothing. Moments are seconds of a clock that all ranks share.
struct Stamp {
  double begun;    ///< the sender began this replay, or entered this collective
  double sent;     ///< it had packed the message
  double ahead;    ///< seconds of messages between hosts that it had sent just before
  double waited;   ///< seconds for which it has waited in exchanges since the last reduction
  int reductions;  ///< how many there were
  int waited_for;  ///< what these waits were due to: a rank, or messages_to one
  int sender;
  std::uint32_t seal;  ///< of the message, see executor/replay/memory/seals.hpp
};

}  // namespace partita::detail

#pragma once
/// \file A message from each rank to the next.

#include <string>

#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// The ranks in a chain, in which each waits for the one below.
class Chain {
 public:
  /// Collective, but no communication.
  explicit Chain(const Communicator& comm) : comm_(comm), tag_(comm.alternate_tag()) {}

  bool is_first() const { return comm_.rank() == 0; }
  bool is_last() const { return comm_.rank() == comm_.size() - 1; }

  /// The bytes that the rank below has handed on. The first rank may not ask for them.
  std::string from_below() const;

  /// Every rank but the last must call it once.
  void hand_on(const std::string& bytes) const;

 private:
  const Communicator& comm_;
  int tag_;
};

}  // namespace partita::mesh

#pragma once
/// \file The memory of replays that are given up, which MPI may still read and write.

#include <memory>
#include <utility>
#include <vector>

#include <partita/support/communicator.hpp>

namespace partita::detail {

/// Keeps this memory until the communicator ends. Not collective.
template <class Memory>
void keep_given_up(const Communicator& comm, Memory memory) {
  using Kept = std::vector<std::shared_ptr<void>>;
  comm.attached<Kept>([] { return std::make_shared<Kept>(); })
      .push_back(std::make_shared<Memory>(std::move(memory)));
}

}  // namespace partita::detail

#pragma once
/// \file The memory of replays that are given up, which MPI may still read and write.

#include <memory>
#include <new>
#include <utility>
#include <vector>

#include <partita/support/communicator.hpp>
#include <partita/support/mpi_state.hpp>

namespace partita::detail {

/// Keeps this memory until the communicator is freed; for ever if the communicator ends while an exception
/// unwinds, since messages are still under way then. Frees it at once if memory is exhausted. Not collective.
template <class Memory>
void keep_given_up(const Communicator& comm, Memory memory) noexcept {
  using Kept = std::vector<std::shared_ptr<void>>;
  const auto end = [](Kept* kept) {
    if (!is_torn_down()) delete kept;
  };
  try {
    comm.attached<Kept>([&] { return std::shared_ptr<Kept>(new Kept, end); })
        .push_back(std::make_shared<Memory>(std::move(memory)));
  } catch (const std::bad_alloc&) {
  }
}

}  // namespace partita::detail

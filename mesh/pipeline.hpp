#pragma once
/// \file A message from each rank to the next: ranks in a pipeline, in which each waits for the one below.

#include <string>

#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// The bytes that the rank below has handed on; none on the first rank. Every rank must call it once.
/// @throws Error if PARTITA_CHECK finds that they never come, and when PARTITA_DEADLINE has passed
std::string from_below(const Communicator& comm);

/// Every rank must call it once, after `from_below`. The last one hands nothing on. Returns when the next
/// rank takes the bytes, or earlier. Ends the job when PARTITA_DEADLINE has passed.
void hand_on(const Communicator& comm, const std::string& bytes);

}  // namespace partita::mesh

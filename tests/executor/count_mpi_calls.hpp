#pragma once
// Counts calls of MPI's functions that move or complete messages. For programs that link count_mpi_calls.cpp.

#include <map>
#include <string>

namespace partita::testing_support {

// By function, since they were forgotten last: "Start", "Waitall". Of this rank, by its main thread.
const std::map<std::string, int>& mpi_calls();
void forget_mpi_calls();

}  // namespace partita::testing_support

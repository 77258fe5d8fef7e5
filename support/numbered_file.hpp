#pragma once
/// \file Names of files of which each communicator of a process writes one: "run.json", "run.2.json", ...

#include <filesystem>

namespace partita::detail {

/// Of one kind of file in a process: to be made once.
int key_of_numbers();

/// 1, 2, ...: how often this process has asked with this key. Kept with MPI_COMM_SELF. Not collective.
int next_number(int key);

std::filesystem::path numbered_file(std::filesystem::path name, int number);

}  // namespace partita::detail

#pragma once
/// \file The machine that a command line names by `--machine`.

#include <string>

#include <partita/schedule/machine.hpp>

namespace partita {

/// True for the names of files: they end with ".toml".
inline bool names_a_file(const std::string& machine) { return machine.ends_with(".toml"); }

/// The machine of a file, or the machine of a name, which costs nothing. Not collective.
/// @throws Error as read_machine and machine_named do, and for files if the build cannot read them.
Machine find_machine(const std::string& name_or_file, int ranks);

}  // namespace partita

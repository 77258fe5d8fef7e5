#pragma once
/// \file ScheduleOptions as attributes of a file.

#include <hdf5.h>

#include <partita/schedule/schedule_options.hpp>

namespace partita {

/// Throws Error unless the machine can be made again from its name, since only the name is saved.
void require_named_machine(const ScheduleOptions& options, int ranks);

/// Each option under its name.
void write_options(hid_t file, const ScheduleOptions& options);

/// Throws Error if an option is missing or is invalid for this number of ranks.
ScheduleOptions read_options(hid_t file, int ranks);

/// An attribute. Throws Error if it is missing or no int >= 0.
int read_int(hid_t file, const char* name);

}  // namespace partita

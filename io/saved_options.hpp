#pragma once
/// \file ScheduleOptions as attributes of a file.

#include <partita/schedule/schedule_options.hpp>

#include "hdf5.hpp"

namespace partita {

/// Only the name of the machine is saved: throws Error unless it is enough to make the machine again.
void require_named_machine(const ScheduleOptions& options, int ranks);

/// Each option under its name.
void write_options(hid_t file, const ScheduleOptions& options);

/// Throws Error when one is missing or means nothing for this many ranks.
ScheduleOptions read_options(hid_t file, int ranks);

/// An attribute. Throws Error when it is missing or no int >= 0.
int read_int(hid_t file, const char* name);

}  // namespace partita

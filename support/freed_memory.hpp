#pragma once
/// \file Freed memory, back to the operating system.

namespace partita {

/// Returns memory that this process has freed, where the C library can: for the end of a phase that needed
/// much. Else fragments between blocks still in use stay this process's until it ends. Costs milliseconds.
/// Not collective.
void return_freed_memory();

}  // namespace partita

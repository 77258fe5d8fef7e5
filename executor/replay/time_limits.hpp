#pragma once
/// \file How long a replay waits before it says so, and before it gives up.

namespace partita {

/// What the environment variable PARTITA_MONITOR says: after how many seconds of waiting a replay tells, on
/// stderr and once, for what. 0 if it is not set: never. Throws Error unless it is a number > 0.
double monitor_seconds();

/// What PARTITA_DEADLINE says: after how many seconds of waiting a replay throws Error, which tells for what.
/// For launchers that do not end a job when one of its ranks dies: `main` should call MPI_Abort then. 0 if it
/// is not set: never. Throws Error unless it is a number > 0.
double deadline_seconds();

}  // namespace partita

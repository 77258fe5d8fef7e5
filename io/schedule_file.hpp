#pragma once
/// \file Schedules in files: scheduled once, replayed in every run on the same mesh and number of ranks.
///
/// A file is HDF5 with one line below (tail -1 shows it) that says format and checksum. It holds
///
/// * attributes: `ranks`, `matrix_fingerprint`, and the options, by the names that ScheduleOptions has;
/// * `matrix`: the communication matrix in compressed rows, a row for each rank: `offsets`; `rank`, `length`;
/// * `forward` and `backward`: the phase tables of all ranks. `phases` by rank, and in `sends` and `receives`
///   compressed rows of transfers (`offsets`; `phase`, `partner`), each a row of `pieces` (`offsets`;
///   `origin`, `target`, `offset`, `length`).
///
/// All numbers are 64-bit integers. The file is whole or absent.
///
/// What is loaded has been judged: a file that is truncated, damaged, of another format, or whose schedule or
/// reverse fails `verify` (links included where the algorithm keeps them free) is refused.

#include <filesystem>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/support/communicator.hpp>

namespace partita {

/// All of a file: the schedule of the whole machine with its matrix.
struct SavedSchedule {
  CommunicationMatrix matrix;
  Schedule forward;
  Schedule backward;  ///< of the opposite messages, see `reverse`
};

/// Writes the file, in one process and without MPI. Throws Error when it cannot be written, or when the name
/// of the options' machine is not one that `machine_named` knows.
void save_schedule(const std::filesystem::path& path, const SavedSchedule& schedule);

/// Reads and judges it. Throws Error when it is refused.
SavedSchedule load_schedule(const std::filesystem::path& path);

/// One rank's part of a file.
struct LoadedTables {
  ScheduleOptions options;  ///< the schedule was made with
  PhaseTables tables;
};

/// Writes one file in parallel: every rank brings its destination vector and what `make_phase_tables` made
/// from it with `options`. Collective. Throws CollectiveError when the file cannot be written, when the ranks
/// give different options, or when the name of their machine is not one that `machine_named` knows.
void save_schedule(const Communicator& comm, const std::filesystem::path& path,
                   const DestinationVector& destinations, const ScheduleOptions& options,
                   const PhaseTables& tables);

/// Hands every rank its part of the file. Rank 0 reads and judges, and needs memory for all of it.
/// Collective. Throws CollectiveError when the file is refused: also when it is for another number of ranks
/// or another matrix than that of these destination and source vectors.
LoadedTables load_schedule(const Communicator& comm, const std::filesystem::path& path,
                           const DestinationVector& destinations, const SourceVector& sources);

}  // namespace partita

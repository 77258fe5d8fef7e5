#pragma once
/// \file Schedules in files: made once, replayed in every run on the same mesh and number of ranks.
///
/// A file is HDF5 with one line below (tail -1 shows it) that says format and checksum. It contains
///
/// * attributes: `ranks`, `matrix_fingerprint`, and the options, by the names that ScheduleOptions has;
///   `replay`, words for the program that replays it (plan_file.hpp), if any were given;
/// * `matrix`: the communication matrix in compressed rows, a row for each rank: `offsets`; `rank`, `length`;
///   and in `indices` the index runs of units that are copied (`offsets`; `target`, `offset`, `index`,
///   `length`);
/// * `forward` and `backward`: the phase tables of all ranks. `phases` by rank, and in `sends` and `receives`
///   compressed rows of transfers (`offsets`; `phase`, `partner`), each a row of `pieces` (`offsets`;
///   `origin`, `target`, `offset`, `length`); in `copies` compressed rows of copies (`offsets`; `phase`,
///   `origin`, `length`, `from_target`, `from_offset`, `to_target`, `to_offset`).
///
/// All numbers are 64-bit integers. The file is complete or absent.
///
/// Loading refuses a file that is truncated, damaged or of another format, and a file whose schedule or
/// reverse fails `verify` (links included if the algorithm keeps them free).

#include <filesystem>
#include <string>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/support/communicator.hpp>

namespace partita {

/// All of a file: the schedule of the whole machine with its matrix.
struct SavedSchedule {
  CommunicationMatrix matrix;
  Schedule forward;
  Schedule backward;  ///< of the opposite messages, see `reverse`
  std::string replay = {};
};

/// Writes the file, in one process and without MPI. Not collective.
/// @throws Error if it cannot be written, or if `machine_named` does not know the name of the options'
/// machine.
void save_schedule(const std::filesystem::path& path, const SavedSchedule& schedule);

/// Reads and checks a file. Not collective.
/// @throws Error if it is refused.
SavedSchedule load_schedule(const std::filesystem::path& path);

/// One rank's part of a file.
struct LoadedTables {
  ScheduleOptions options;  ///< with which the schedule was made
  PhaseTables tables;
  std::string replay;  ///< as it was saved
};

/// Writes one file in parallel. Collective.
///
/// @param destinations  this rank's destination vector
/// @param options       the same on every rank
/// @param tables        made from both by `make_phase_tables`
/// @param replay        words for the program that replays it
/// @param indices       of this rank's messages, if the tables were made with them
/// @throws CollectiveError if the file cannot be written, if ranks give different options, or if
/// `machine_named` does not know the name of their machine.
void save_schedule(const Communicator& comm, const std::filesystem::path& path,
                   const DestinationVector& destinations, const ScheduleOptions& options,
                   const PhaseTables& tables, const std::string& replay = {}, const IndexRuns& indices = {});

/// Gives every rank its part of the file. Rank 0 reads and checks it, and needs memory for all of it.
/// Collective.
///
/// @param destinations  this rank's destination vector
/// @param indices       of this rank's messages
/// @throws CollectiveError if the file is refused, if it is for another number of ranks or another matrix, or
///   if its copies rely on other indices.
LoadedTables load_schedule(const Communicator& comm, const std::filesystem::path& path,
                           const DestinationVector& destinations, const IndexRuns& indices = {});

}  // namespace partita

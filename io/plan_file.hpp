#pragma once
/// \file Plans in files (schedule_file.hpp): saved once, loaded by later runs on the same mesh and number of
/// ranks. Both throw in a program that is not linked with partita::schedule_files, which brings HDF5.

#include <filesystem>

#include <partita/executor/plan/plan.hpp>

namespace partita {

/// Saves the phase tables of all ranks, with the options that they were made with, the way and the
/// transport. Collective.
///
/// @param vectors those that the plan was made for
/// @throws CollectiveError if the file cannot be written
void save_plan(const MessageVectors& vectors, const std::filesystem::path& file, const Plan& plan);

/// The plan that a file contains.
///
/// @throws CollectiveError if the file is refused, or is of other messages or another number of ranks
/// Collective.
Plan load_plan(const MessageVectors& vectors, const std::filesystem::path& file);

}  // namespace partita

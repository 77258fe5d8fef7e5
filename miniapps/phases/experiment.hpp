#pragma once
/// \file What `phases` works on: messages, and how to schedule them, or their schedule.

#include <filesystem>
#include <optional>

#include "appraisal.hpp"
#include "options.hpp"
#include "samples.hpp"

namespace partita::phases {

struct Experiment {
  Samples samples;
  ScheduleOptions scheduling;     ///< with machine; the algorithm is still to be chosen
  Replaying replaying{};          ///< to predict
  std::optional<Trial> loaded{};  ///< nothing is to be scheduled then

  const CommunicationMatrix& first() const { return samples.matrices.front(); }
};

/// As the options say. Throws UsageError when messages and machine do not suit, or do not have what is to be
/// shown, Error when a file cannot be read.
Experiment prepare(const Options& options);

/// Saves a schedule of the first sample for `--load` and for `load_schedule`. Throws Error when the file
/// cannot be written.
void save(const std::filesystem::path& path, const CommunicationMatrix& matrix, const Directions& schedule);

}  // namespace partita::phases

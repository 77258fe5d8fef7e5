#pragma once
/// \file The input of `phases`: messages with options for schedules, or messages with their schedule.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "appraisal.hpp"
#include "options.hpp"

namespace partita::phases {

/// One or several matrices of the same kind and their description: "m6.msh on 32 ranks, 2810 vertices".
struct Samples {
  std::string what;
  std::vector<CommunicationMatrix> matrices;
  std::string remark = {};  // on the mesh
};

struct Experiment {
  Samples samples;                ///< sample k has the seed options.schedule.seed + k
  ScheduleOptions scheduling;     ///< with machine; the algorithm is not set yet
  Replaying replaying{};          ///< for the prediction
  std::optional<Trial> loaded{};  ///< if set, nothing is scheduled

  const CommunicationMatrix& first() const { return samples.matrices.front(); }
};

/// Prepares the experiment from the options. Throws UsageError if messages and machine do not match or lack
/// what is to be shown, Error if a file cannot be read or is invalid.
Experiment prepare(const Options& options);

/// Saves a schedule of the first sample for `--load` and for `load_schedule`. Throws Error if the file cannot
/// be written.
void save(const std::filesystem::path& path, const CommunicationMatrix& matrix, const Directions& schedule);

}  // namespace partita::phases

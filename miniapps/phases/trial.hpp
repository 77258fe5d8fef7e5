#pragma once
/// \file What `phases` works on: messages, their schedules, and how good these are.

#include <string>
#include <vector>

#include "appraisal.hpp"
#include "options.hpp"
#include "samples.hpp"

namespace partita::phases {

struct Directions {
  Schedule forward;
  Schedule backward;
};

struct Trial {
  Samples samples;
  std::vector<Appraisal> appraisals;    ///< over all samples, one for each algorithm
  std::vector<Directions> schedules;    ///< of the first sample, likewise
  std::vector<std::string> left_out{};  ///< why algorithms of --schedule all are missing
};

/// Schedules or loads as the options say. Throws Error when that is impossible, or the messages or their
/// machine do not have what is to be shown.
Trial make_trial(const Options& options);

/// Saves a schedule of the first sample for `--load` and for `load_schedule`. Throws Error when the file
/// cannot be written.
void save(const std::string& path, const Trial& trial, const Directions& schedule);

}  // namespace partita::phases

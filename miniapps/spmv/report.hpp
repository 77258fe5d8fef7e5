#pragma once
/// \file The summary of a run: text for people, JSON for programs.

#include <string>

#include "compare.hpp"
#include "iterate.hpp"

namespace partita::spmv {

struct Report {
  std::string matrix;
  global_index rows = 0, entries = 0;
  int ranks = 1;
  global_index ghosts = 0;  ///< of all ranks
  std::string schedule, protocol;
  double inspector_seconds = 0;  ///< distribution, inspection, plan
  Comparison product;
  Iterated cg_partita, cg_petsc, power_partita, power_petsc;
};

std::string summary(const Report& report);

/// Throws Error if the file cannot be written.
void write_json(const Report& report, const std::string& path);

}  // namespace partita::spmv

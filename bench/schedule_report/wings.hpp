#pragma once
// The ONERA M6 meshes, beside those of the papers.

#include <filesystem>
#include <string>
#include <vector>

#include <partita/support/types.hpp>

#include "samples.hpp"

namespace partita::schedule_report {

// Wang, Lin, Ranka 1993 (DRS_N), Table 6, and the statistics above it; max/min/avg.
struct PaperMesh {
  std::string messages, lengths;
  std::string rs_n, rs_nh;  // phases
};

struct Wing {
  global_index vertices;
  PaperMesh paper;
  Samples samples;  // METIS's recursive bisection into 32 parts, seeds 1, 2, ...
};

inline constexpr int partitions = 5;

// In order of size. None when the folder is none, or lacks one of the meshes.
std::vector<Wing> read_wings(const std::filesystem::path& folder);

}  // namespace partita::schedule_report

#pragma once
/// \file The sources of communication matrices.

#include <string>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>

#include "options.hpp"

namespace partita::phases {

/// One or several matrices of the same kind and their description: "m6.msh on 32 ranks, 2810 vertices".
struct Samples {
  std::string what;
  std::vector<CommunicationMatrix> matrices;
  std::string remark = {};  // on the mesh
};

/// Makes the samples of all sources but saved schedules. Sample k has the seed options.schedule.seed + k.
/// Throws Error if a file, or the description of random messages, is invalid.
Samples make_samples(const Options& options);

}  // namespace partita::phases

#pragma once
/// \file Where the communication matrices come from.

#include <string>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>

#include "options.hpp"

namespace partita::phases {

/// One or several matrices of the same kind, and what they are in a few words: "m6.msh on 32 ranks, 2810
/// vertices".
struct Samples {
  std::string what;
  std::vector<CommunicationMatrix> matrices;
};

/// All but saved ones. Sample k is made with seed options.schedule.seed + k. Throws Error for files and looks
/// that are wrong.
Samples make_samples(const Options& options);

}  // namespace partita::phases

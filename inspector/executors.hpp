#pragma once
/// \file Executors: the ranks that execute an iteration.

#include <vector>

#include <partita/inspector/execution.hpp>

namespace partita::detail {

/// The ranks that execute an iteration, ascending. An iteration without references stays `here`.
/// @param owners of its references, in their order
std::vector<int> executors(Execution execution, std::vector<int> owners, int here);

}  // namespace partita::detail

#pragma once
/// \file Where the stages of a replay begin, on all ranks.

#include <cstddef>
#include <span>
#include <vector>

#include <partita/executor/rules/stage_begins.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

/// The first phase of each of the first `most` stages, beginning with 0: see next_stage. Collective:
/// one reduction for each stage, none for the first alone.
std::vector<int> first_phases_of_stages(const Communicator& comm, std::span<const Relayed> relayed,
                                        std::size_t most);

}  // namespace partita::detail

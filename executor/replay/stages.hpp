#pragma once
/// \file Where the stages of a schedule begin.

#include <cstddef>
#include <vector>

#include <partita/executor/replay/replay_memory.hpp>
#include <partita/support/communicator.hpp>

namespace partita {

/// The first phase of each of the first `most` stages, beginning with 0. A stage is as many phases in a row
/// as can be without any rank sending on what has come in one of them. So it is seen in the phase tables,
/// whichever algorithm made them: a direct schedule is one stage; `two_stage` has two and `node_aware` three;
/// of `standard_exchange` each step is a stage, of `multiphase` its direct part too.
///
/// Phases at the beginning of a stage in which nobody sends on anything belong to the stage before.
/// Collective: one reduction for each stage, none for the first alone.
std::vector<int> first_phases_of_stages(const Communicator& comm, const ReplayMemory& memory,
                                        std::size_t most);

}  // namespace partita

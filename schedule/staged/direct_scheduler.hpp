#pragma once
/// \file How the messages within one stage are ordered.

#include <functional>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita {

/// Any direct algorithm: the phase tables of all ranks for a matrix.
using DirectScheduler = std::function<std::vector<PhaseTable>(const CommunicationMatrix&)>;

}  // namespace partita

#pragma once
/// \file The order of the messages within one stage.

#include <functional>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// Any direct algorithm: the phase tables of all ranks for a matrix.
using DirectScheduler = std::function<std::vector<PhaseTable>(const CommunicationMatrix&)>;

}  // namespace partita::detail

#pragma once
/// \file What a strategy is predicted to take where one replay follows another.

#include <partita/executor/choice/choose.hpp>
#include <partita/executor/choice/replay_bound.hpp>
#include <partita/schedule/schedule.hpp>

namespace partita::detail {

/// The time of one of many replays in a row. It is that of one alone (`predict`), but:
///
/// * At least as long as the ports need for its bytes (ReplayBounds). What a port passes at once after
///   a pause (Costs::burst) it passes once: replays in a row find the bucket as they have left it.
/// * As if nothing were lost if the strategy is cautious (is_cautious). The machine says which messages
///   may be lost, not how often, and of these few are.
///
/// @param schedule  of the strategy
/// @param bounds    of the matrix
/// @return seconds; infinity if it takes `give_up` or longer
///
/// Not collective.
double predicted_replay(const Strategy& strategy, const Schedule& schedule, const CommunicationMatrix& matrix,
                        const ReplayBounds& bounds, const ChoiceOptions& options, double give_up);

}  // namespace partita::detail

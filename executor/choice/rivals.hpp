#pragma once
/// \file The strategies that an exchange between hosts tries besides the chosen one.

#include <vector>

#include <partita/executor/choice/choose.hpp>
#include <partita/schedule/communication_matrix.hpp>

namespace partita::detail {

/// The best strategies by prediction that differ from the chosen one, and from each other, in kind:
///
/// * `ac` by post_all: all at once;
/// * a schedule in phases by post_all, where the order is all that is kept;
/// * one by windowed, where a rank's sends wait for each other;
/// * one by ready_signal, where sends wait for the receiver;
/// * one by barrier, where phases do not overlap;
/// * relayed ones, if hosts have several ranks.
///
/// A prediction may be wrong by any factor if messages are lost, so the kinds matter more than the ranking.
/// But a strategy that is predicted to take more than twice as long as the chosen one is left out. So is all
/// at once if the machine says what is lost (Costs::loss) and it is predicted to take more than four times as
/// long: one loss may cost as much as many replays.
///
/// @return ascending by prediction, all at once last; only those that `options` allow
///
/// Not collective.
std::vector<Strategy> rivals_of(const Strategy& chosen, const CommunicationMatrix& matrix,
                                const ChoiceOptions& options);

}  // namespace partita::detail

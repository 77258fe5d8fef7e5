#pragma once
/// \file The strategies that an exchange between hosts tries besides the chosen one.

#include <vector>

#include <partita/executor/choice/choose.hpp>
#include <partita/schedule/communication_matrix.hpp>

namespace partita::detail {

/// A strategy with what a replay by it is predicted to take.
struct PredictedStrategy {
  Strategy strategy;
  double seconds;       ///< 0: not predicted
  double handicap = 1;  ///< handicap_of
};

/// Replays that are to be expected if an exchange is to learn. Learning itself takes up to about 130, but
/// most of what it costs, and gains, comes in the first 40.
inline constexpr double least_replays_to_learn = 100;

/// The best strategies by prediction that differ from the chosen one, and from each other, in kind:
///
/// * `ac` by post_all: all at once;
/// * a schedule in phases by post_all, where the order is all that is kept;
/// * one by windowed, where each of a rank's sends waits for the one before; two, with the chosen one, if
///   messages may be lost (`may_lose`);
/// * one by ready_signal, where sends wait for the receiver; two, with the chosen one, if lengths differ;
/// * one by barrier, where phases do not overlap;
/// * if hosts have several ranks, two that relay messages: by post_all, and by another protocol.
///
/// A prediction may be wrong by any factor if messages are lost, so the kinds matter more than the ranking.
/// But a strategy that is predicted to take more than twice as long as the chosen one is left out. It is five
/// times for windowed, which wins most often, and, where messages may be lost (`may_lose`), for
/// what waits for receivers or for a barrier, which loses few: a machine file may be wrong. All at once is
/// left out if the machine says what is lost (Costs::loss) and it is predicted to take more than three times
/// as long: one loss may cost as much as many replays.
///
/// @return ascending by prediction, all at once last; only those that `options` allow
///
/// Not collective.
std::vector<PredictedStrategy> rivals_of(const Strategy& chosen, const CommunicationMatrix& matrix,
                                         const ChoiceOptions& options);

}  // namespace partita::detail

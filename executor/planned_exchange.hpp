#pragma once
/// \file An exchange of fields by a plan: what all front ends stand on.

#include <partita/executor/fields/field_exchange.hpp>
#include <partita/executor/plan.hpp>

namespace partita::detail {

class PlannedExchange : public FieldExchange {
 public:
  /// Replays `plan`, or races it against its rivals if it has any. Collective.
  ///
  /// @param scatter  false: only gathers are set up
  /// @throws CollectiveError if the plan is for other messages, or does not carry all of them
  PlannedExchange(MessageContents contents, Plan plan, bool scatter = true);

  /// The plan that is replayed now; its reason says what the race has found. If gathers and scatters differ,
  /// that of the direction with more replays. It has no rivals: an exchange that is given it races nothing.
  /// Not collective, but the same on every rank.
  Plan plan() const override;

  /// Whether a race has found that plan. The same on every rank.
  bool has_raced() const;

 private:
  Plan plan_;
};

}  // namespace partita::detail

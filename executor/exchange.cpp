#include <utility>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/exchange.hpp>
#include <partita/executor/planned_exchange.hpp>
#include <partita/support/error.hpp>

namespace partita {

using namespace detail;

Exchange::Exchange(const AccessPattern& pattern) : Exchange(pattern, Places(pattern)) {}

Exchange::Exchange(const AccessPattern& pattern, Places places)
    : Exchange(pattern, std::move(places), choose_plan(pattern)) {}

Exchange::Exchange(const AccessPattern& pattern, Plan plan) : Exchange(pattern, pattern, std::move(plan)) {}

Exchange::Exchange(const AccessPattern& pattern, Places places, Plan plan)
    : mover_(
          std::make_unique<PlannedExchange>(MessageContents(pattern, std::move(places)), std::move(plan))) {}

Exchange::Exchange(std::vector<ExchangeEntry> entries, const PlanOptions& options) {
  MessageContents contents(std::move(entries));
  Plan plan = make_plan(contents.vectors(), options);
  mover_ = std::make_unique<PlannedExchange>(std::move(contents), std::move(plan));
}

Exchange::Exchange(std::vector<ExchangeEntry> entries) {
  MessageContents contents(std::move(entries));
  Plan plan = choose_plan(contents.vectors(), static_cast<double>(contents.granule()));
  mover_ = std::make_unique<PlannedExchange>(std::move(contents), std::move(plan));
}

FieldMover& Exchange::made() const {
  if (!mover_) throw Error("an exchange was used that had been moved from; use the one it was moved to");
  return *mover_;
}

Plan Exchange::plan() const { return made().plan(); }

}  // namespace partita

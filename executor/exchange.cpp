#include <utility>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/exchange.hpp>
#include <partita/executor/exchange/message_contents.hpp>

namespace partita {

namespace {

FieldExchange planned(MessageContents contents, const PlanOptions& options) {
  Plan plan = make_plan(contents.vectors(), options);
  return {std::move(contents), std::move(plan)};
}

FieldExchange chosen(MessageContents contents) {
  Plan plan = choose_plan(contents.vectors(), static_cast<double>(contents.granule()));
  return {std::move(contents), std::move(plan)};
}

}  // namespace

Exchange::Exchange(const AccessPattern& pattern) : Exchange(pattern, Places(pattern)) {}

Exchange::Exchange(const AccessPattern& pattern, Places places)
    : Exchange(pattern, std::move(places), choose_plan(pattern)) {}

Exchange::Exchange(const AccessPattern& pattern, Plan plan) : Exchange(pattern, pattern, std::move(plan)) {}

Exchange::Exchange(const AccessPattern& pattern, Places places, Plan plan)
    : untyped_(MessageContents(pattern, std::move(places)), std::move(plan)) {}

Exchange::Exchange(std::vector<ExchangeEntry> entries, const PlanOptions& options)
    : untyped_(planned(MessageContents(std::move(entries)), options)) {}

Exchange::Exchange(std::vector<ExchangeEntry> entries)
    : untyped_(chosen(MessageContents(std::move(entries)))) {}

Plan Exchange::plan() const { return untyped_.plan(); }

}  // namespace partita

// Partita: what it does by itself, and every protocol that it has.
#include <span>

#include <partita/executor/exchange.hpp>

#include "variant.hpp"

namespace partita::bench {

namespace {

class PartitaWay final : public Variant {
 public:
  PartitaWay(Exchange exchange, const Field& field)
      : exchange_(std::move(exchange)), values_(field.values, field.size()) {}

  void gather() override { exchange_.gather(values_); }
  void scatter_add() override { exchange_.scatter_add(values_); }

 private:
  Exchange exchange_;
  std::span<double> values_;
};

}  // namespace

std::vector<Kind> partita_ways() {
  std::vector<Kind> ways;
  ways.push_back({"partita", Family::partita,
                  [](const AccessPattern& pattern, const Field& field) {
                    return std::make_unique<PartitaWay>(Exchange(pattern), field);
                  },
                  /*is_pick=*/true});
  for (const auto& [protocol, name] : protocols)
    ways.push_back({"partita " + std::string(name), Family::partita,
                    [protocol = protocol](const AccessPattern& pattern, const Field& field) {
                      return std::make_unique<PartitaWay>(
                          Exchange(pattern, make_plan(pattern, {.protocol = protocol})), field);
                    }});
  return ways;
}

}  // namespace partita::bench

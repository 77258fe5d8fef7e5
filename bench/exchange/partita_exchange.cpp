// Partita's variants: its own choice, every protocol, and its choice with MPI transport alone.
#include <partita/executor/exchange.hpp>
#include <partita/executor/plan/plan.hpp>

#include "variant.hpp"

namespace partita::bench {

namespace {

class PartitaWay final : public Variant {
 public:
  PartitaWay(Exchange exchange, const Field& field)
      : exchange_(std::move(exchange)),
        values_(FieldView<double>::contiguous(field.values, field.components)) {}

  void gather() override { exchange_.gather(values_); }
  void scatter_add() override { exchange_.scatter_add(values_); }

 private:
  Exchange exchange_;
  FieldView<double> values_;
};

}  // namespace

std::vector<Kind> partita_kinds() {
  std::vector<Kind> contenders;
  const auto add = [&](const std::string& name, const PlanOptions& options, bool is_pick = false) {
    contenders.push_back({name, Family::partita,
                          [options](const AccessPattern& pattern, const Field& field) {
                            return std::make_unique<PartitaWay>(
                                Exchange(pattern, make_plan(pattern, options)), field);
                          },
                          is_pick});
  };
  add("partita", {}, /*is_pick=*/true);
  for (const auto& [protocol, name] : protocols) add("partita " + std::string(name), {.way = {protocol}});
  add("partita post_all, mpi", {.transport = Transport::mpi});
  return contenders;
}

}  // namespace partita::bench

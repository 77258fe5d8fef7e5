#include <cstring>
#include <memory>
#include <utility>

#include <partita/executor/exchange/message_contents.hpp>
#include <partita/io/environment.hpp>
#include <partita/petsc/forest_exchange.hpp>
#include <partita/petsc/log_events.hpp>

namespace partita::petsc {

namespace {

// What the variables say, read once for each communicator. Collective.
const Environment& environment_of(const Communicator& comm) {
  return comm.attached<Environment>([&] { return std::make_shared<Environment>(read_environment(comm)); });
}

FieldExchange planned(const StarForest& forest, std::string_view words) {
  const LoggedTime scheduling(log_events().schedule);
  MessageContents contents(forest.pattern, Places(forest.pattern, {}, forest.places, forest.roots));
  Plan plan = plan_by_environment(environment_of(forest.pattern.communicator()), contents.vectors(),
                                  "PetscSF", words);
  return {std::move(contents), std::move(plan)};
}

}  // namespace

ForestExchange::ForestExchange(StarForest forest, std::string_view words)
    : forest_(std::move(forest)), exchange_(planned(forest_, words)) {
  const std::vector<local_index>& roots = forest_.roots;
  for (std::size_t first = 0, next = 0; first < roots.size(); first = next) {
    const bool is_own = roots[first] < forest_.pattern.owned();
    const auto follows = [&](std::size_t edge) {
      return roots[edge] == roots[edge - 1] + 1 && (roots[edge] < forest_.pattern.owned()) == is_own;
    };
    next = first + 1;
    while (next < roots.size() && follows(next)) ++next;
    (is_own ? own_ : others_).push_back({first, next - first});
  }
}

void ForestExchange::begin_bcast(const Unit& unit, const UnitOperation& by, const void* roots, void* leaves) {
  const FieldMemory from = unit.field(roots), into = unit.field(leaves);
  if (by.replaces()) return exchange_.begin_gather({&from, 1}, {&into, 1});
  exchange_.require_idle(Direction::gather);
  const std::size_t bytes = unit.bytes();
  sent_.resize(static_cast<std::size_t>(total_length(exchange_.contents().vectors().destinations)) * bytes);
  std::byte* next = sent_.data();
  for (const NeededBy& neighbour : forest_.pattern.needed_by())
    for (const local_index root : neighbour.owned) {
      std::memcpy(next, from.entity(root), bytes);
      next += bytes;
    }
  received_.resize(static_cast<std::size_t>(forest_.pattern.ghosts()) * bytes);
  exchange_.begin_records(Direction::gather, sent_.data(), received_.data(), bytes, {&from, 1});
  combine(own_, unit, by, from.data, leaves);
}

void ForestExchange::finish_bcast(const Unit& unit, const UnitOperation& by, void* leaves) {
  if (by.replaces()) return exchange_.finish_gather();
  exchange_.finish_records(Direction::gather);
  combine(others_, unit, by, received_.data() - forest_.pattern.first_ghost() * unit.bytes(), leaves);
}

void ForestExchange::begin_reduce(const Unit& unit, const UnitOperation& by, const void* leaves,
                                  void* roots) {
  const FieldMemory from = unit.field(leaves), into = unit.field(roots);
  const Combine combine = by.combine();
  exchange_.begin_scatter({&into, 1}, {&from, 1}, {&combine, 1});
}

void ForestExchange::finish_reduce(const UnitOperation& by) {
  const Combine combine = by.combine();
  exchange_.finish_scatter({&combine, 1});
}

// `roots`: where the unit of local index 0 lies, or would lie.
void ForestExchange::combine(const std::vector<Run>& runs, const Unit& unit, const UnitOperation& by,
                             const std::byte* roots, void* leaves) const {
  const Combine operation = by.combine();
  const FieldMemory into = unit.field(leaves);
  for (const auto& [first, edges] : runs)
    operation(into, {std::span(forest_.places).subspan(first, edges),
                     roots + static_cast<std::size_t>(forest_.roots[first]) * unit.bytes(), unit.bytes(),
                     unit.values});
}

}  // namespace partita::petsc

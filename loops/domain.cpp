#include <algorithm>
#include <numeric>

#include <partita/inspector/values_of.hpp>
#include <partita/loops/domain.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/span.hpp>

namespace partita::loops {

Loop::Loop(const std::shared_ptr<DomainState>& domain, std::shared_ptr<LoopState> state)
    : state_(std::move(state)),
      alone_(std::make_shared<Chain>(domain, state_->name(), std::vector{state_})) {}

Domain::Domain(const Communicator& comm, const Options& options)
    : state_(std::make_shared<DomainState>(DomainState{comm, options})) {
  if (!fields_on_host && options.backend == Backend::lanes)
    throw Error("lanes run on the host, but this Kokkos keeps fields on a device; take Backend::kernels");
}

Set Domain::set(std::string name, std::size_t share) {
  const Communicator& comm = state_->comm;
  auto table = TranslationTable::from_block_sizes(
      comm, collectively(comm, [&] { return checked_local(static_cast<std::int64_t>(share)); }));
  std::vector<global_index> numbers(share);
  std::iota(numbers.begin(), numbers.end(), sum_below(comm, static_cast<global_index>(share)));
  state_->sets.push_back(std::make_shared<SetState>(
      SetState{std::move(name), std::move(table), std::move(numbers), std::nullopt}));
  return Set(state_->sets.back());
}

Loop Domain::declare_loop(std::unique_ptr<LoopState> loop,
                          std::initializer_list<const Descriptor*> arguments) {
  collectively(state_->comm, [&] {
    (void)state_->number(*loop->set());
    loop->set_arguments(arguments);
  });
  const std::shared_ptr<LoopState> declared = std::move(loop);
  state_->loops.push_back(declared);
  return Loop(state_, declared);
}

void Domain::require_mine(const std::string& chain,
                          const std::vector<std::shared_ptr<LoopState>>& loops) const {
  if (loops.empty()) throw Error("chain ", chain, " has no loops; give it at least one");
  for (const auto& loop : loops)
    if (std::ranges::none_of(state_->loops, [&](const auto& mine) { return mine.lock() == loop; }))
      throw Error("loop ", loop->name(), " was declared by another domain; declare it here");
}

Map Domain::declare_map(std::string name, const Set& from, const Set& to, int arity,
                        std::span<const global_index> entries) {
  const auto width = static_cast<std::size_t>(arity);
  auto map = std::make_shared<MapState>(
      MapState{std::move(name), from.state(), to.state(), std::vector<std::vector<global_index>>(width)});
  collectively(state_->comm, [&] {
    (void)state_->number(*from.state());
    (void)state_->number(*to.state());
    require_rows(*map, {}, arity, entries);
  });
  for (std::size_t column = 0; column < width; ++column) {
    map->columns[column].reserve(entries.size() / width);
    for (std::size_t k = column; k < entries.size(); k += width) map->columns[column].push_back(entries[k]);
  }
  state_->maps.push_back(map);
  return Map(std::move(map));
}

Map Domain::map(std::string name, const MapsInTurn& maps) {
  const detail::Span span(state_->comm, "set-up", "declaration");
  const MapState &first = *maps.first.state(), &next = *maps.next.state();
  collectively(state_->comm, [&] {
    (void)state_->number(*first.from);
    if (first.to != next.from)
      throw Error("map ", name, ": ", first.name, " leads to ", first.to->name, ", but ", next.name,
                  " starts from ", next.from->name);
  });
  std::vector<std::vector<global_index>> columns;
  for (const std::vector<global_index>& column : first.columns)
    for (const std::vector<global_index>& known : next.columns)
      columns.push_back(detail::values_of<global_index>(first.to->table, known, column));
  state_->maps.push_back(
      std::make_shared<MapState>(MapState{std::move(name), first.from, next.to, std::move(columns)}));
  return Map(state_->maps.back());
}

std::shared_ptr<FieldState> Domain::declare_field(std::string name, const Set& set, const NumberType& type,
                                                  int components) {
  (void)state_->number(*set.state());
  auto field =
      std::make_shared<FieldState>(std::move(name), set.state(), type, components, state_->fields.size());
  state_->fields.push_back(field);
  return field;
}

// @param elements none: all that are owned
void Domain::require_rows(const MapState& map, std::optional<std::span<const global_index>> elements,
                          int arity, std::span<const global_index> entries) const {
  const std::size_t rows = entries.size() / static_cast<std::size_t>(arity);
  const int rank = state_->comm.rank();
  if (arity != map.arity())
    throw Error("map ", map.name, " has rows of ", map.arity(), " entries and was given rows of ", arity);
  if (!elements) map.from->require_rows("map " + map.name, rows);
  if (elements && elements->size() != rows)
    throw Error("map ", map.name, ": rank ", rank, " changes ", elements->size(), " ", map.from->name,
                " and gives ", rows, " rows; give one for each");
  for (std::size_t row = 0; elements && row < rows; ++row)
    if (const global_index k = (*elements)[row]; k < 0 || k >= map.from->owned())
      throw Error("map ", map.name, ": rank ", rank, " changes element ", k, ", but it owns ",
                  map.from->owned(), " of the ", map.from->name, "; count them from 0");
  const global_index elements_led_to = map.to->table.size();
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (entries[k] >= 0 && entries[k] < elements_led_to) continue;
    const std::size_t row = k / map.columns.size();
    const std::size_t element = elements ? static_cast<std::size_t>((*elements)[row]) : row;
    throw Error("map ", map.name, ": row ", row, " of rank ", rank, " (", map.from->name, " ",
                map.from->numbers[element], "), column ", k % map.columns.size(), ": ", entries[k],
                " is out of range: the ", map.to->name, " are 0 to ", elements_led_to - 1);
  }
}

// @param elements none: all that are owned
void Domain::change_rows(MapState& map, std::optional<std::span<const global_index>> elements, int arity,
                         std::span<const global_index> entries) {
  collectively(state_->comm, [&] { require_rows(map, elements, arity, entries); });
  const std::size_t rows = entries.size() / map.columns.size();
  const auto element = [&](std::size_t row) {
    return elements ? static_cast<std::size_t>((*elements)[row]) : row;
  };
  for (std::size_t row = 0; row < rows; ++row) {
    bool differs = false;
    for (std::size_t column = 0; column < map.columns.size(); ++column) {
      global_index& entry = map.columns[column][element(row)];
      differs |= entry != entries[row * map.columns.size() + column];
      entry = entries[row * map.columns.size() + column];
    }
    if (differs) map.changed.push_back(static_cast<local_index>(element(row)));
  }
  if (map.changed.size() > 2 * map.from->numbers.size()) map.settle_changed();  // many changes, no run
}

}  // namespace partita::loops

#include <algorithm>
#include <numeric>

#include <partita/loops/domain.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>

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

void Domain::require_mine(const Loop& loop) const {
  for (const auto& weak : state_->loops)
    if (weak.lock() == loop.state()) return;
  throw Error("loop ", loop.name(), " was declared by another domain; declare it here");
}

Map Domain::declare_map(std::string name, const Set& from, const Set& to, int arity,
                        std::span<const global_index> entries) {
  collectively(state_->comm, [&] {
    (void)state_->number(*from.state());
    (void)state_->number(*to.state());
  });
  auto map = std::make_shared<MapState>(
      MapState{std::move(name), from.state(), to.state(),
               std::vector<std::vector<global_index>>(static_cast<std::size_t>(arity))});
  set_entries(*map, arity, entries);
  state_->maps.push_back(map);
  return Map(std::move(map));
}

std::shared_ptr<FieldState> Domain::declare_field(std::string name, const Set& set, const NumberType& type,
                                                  int components) {
  (void)state_->number(*set.state());
  auto field = std::make_shared<FieldState>(std::move(name), set.state(), type, components);
  state_->fields.push_back(field);
  return field;
}

void Domain::set_entries(MapState& map, int arity, std::span<const global_index> entries) {
  collectively(state_->comm, [&] {
    if (arity != map.arity())
      throw Error("map ", map.name, " has rows of ", map.arity(), " entries and was given rows of ", arity);
    map.from->require_rows("map " + map.name, entries.size() / map.columns.size());
    for (std::size_t k = 0; k < entries.size(); ++k)
      if (entries[k] < 0 || entries[k] >= map.to->table.size())
        throw Error("map ", map.name, ": row ", k / map.columns.size(), " of rank ", state_->comm.rank(),
                    " (", map.from->name, " ", map.from->numbers[k / map.columns.size()], "), column ",
                    k % map.columns.size(), ": ", entries[k], " is out of range: the ", map.to->name,
                    " are 0 to ", map.to->table.size() - 1);
  });
  for (std::size_t column = 0; column < map.columns.size(); ++column) {
    map.columns[column].clear();
    map.columns[column].reserve(entries.size() / map.columns.size());
    for (std::size_t k = column; k < entries.size(); k += map.columns.size())
      map.columns[column].push_back(entries[k]);
  }
}

}  // namespace partita::loops

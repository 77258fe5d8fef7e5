// Moves all sets of a domain to new owners, each with its fields and rows.
#include <limits>
#include <optional>

#include <partita/inspector/index_map.hpp>
#include <partita/inspector/radix_order.hpp>
#include <partita/inspector/remap.hpp>
#include <partita/inspector/row_order.hpp>
#include <partita/loops/domain.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/freed_memory.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita::loops {

namespace {

// Owners of the elements that a rank owns now, set by set as they become known.
using Owners = std::vector<std::optional<std::vector<int>>>;

// The rank that element `entry` of a placed set goes to, for each of `entries`. Collective.
std::vector<int> asked(const Communicator& comm, const SetState& set, const std::vector<int>& owners,
                       std::span<const global_index> entries) {
  detail::IndexMap elsewhere;  // each once
  for (const global_index entry : entries)
    if (!set.table.local(entry)) elsewhere.insert(entry);
  std::vector<int> homes;
  std::vector<local_index> indices;
  for (const Location& location : set.table.locate(elsewhere.indices())) {
    homes.push_back(location.rank);
    indices.push_back(location.index);
  }
  const Remap to_home(comm, homes);
  std::vector<int> answers;
  for (const local_index index : to_home.forward(indices)) answers.push_back(owners[index]);
  answers = to_home.backward(answers);

  std::vector<int> of_entries;
  of_entries.reserve(entries.size());
  for (const global_index entry : entries) {
    const auto own = set.table.local(entry);
    of_entries.push_back(own ? owners[*own] : answers[elsewhere.find(entry)]);
  }
  return of_entries;
}

// Each element goes where the lowest-numbered element that leads to it goes; it stays where none does.
std::vector<int> against(const Communicator& comm, const MapState& map, const std::vector<int>& owners) {
  struct Claim {
    local_index element;
    int owner;
    global_index by;
  };
  std::vector<int> homes;
  std::vector<Claim> claims;
  for (const std::vector<global_index>& column : map.columns) {
    const std::vector<Location> led_to = map.to->table.locate(column);
    for (std::size_t row = 0; row < led_to.size(); ++row) {
      homes.push_back(led_to[row].rank);
      claims.push_back({led_to[row].index, owners[row], map.from->numbers[row]});
    }
  }
  std::vector<int> result(map.to->owned(), comm.rank());
  std::vector<global_index> lowest(result.size(), std::numeric_limits<global_index>::max());
  for (const Claim& claim : Remap(comm, homes).forward(claims)) {
    const auto at = static_cast<std::size_t>(claim.element);
    if (claim.by >= lowest[at]) continue;
    lowest[at] = claim.by;
    result[at] = claim.owner;
  }
  return result;
}

// Sets that no map connects with the others stay where they are.
Owners follow(const DomainState& domain, const SetState& set, std::span<const int> owners) {
  Owners all(domain.sets.size());
  all[domain.number(set)].emplace(owners.begin(), owners.end());
  for (bool found = true; found;) {
    found = false;
    for (const bool forwards : {true, false})
      for (const auto& map : domain.maps) {
        const std::size_t from = domain.number(*map->from), to = domain.number(*map->to);
        if (forwards && !all[from] && all[to] && map->arity() > 0) {  // where the first element of a row goes
          all[from] = asked(domain.comm, *map->to, *all[to], map->columns.front());
          found = true;
        } else if (!forwards && !found && all[from] && !all[to]) {
          all[to] = against(domain.comm, *map, *all[from]);
          found = true;
        }
      }
  }
  return all;
}

void move(DomainState& domain, SetState& set, std::span<const int> owners) {
  const Remap remap(domain.comm, owners);
  std::vector<global_index> numbers = remap.forward(set.numbers);
  const std::vector<local_index> order = detail::radix_order(numbers);
  for (const auto& map : domain.maps) {
    if (map->from.get() != &set) continue;
    for (std::vector<global_index>& column : map->columns) {
      column = remap.forward(column);
      detail::put_in_order(order, 1, column);
    }
  }
  for (const auto& weak : domain.fields)
    if (const auto field = weak.lock(); field && &field->set() == &set) field->move(remap, order);
  detail::put_in_order(order, 1, numbers);
  set.numbers = std::move(numbers);
}

}  // namespace

void Domain::partition(const Set& set, std::span<const int> owners) {
  const Communicator& comm = state_->comm;
  collectively(comm, [&] {
    (void)state_->number(*set.state());
    set.state()->require_rows("partition of " + set.name(), owners.size());
    for (std::size_t k = 0; k < owners.size(); ++k)
      if (owners[k] < 0 || owners[k] >= comm.size())
        throw Error("partition of ", set.name(), ": element ", k, " of rank ", comm.rank(),
                    " is to go to rank ", owners[k], ", but the ranks are 0 to ", comm.size() - 1);
  });
  const Owners all = follow(*state_, *set.state(), owners);

  // Ghosts are void, and fields are moved by their owned values alone.
  state_->forget_inspections();
  state_->partitioned = true;
  for (std::size_t s = 0; s < all.size(); ++s)
    if (all[s]) move(*state_, *state_->sets[s], *all[s]);
  for (std::size_t s = 0; s < all.size(); ++s)
    if (all[s]) state_->sets[s]->table = TranslationTable::from_owned(comm, state_->sets[s]->numbers);
  for (const auto& weak : state_->fields)
    if (const auto field = weak.lock()) {
      field->resize();
      field->now_stale("the partition");
    }
  return_freed_memory();
}

}  // namespace partita::loops

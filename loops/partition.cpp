// Moves all sets of a domain to new owners, each with its fields and rows.
#include <algorithm>
#include <limits>
#include <optional>

#include <partita/inspector/owned_indices.hpp>
#include <partita/inspector/radix_order.hpp>
#include <partita/inspector/remap.hpp>
#include <partita/inspector/row_order.hpp>
#include <partita/inspector/values_of.hpp>
#include <partita/loops/domain.hpp>
#include <partita/support/collective.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/freed_memory.hpp>
#include <partita/support/span.hpp>

namespace partita::loops {

namespace {

// Owners of the elements that a rank owns now, set by set as they become known.
using Owners = std::vector<std::optional<std::vector<int>>>;

// Each element goes where the lowest-numbered element that leads to it goes; it stays where none does.
std::vector<int> against(const Communicator& comm, const MapState& map, const std::vector<int>& owners) {
  struct Claim {
    local_index element;
    int owner;
    global_index by;
  };
  std::vector<int> result(map.to->owned(), comm.rank());
  std::vector<global_index> lowest(result.size(), std::numeric_limits<global_index>::max());
  const auto hear = [&](const Claim& claim) {
    const auto at = static_cast<std::size_t>(claim.element);
    if (claim.by >= lowest[at]) return;
    lowest[at] = claim.by;
    result[at] = claim.owner;
  };
  std::vector<global_index> elements;
  std::vector<Claim> elsewhere;
  for (const std::vector<global_index>& column : map.columns) {
    detail::OwnedIndices::LookUp local(map.to->table.owned_indices());
    for (std::size_t row = 0; row < column.size(); ++row) {
      const local_index own = local(column[row]);
      const Claim claim{own, owners[row], map.from->numbers[row]};
      if (own != nowhere) {
        hear(claim);
      } else {
        elements.push_back(column[row]);
        elsewhere.push_back(claim);
      }
    }
  }
  const std::vector<Location> homes = map.to->table.locate(elements);
  for (std::size_t k = 0; k < homes.size(); ++k) elsewhere[k].element = homes[k].index;
  for (const Claim& claim : Remap(comm, homes, &Location::rank).forward(elsewhere)) hear(claim);
  return result;
}

// Sets that were placed before stay, and so do sets without elements and those that no map connects with the
// others.
Owners follow(const DomainState& domain, std::span<const Placement> placements) {
  Owners all(domain.sets.size());
  for (std::size_t s = 0; s < all.size(); ++s)
    if (domain.sets[s]->is_placed) all[s].emplace(domain.sets[s]->numbers.size(), domain.comm.rank());
  for (const auto& [set, owners] : placements)
    all[domain.number(*set.state())].emplace(owners.begin(), owners.end());
  for (bool found = true; found;) {
    found = false;
    for (const bool forwards : {true, false})
      for (const auto& map : domain.maps) {
        const std::size_t from = domain.number(*map->from), to = domain.number(*map->to);
        if (map->from->table.size() == 0) continue;
        if (forwards && !all[from] && all[to] && map->arity() > 0) {  // where the first element of a row goes
          all[from] = detail::values_of<int>(map->to->table, *all[to], map->columns.front());
          found = true;
        } else if (!forwards && !found && all[from] && !all[to]) {
          all[to] = against(domain.comm, *map, *all[from]);
          found = true;
        }
      }
  }
  return all;
}

// All zero on this rank does not mean so on others. Collective.
void touch_alike(const DomainState& domain) {
  std::vector<std::shared_ptr<FieldState>> fields;
  std::vector<int> touched;
  for (const auto& weak : domain.fields)
    if (const auto field = weak.lock()) {
      touched.push_back(static_cast<int>(!field->is_untouched()));
      fields.push_back(field);
    }
  detail::all_reduce(domain.comm, touched.data(), static_cast<int>(touched.size()), MPI_INT, MPI_MAX,
                     {"comparison", "the fields that a partition moves"});
  for (std::size_t f = 0; f < fields.size(); ++f)
    if (touched[f] != 0) fields[f]->touch();
}

// What travels is on its way while the next is packed.
void move(const DomainState& domain, SetState& set, std::span<const int> owners) {
  const Remap remap(domain.comm, owners);
  Remap::Journey journey(domain.comm);
  std::vector<std::shared_ptr<FieldState>> fields;
  for (const auto& weak : domain.fields)
    if (auto field = weak.lock(); field && &field->set() == &set) {
      field->depart(remap, journey);
      fields.push_back(std::move(field));
    }
  std::vector<std::vector<global_index>*> lists{&set.numbers};
  for (const auto& map : domain.maps)
    for (std::vector<global_index>& column : map->columns)
      if (map->from.get() == &set) lists.push_back(&column);
  for (auto* const list : lists) *list = remap.forward(*list, journey);
  journey.finish();

  std::vector<local_index> order;  // empty: as they arrive
  if (!std::ranges::is_sorted(set.numbers)) order = detail::radix_order(set.numbers);
  if (!order.empty())
    for (auto* const list : lists) detail::put_in_order(order, 1, *list);
  for (const auto& field : fields) field->arrive(order);
  set.table = TranslationTable::from_owned(domain.comm, set.numbers);
}

// Owners of the sets of which some element changes its owner. Collective.
Owners that_move(const DomainState& domain, std::span<const Placement> placements) {
  const Communicator& comm = domain.comm;
  Owners all = comm.size() > 1 ? follow(domain, placements) : Owners(domain.sets.size());
  std::vector<int> moves(all.size());
  for (std::size_t s = 0; s < all.size(); ++s)
    moves[s] = all[s] && std::ranges::any_of(*all[s], [&](int owner) { return owner != comm.rank(); });
  detail::all_reduce(comm, moves.data(), static_cast<int>(moves.size()), MPI_INT, MPI_MAX,
                     {"comparison", "the owners of a partition"});
  for (std::size_t s = 0; s < all.size(); ++s)
    if (moves[s] == 0) all[s].reset();
  return all;
}

}  // namespace

void Domain::partition(std::span<const Placement> placements) {
  const detail::Span span(state_->comm, "set-up", "partition");
  const Communicator& comm = state_->comm;
  collectively(comm, [&] {
    for (const auto& [set, owners] : placements) {
      (void)state_->number(*set.state());
      set.state()->require_rows("partition of " + set.name(), owners.size());
      for (std::size_t k = 0; k < owners.size(); ++k)
        if (owners[k] < 0 || owners[k] >= comm.size())
          throw Error("partition of ", set.name(), ": element ", k, " of rank ", comm.rank(),
                      " is to go to rank ", owners[k], ", but the ranks are 0 to ", comm.size() - 1);
    }
  });
  const Owners all = that_move(*state_, placements);

  // Ghosts are void, and fields are moved by their owned values alone.
  state_->forget_inspections();
  for (const auto& [set, owners] : placements) set.state()->is_placed = true;
  touch_alike(*state_);
  for (std::size_t s = 0; s < all.size(); ++s)
    if (all[s]) move(*state_, *state_->sets[s], *all[s]);
  for (const auto& weak : state_->fields)
    if (const auto field = weak.lock()) {
      field->resize();
      field->now_stale("the partition");
    }
  if (std::ranges::any_of(all, [](const auto& owners) { return owners.has_value(); })) return_freed_memory();
}

}  // namespace partita::loops

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include <partita/loops/field.hpp>
#include <partita/loops/inspection.hpp>
#include <partita/loops/order.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita::loops {

namespace {

using ColumnOf = std::pair<const MapState*, int>;

// The columns of maps that a loop uses, each once; per argument which (none for direct and globals).
struct Columns {
  std::vector<ColumnOf> columns;
  std::vector<std::optional<std::size_t>> of_argument;

  explicit Columns(const LoopState& loop) {
    for (const Argument& argument : loop.arguments()) {
      if (!argument.indirect()) {
        of_argument.push_back({});
        continue;
      }
      const ColumnOf column{argument.map.get(), argument.column};
      const auto known = std::find(columns.begin(), columns.end(), column);
      of_argument.push_back(static_cast<std::size_t>(known - columns.begin()));
      if (known == columns.end()) columns.push_back(column);
    }
  }
};

// Iterations of one loop, each with its place in the loop's set and the elements it touches.
struct Iterations {
  std::vector<global_index> numbers;
  std::vector<Location> own;
  std::vector<std::vector<Location>> columns;

  std::size_t size() const { return numbers.size(); }
};

// Looks up each map once, however many loops use it. Collective, and every rank asks in the same order.
class LookUp {
 public:
  const std::vector<Location>& operator()(const MapState& map) {
    const auto [entry, is_new] = locations_.try_emplace(&map);
    if (is_new) entry->second = map.to->table.locate(map.entries);
    return entry->second;
  }

 private:
  std::map<const MapState*, std::vector<Location>> locations_;
};

// The owned iterations of a loop, all of them.
Iterations owned_iterations(const Communicator& comm, const SetState& set, const Columns& columns,
                            LookUp& look_up) {
  Iterations all;
  all.numbers = set.numbers;
  for (local_index i = 0; i < set.owned(); ++i) all.own.push_back({comm.rank(), i});
  for (const auto& [map, column] : columns.columns) {
    const std::vector<Location>& rows = look_up(*map);
    std::vector<Location>& one = all.columns.emplace_back(all.size());
    for (std::size_t i = 0; i < one.size(); ++i)
      one[i] = rows[i * static_cast<std::size_t>(map->arity) + static_cast<std::size_t>(column)];
  }
  return all;
}

// An iteration on its way: its number, and its locations one after the other.
void append(std::vector<global_index>& parcel, const Iterations& from, std::size_t i) {
  parcel.push_back(from.numbers[i]);
  parcel.push_back(from.own[i].index);
  for (const std::vector<Location>& column : from.columns) {
    parcel.push_back(column[i].rank);
    parcel.push_back(column[i].index);
  }
}

Iterations unpacked(const std::vector<Parcel<global_index>>& parcels, std::size_t columns) {
  Iterations arrived;
  arrived.columns.resize(columns);
  for (const Parcel<global_index>& parcel : parcels)
    for (auto next = parcel.content.begin(); next != parcel.content.end();) {
      arrived.numbers.push_back(*next++);
      arrived.own.push_back({parcel.rank, static_cast<local_index>(*next++)});
      for (std::vector<Location>& column : arrived.columns) {
        const int rank = static_cast<int>(*next++);
        column.push_back({rank, static_cast<local_index>(*next++)});
      }
    }
  return arrived;
}

Iterations selected(const Iterations& from, const std::vector<std::size_t>& order) {
  const auto pick = [&](const auto& values) {
    std::remove_cvref_t<decltype(values)> some;
    some.reserve(order.size());
    for (const std::size_t k : order) some.push_back(values[k]);
    return some;
  };
  Iterations some{pick(from.numbers), pick(from.own), {}};
  for (const std::vector<Location>& column : from.columns) some.columns.push_back(pick(column));
  return some;
}

Iterations merged(Iterations a, const Iterations& b) {
  if (b.size() == 0) return a;
  const auto append_all = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  append_all(a.numbers, b.numbers);
  append_all(a.own, b.own);
  for (std::size_t c = 0; c < a.columns.size(); ++c) append_all(a.columns[c], b.columns[c]);
  std::vector<std::size_t> order(a.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t x, std::size_t y) { return a.numbers[x] < a.numbers[y]; });
  return selected(a, order);
}

// Sends each iteration to the ranks whose elements it changes.
Iterations both_sides(const Communicator& comm, const LoopState& loop, const Columns& columns,
                      Iterations owned) {
  std::vector<std::size_t> written;  // columns
  bool at_home = false;              // something is changed, or counted, where the iteration is owned
  const std::vector<Argument>& arguments = loop.arguments();
  for (std::size_t a = 0; a < arguments.size(); ++a) {
    if (!writes(arguments[a].access)) continue;
    if (columns.of_argument[a])
      written.push_back(*columns.of_argument[a]);
    else
      at_home = true;
  }
  if (written.empty()) return owned;

  std::map<int, std::vector<global_index>> leaving;
  std::vector<std::size_t> staying;
  std::vector<int> ranks;
  for (std::size_t i = 0; i < owned.size(); ++i) {
    ranks.clear();
    if (at_home) ranks.push_back(comm.rank());
    for (const std::size_t column : written) ranks.push_back(owned.columns[column][i].rank);
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    for (const int rank : ranks) {
      if (rank == comm.rank())
        staying.push_back(i);
      else
        append(leaving[rank], owned, i);
    }
  }
  std::vector<Parcel<global_index>> parcels;
  for (auto& [rank, content] : leaving) parcels.push_back({rank, std::move(content)});
  const Iterations arrived = unpacked(sparse_exchange(comm, parcels), columns.columns.size());
  return merged(staying.size() == owned.size() ? std::move(owned) : selected(owned, staying), arrived);
}

// What one loop reads elsewhere, by set.
using Ghosts = std::map<const SetState*, std::vector<Location>>;

void add_ghosts(const Communicator& comm, const LoopState& loop, const Columns& columns,
                const Iterations& iterations, Ghosts& ghosts) {
  const auto add = [&](const SetState& set, const std::vector<Location>& elements) {
    for (const Location& element : elements)
      if (element.rank != comm.rank()) ghosts[&set].push_back(element);
  };
  for (std::size_t a = 0; a < loop.arguments().size(); ++a) {
    const Argument& argument = loop.arguments()[a];
    if (!needs_ghosts(loop, argument)) continue;
    if (argument.direct())
      add(*loop.set(), iterations.own);
    else
      add(*argument.map->to, iterations.columns[*columns.of_argument[a]]);
  }
}

void make_distinct(std::vector<Location>& locations) {
  std::sort(locations.begin(), locations.end());
  locations.erase(std::unique(locations.begin(), locations.end()), locations.end());
}

Executed::Indices numbered(const AccessPattern& pattern, const std::vector<Location>& elements) {
  std::vector<local_index> indices;
  indices.reserve(elements.size());
  for (const Location& element : elements) indices.push_back(pattern.find(element).value_or(nowhere));
  return std::make_shared<const std::vector<local_index>>(std::move(indices));
}

}  // namespace

std::vector<Executed> inspect(const Communicator& comm, std::span<const std::shared_ptr<SetState>> sets,
                              std::span<const std::shared_ptr<LoopState>> loops) {
  LookUp look_up;
  Ghosts ghosts;
  std::vector<Columns> columns;
  std::vector<Iterations> iterations;
  for (const auto& loop : loops) {
    const Columns& used = columns.emplace_back(*loop);
    iterations.push_back(both_sides(comm, *loop, used, owned_iterations(comm, *loop->set(), used, look_up)));
    add_ghosts(comm, *loop, used, iterations.back(), ghosts);
  }

  bool others_are_void = false;
  for (const std::shared_ptr<SetState>& set : sets) {
    std::vector<Location>& wanted = ghosts[set.get()];
    if (set->pattern) {
      const auto known = set->pattern->ghost_locations();
      wanted.insert(wanted.end(), known.begin(), known.end());
    }
    make_distinct(wanted);
    const int grows = !set->pattern || wanted.size() > static_cast<std::size_t>(set->pattern->ghosts());
    if (!max(comm, grows)) continue;
    others_are_void |= set->pattern.has_value();
    set->pattern = make_pattern(comm, set->owned(), std::move(wanted));
    ++set->patterns;
  }
  if (others_are_void) return {};

  std::vector<Executed> executed;
  for (std::size_t l = 0; l < loops.size(); ++l) {
    Executed& one = executed.emplace_back();
    one.own = numbered(*loops[l]->set()->pattern, iterations[l].own);
    std::vector<Executed::Indices> by_column;
    for (std::size_t c = 0; c < columns[l].columns.size(); ++c)
      by_column.push_back(numbered(*columns[l].columns[c].first->to->pattern, iterations[l].columns[c]));
    for (std::size_t a = 0; a < loops[l]->arguments().size(); ++a) {
      const Argument& argument = loops[l]->arguments()[a];
      one.rows.push_back(!argument.field     ? nullptr
                         : argument.direct() ? one.own
                                             : by_column[*columns[l].of_argument[a]]);
    }
  }
  return executed;
}

}  // namespace partita::loops

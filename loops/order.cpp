#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

#include <partita/loops/order.hpp>
#include <partita/support/ordered_contributions.hpp>

namespace partita::loops {

namespace {

constexpr int never = -1;
constexpr int waiting = std::numeric_limits<int>::max();  // after every tile

// Per element of a field: the tile that last changed it, and the tile that last changed or used it. Empty if
// no loop changes the field: then nothing depends on its use.
struct History {
  std::vector<int> changed, touched;
  bool waits = false;  // some were last touched after the messages
};

// The iterations of one loop that run in a tile, and those that run after the messages. Some run in both.
struct Split {
  bool all_early = true;  // then there is no more to say
  std::vector<char> early, late;
  std::vector<std::vector<char>> waits;  // by field that is written through maps: the targets that wait

  bool is_early(std::size_t iteration) const { return all_early || early[iteration]; }

  bool target_waits(const OrderedArgument& argument, std::size_t element) const {
    return !all_early && !waits[argument.field].empty() && waits[argument.field][element];
  }
};

bool changes(const OrderedArgument& argument) { return writes(argument.access); }

bool changes_through_map(const OrderedArgument& argument) { return changes(argument) && !argument.direct; }

// Calls `visit(argument, element)` for the elements of an iteration that this rank knows.
void for_each_element(const OrderedLoop& loop, std::size_t iteration, const auto& visit) {
  for (const OrderedArgument& argument : loop.arguments)
    if (const local_index row = argument.rows[iteration]; row != nowhere)
      visit(argument, static_cast<std::size_t>(row));
}

// Both reads and changes its own values: a second execution would read the changed values.
bool must_not_be_split(const OrderedLoop& loop) {
  return std::ranges::any_of(loop.arguments, [](const OrderedArgument& argument) {
    return argument.access == Access::read_write || (argument.direct && argument.access == Access::increment);
  });
}

// Whether all are elements that this rank owns.
bool are_owned(std::span<const local_index> rows, local_index owned) {
  std::uint32_t highest = 0;  // `nowhere` is higher than any
  for (const local_index row : rows) highest = std::max(highest, static_cast<std::uint32_t>(row));
  return rows.empty() || highest < static_cast<std::uint32_t>(owned);
}

// Orders the iterations of loop after loop.
class Ordering {
 public:
  Ordering(std::span<const OrderedLoop> loops, std::span<const OrderedField> fields)
      : fields_(fields), history_(fields.size()) {
    for (const OrderedLoop& loop : loops)
      for (const OrderedArgument& argument : loop.arguments) {
        History& history = history_[argument.field];
        if (!changes(argument) || !history.changed.empty()) continue;
        history.changed.assign(fields[argument.field].local, never);
        history.touched = history.changed;
      }
  }

  // Before `order`, which does not need it. It is large.
  void forget_history() { history_ = {}; }

  Split split(const OrderedLoop& loop) const;

  // The tile of each early iteration, at least `first_tile(iteration)`; `waiting` for the others.
  std::vector<local_index> tiles(const OrderedLoop& loop, const Split& split, const auto& first_tile) {
    const std::vector<Dependence> dependences = dependences_of(loop);
    const auto changes_early = [&](const OrderedArgument& argument, std::size_t element) {
      return changes(argument) && is_owned(argument, element) &&
             (argument.direct || !split.target_waits(argument, element));
    };
    std::vector<local_index> tiles(loop.iterations, waiting);
    for (std::size_t i = 0; i < loop.iterations; ++i) {
      if (!split.is_early(i)) continue;
      int tile = first_tile(i);
      for_each_dependence(dependences, i,
                          [&](const OrderedArgument& argument, std::size_t element, const History& history) {
                            if (reads(argument.access)) tile = std::max(tile, history.changed[element]);
                            if (changes_early(argument, element))
                              tile = std::max(tile, history.touched[element]);
                          });
      tiles[i] = tile;
      for_each_dependence(dependences, i,
                          [&](const OrderedArgument& argument, std::size_t element, History& history) {
                            if (changes_early(argument, element))
                              history.changed[element] = history.touched[element] = tile;
                            else if (reads(argument.access))
                              history.touched[element] = std::max(history.touched[element], tile);
                          });
    }
    return tiles;
  }

  // What late iterations change or read waits for them. After `tiles`.
  void note_late(const OrderedLoop& loop, const Split& split) {
    if (split.all_early) return;
    const std::vector<Dependence> dependences = dependences_of(loop);
    for (std::size_t i = 0; i < loop.iterations; ++i) {
      if (!split.late[i]) continue;
      for_each_dependence(
          dependences, i, [&](const OrderedArgument& argument, std::size_t element, History& history) {
            const bool late = argument.direct ? !split.early[i] : split.target_waits(argument, element);
            if (changes(argument) && is_owned(argument, element) && late)
              history.changed[element] = history.touched[element] = waiting, history.waits = true;
            else if (reads(argument.access))
              history.touched[element] = waiting, history.waits = true;
          });
    }
  }

  // @param tiles none: there is one
  Order order(const OrderedLoop& loop, const Split& split, std::span<const local_index> tiles,
              std::size_t number_of_tiles) const;

 private:
  bool is_owned(const OrderedArgument& argument, std::size_t element) const {
    return element < static_cast<std::size_t>(fields_[argument.field].owned);
  }

  // An argument whose field is changed by some loop.
  struct Dependence {
    const OrderedArgument* argument;
    History* history;
  };

  std::vector<Dependence> dependences_of(const OrderedLoop& loop) {
    std::vector<Dependence> dependences;
    for (const OrderedArgument& argument : loop.arguments)
      if (History& history = history_[argument.field]; !history.changed.empty())
        dependences.push_back({&argument, &history});
    return dependences;
  }

  // Calls `visit(argument, element, history)` for the elements of an iteration that this rank knows.
  static void for_each_dependence(std::span<const Dependence> dependences, std::size_t iteration,
                                  const auto& visit) {
    for (const auto& [argument, history] : dependences)
      if (const local_index row = argument->rows[iteration]; row != nowhere)
        visit(*argument, static_cast<std::size_t>(row), *history);
  }

  std::span<const OrderedField> fields_;
  std::vector<History> history_;
};

Split Ordering::split(const OrderedLoop& loop) const {
  const std::size_t n = loop.iterations;
  Split split;
  const auto some_argument = [&](const auto& is_so) { return std::ranges::any_of(loop.arguments, is_so); };
  const bool some_wait =
      some_argument([&](const OrderedArgument& argument) { return history_[argument.field].waits; });
  const bool some_arrive = some_argument([&](const OrderedArgument& argument) {
    return fields_[argument.field].waits && !loop.touching.empty();
  });
  if (!some_wait && !some_arrive) return split;
  split = {false, std::vector<char>(n, 1), std::vector<char>(n, 0),
           std::vector<std::vector<char>>(fields_.size())};

  // An iteration is late if it reads a value on its way, or changes its own element that waits already.
  const auto find_late = [&](std::size_t i) {
    for_each_element(loop, i, [&](const OrderedArgument& argument, std::size_t element) {
      const bool arrives = fields_[argument.field].waits && !is_owned(argument, element);
      const auto& [changed, touched, waits] = history_[argument.field];
      if ((reads(argument.access) && (arrives || (waits && changed[element] == waiting))) ||
          (changes(argument) && argument.direct && waits && touched[element] == waiting))
        split.late[i] = 1;
    });
  };
  if (some_wait)
    for (std::size_t i = 0; i < n; ++i) find_late(i);
  else
    for (const local_index i : loop.touching) find_late(static_cast<std::size_t>(i));
  if (some_argument(changes_through_map) && must_not_be_split(loop)) split.late.assign(n, 1);

  // The targets of late iterations wait, and so do those that wait already. By field: arguments may share
  // one.
  for (const OrderedArgument& argument : loop.arguments)
    if (std::vector<char>& waits = split.waits[argument.field];
        changes_through_map(argument) && waits.empty()) {
      const History& history = history_[argument.field];
      waits.assign(history.touched.size(), 0);
      for (std::size_t k = 0; history.waits && k < waits.size(); ++k)
        waits[k] = history.touched[k] == waiting;
    }
  for (std::size_t i = 0; i < n; ++i)
    if (split.late[i])
      for_each_element(loop, i, [&](const OrderedArgument& argument, std::size_t element) {
        if (changes_through_map(argument)) split.waits[argument.field][element] = 1;
      });

  // An iteration is executed for its targets: before the messages for those that need not wait, and after.
  // Most iterations have nothing to do with what waits.
  std::vector<char> concerned = split.late;
  for (const OrderedArgument& argument : loop.arguments)
    if (changes_through_map(argument))
      for (std::size_t i = 0; i < n; ++i)
        if (const local_index row = argument.rows[i]; row != nowhere)
          concerned[i] |= split.waits[argument.field][static_cast<std::size_t>(row)];
  for (std::size_t i = 0; i < n; ++i) {
    if (!concerned[i]) continue;
    const bool must_wait = split.late[i];
    bool some_early = false, some_late = false;
    for_each_element(loop, i, [&](const OrderedArgument& argument, std::size_t element) {
      if (changes_through_map(argument) && is_owned(argument, element))
        (split.target_waits(argument, element) ? some_late : some_early) = true;
    });
    const bool for_itself_alone = !some_early && !some_late;
    split.early[i] = !must_wait && (some_early || for_itself_alone);
    split.late[i] = must_wait || some_late;
  }
  return split;
}

Order Ordering::order(const OrderedLoop& loop, const Split& split, std::span<const local_index> tiles,
                      std::size_t number_of_tiles) const {
  Order order;
  order.tile.assign(number_of_tiles + 1, 0);
  if (!tiles.empty()) {
    auto by_tile = detail::ordered_contributions(tiles, static_cast<local_index>(number_of_tiles));
    for (std::size_t t = 0; t < by_tile.targets.size(); ++t)
      order.tile[static_cast<std::size_t>(by_tile.targets[t]) + 1] =
          static_cast<std::size_t>(by_tile.first[t + 1] - by_tile.first[t]);
    std::partial_sum(order.tile.begin(), order.tile.end(), order.tile.begin());
    order.iterations = std::move(by_tile.numbers);
  } else if (split.all_early) {
    order.tile.back() = loop.iterations;
  } else {
    order.iterations.resize(loop.iterations);
    std::size_t early = 0;
    for (std::size_t i = 0; i < loop.iterations; ++i)
      if (split.early[i]) order.iterations[early++] = static_cast<local_index>(i);
    order.iterations.resize(early);
    order.tile.back() = early;
  }
  const std::size_t early = order.tile.back();
  for (std::size_t i = 0; !split.all_early && i < loop.iterations; ++i)
    if (split.late[i]) order.iterations.push_back(static_cast<local_index>(i));
  order.size = order.iterations.empty() ? early : order.iterations.size();

  if (!split.all_early || !are_owned(loop.own, loop.owned)) {
    std::vector<char> counts(order.size);
    for (std::size_t k = 0; k < counts.size(); ++k) {
      const auto i = static_cast<std::size_t>(order.iteration(k));
      const bool again = k >= early && split.early[i];
      counts[k] = !again && loop.own[i] != nowhere && loop.own[i] < loop.owned;
    }
    if (std::ranges::find(counts, 0) != counts.end()) order.counts = std::move(counts);
  }

  for (const OrderedArgument& argument : loop.arguments) {
    std::vector<local_index>& targets = order.targets.emplace_back();
    if (!changes(argument)) continue;
    const bool all_here = split.all_early && (!argument.direct || order.counts.empty()) &&
                          are_owned(argument.rows, fields_[argument.field].owned);
    if (all_here) continue;
    const auto& [owned, no_owner, arrives] = fields_[argument.field];
    const bool none_waits = argument.direct || split.all_early || split.waits[argument.field].empty();
    const char* const waits = none_waits ? nullptr : split.waits[argument.field].data();
    const char* const counts = order.counts.empty() ? nullptr : order.counts.data();
    bool differs = false;
    targets.resize(order.size);
    for (std::size_t k = 0; k < targets.size(); ++k) {
      const local_index row = argument.rows[order.iteration(k)];
      bool here = row != nowhere && row < owned;
      if (here) here = argument.direct ? !counts || counts[k] : (waits && waits[row]) == (k >= early);
      targets[k] = here ? row : no_owner;
      differs |= targets[k] != row;
    }
    if (!differs) targets.clear();
  }
  return order;
}

}  // namespace

std::vector<Order> order(std::span<const OrderedLoop> loops, std::span<const OrderedField> fields,
                         std::size_t iterations_per_tile) {
  const bool in_one_tile = loops.front().iterations <= iterations_per_tile;
  Ordering ordering(loops, fields);
  std::vector<Split> splits;
  std::vector<std::vector<local_index>> tiles(loops.size());
  int last_tile = 0;
  for (std::size_t l = 0; l < loops.size(); ++l) {
    const Split& split = splits.emplace_back(ordering.split(loops[l]));
    if (!in_one_tile) {
      tiles[l] = ordering.tiles(loops[l], split, [&](std::size_t iteration) {
        return l == 0 ? static_cast<int>(iteration / iterations_per_tile) : 0;
      });
      for (const local_index tile : tiles[l])
        if (tile != waiting) last_tile = std::max(last_tile, tile);
    }
    ordering.note_late(loops[l], split);
  }
  ordering.forget_history();
  std::vector<Order> orders;
  for (std::size_t l = 0; l < loops.size(); ++l) {
    orders.push_back(ordering.order(loops[l], splits[l], tiles[l], static_cast<std::size_t>(last_tile) + 1));
    splits[l] = {};  // large, and no longer needed
    tiles[l] = std::vector<local_index>();
  }
  return orders;
}

}  // namespace partita::loops

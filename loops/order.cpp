#include <algorithm>
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
};

// The iterations of one loop that run in a tile, and those that run after the messages. Some run in both.
struct Split {
  std::vector<char> early, late;
  std::vector<std::vector<char>> waits;  // by field that is written through maps: the targets that wait

  bool target_waits(const OrderedArgument& argument, std::size_t element) const {
    return !waits[argument.field].empty() && waits[argument.field][element];
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
      if (!split.early[i]) continue;
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
    for (std::size_t i = 0; i < loop.iterations; ++i) {
      if (!split.late[i]) continue;
      for_each_dependence(
          dependences, i, [&](const OrderedArgument& argument, std::size_t element, History& history) {
            const bool late = argument.direct ? !split.early[i] : split.target_waits(argument, element);
            if (changes(argument) && is_owned(argument, element) && late)
              history.changed[element] = history.touched[element] = waiting;
            else if (reads(argument.access))
              history.touched[element] = waiting;
          });
    }
    return tiles;
  }

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
  Split split{std::vector<char>(n, 0), std::vector<char>(n, 0),
              std::vector<std::vector<char>>(fields_.size())};
  const bool nothing_waits = std::ranges::none_of(loop.arguments, [&](const OrderedArgument& argument) {
    return fields_[argument.field].waits || std::ranges::find(history_[argument.field].touched, waiting) !=
                                                history_[argument.field].touched.end();
  });
  if (nothing_waits) {
    split.early.assign(n, 1);
    return split;
  }

  // An iteration is late if it reads a value on its way, or changes its own element that waits already.
  for (std::size_t i = 0; i < n; ++i)
    for_each_element(loop, i, [&](const OrderedArgument& argument, std::size_t element) {
      const bool arrives = fields_[argument.field].waits && !is_owned(argument, element);
      const auto& [changed, touched] = history_[argument.field];
      if ((reads(argument.access) && (arrives || (!changed.empty() && changed[element] == waiting))) ||
          (changes(argument) && argument.direct && touched[element] == waiting))
        split.late[i] = 1;
    });
  if (std::ranges::any_of(loop.arguments, changes_through_map) && must_not_be_split(loop))
    split.late.assign(n, 1);

  // The targets of late iterations wait, and so do those that wait already. By field: arguments may share
  // one.
  for (const OrderedArgument& argument : loop.arguments)
    if (std::vector<char>& waits = split.waits[argument.field];
        changes_through_map(argument) && waits.empty())
      for (const int touched : history_[argument.field].touched) waits.push_back(touched == waiting);
  for (std::size_t i = 0; i < n; ++i)
    if (split.late[i])
      for_each_element(loop, i, [&](const OrderedArgument& argument, std::size_t element) {
        if (changes_through_map(argument)) split.waits[argument.field][element] = 1;
      });

  // An iteration is executed for its targets: before the messages for those that need not wait, and after.
  for (std::size_t i = 0; i < n; ++i) {
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
  auto by_tile = detail::ordered_contributions(tiles, static_cast<local_index>(number_of_tiles));
  order.tile.assign(number_of_tiles + 1, 0);
  for (std::size_t t = 0; t < by_tile.targets.size(); ++t)
    order.tile[static_cast<std::size_t>(by_tile.targets[t]) + 1] =
        static_cast<std::size_t>(by_tile.first[t + 1] - by_tile.first[t]);
  std::partial_sum(order.tile.begin(), order.tile.end(), order.tile.begin());
  order.iterations = std::move(by_tile.numbers);
  const std::size_t early = order.iterations.size();
  for (std::size_t i = 0; i < loop.iterations; ++i)
    if (split.late[i]) order.iterations.push_back(static_cast<local_index>(i));

  std::vector<char> counts(order.iterations.size());
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const auto i = static_cast<std::size_t>(order.iterations[k]);
    const bool again = k >= early && split.early[i];
    counts[k] = !again && loop.own[i] != nowhere && loop.own[i] < loop.owned;
  }

  for (const OrderedArgument& argument : loop.arguments) {
    std::vector<local_index>& targets = order.targets.emplace_back();
    if (!changes(argument)) continue;
    const local_index no_owner = fields_[argument.field].local;
    bool differs = false;
    targets.resize(order.iterations.size());
    for (std::size_t k = 0; k < targets.size(); ++k) {
      const local_index row = argument.rows[order.iterations[k]];
      const auto element = static_cast<std::size_t>(row);
      const bool here = row != nowhere && is_owned(argument, element) &&
                        (argument.direct ? counts[k] : split.target_waits(argument, element) == (k >= early));
      targets[k] = here ? row : no_owner;
      differs |= targets[k] != row;
    }
    if (!differs) targets.clear();
  }
  if (std::ranges::find(counts, 0) != counts.end()) order.counts = std::move(counts);
  return order;
}

}  // namespace

std::vector<Order> order(std::span<const OrderedLoop> loops, std::span<const OrderedField> fields,
                         std::size_t iterations_per_tile) {
  Ordering ordering(loops, fields);
  std::vector<Split> splits;
  std::vector<std::vector<local_index>> tiles;
  int last_tile = 0;
  for (const OrderedLoop& loop : loops) {
    const Split& split = splits.emplace_back(ordering.split(loop));
    const bool is_first = splits.size() == 1;
    tiles.push_back(ordering.tiles(loop, split, [&](std::size_t iteration) {
      return is_first ? static_cast<int>(iteration / iterations_per_tile) : 0;
    }));
    for (const local_index tile : tiles.back())
      if (tile != waiting) last_tile = std::max(last_tile, tile);
  }
  ordering.forget_history();
  std::vector<Order> orders;
  for (std::size_t l = 0; l < loops.size(); ++l) {
    orders.push_back(ordering.order(loops[l], splits[l], tiles[l], static_cast<std::size_t>(last_tile) + 1));
    splits[l] = {};  // large, and no longer needed
    tiles[l] = {};
  }
  return orders;
}

}  // namespace partita::loops

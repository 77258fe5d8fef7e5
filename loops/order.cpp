#include <algorithm>
#include <limits>
#include <numeric>

#include <partita/loops/order.hpp>

namespace partita::loops {

namespace {

constexpr int never = -1;
constexpr int waiting = std::numeric_limits<int>::max();  // after every tile

// In which tile each element of a field was last changed, and last changed or used.
struct History {
  std::vector<int> changed, touched;
};

// Which iterations of one loop are executed in a tile, which after the messages. Some in both.
struct Split {
  std::vector<char> early, late;
  std::vector<std::vector<char>> target_waits;  // per argument that is written through a map, by element
};

bool changes(const OrderedArgument& argument) { return writes(argument.access); }

bool is_ours(const OrderedArgument& argument, local_index row, std::span<const OrderedField> fields) {
  return row != nowhere && row < fields[static_cast<std::size_t>(argument.field)].owned;
}

// Both reads and changes its own values: executed twice it would read what it changed.
bool must_not_be_split(const OrderedLoop& loop) {
  return std::any_of(loop.arguments.begin(), loop.arguments.end(), [](const OrderedArgument& argument) {
    return argument.access == Access::read_write || (argument.direct && argument.access == Access::increment);
  });
}

Split split(const OrderedLoop& loop, std::span<const OrderedField> fields,
            const std::vector<History>& history) {
  const auto n = loop.iterations;
  Split split{std::vector<char>(n, 0), std::vector<char>(n, 0), {}};
  const bool nothing_waits =
      std::none_of(loop.arguments.begin(), loop.arguments.end(), [&](const OrderedArgument& argument) {
        const auto f = static_cast<std::size_t>(argument.field);
        return fields[f].waits || std::find(history[f].touched.begin(), history[f].touched.end(), waiting) !=
                                      history[f].touched.end();
      });
  if (nothing_waits) {
    split.early.assign(n, 1);
    return split;
  }

  // What reads something on its way, or changes something of its own that others still wait with.
  bool writes_through_maps = false;
  for (const OrderedArgument& argument : loop.arguments) {
    const auto f = static_cast<std::size_t>(argument.field);
    writes_through_maps |= changes(argument) && !argument.direct;
    for (std::size_t i = 0; i < n; ++i) {
      const local_index row = argument.rows[i];
      if (row == nowhere) continue;
      const auto at = static_cast<std::size_t>(row);
      if (reads(argument.access) &&
          ((row >= fields[f].owned && fields[f].waits) || history[f].changed[at] == waiting))
        split.late[i] = 1;
      if (changes(argument) && argument.direct && history[f].touched[at] == waiting) split.late[i] = 1;
    }
  }
  if (writes_through_maps && must_not_be_split(loop)) split.late.assign(n, 1);

  // Targets of these wait, and so do those that wait already. By field: arguments may share one.
  std::vector<std::vector<char>> waits(fields.size());
  for (const OrderedArgument& argument : loop.arguments) {
    if (argument.direct || !changes(argument)) continue;
    const auto f = static_cast<std::size_t>(argument.field);
    if (waits[f].empty()) {
      waits[f].resize(static_cast<std::size_t>(fields[f].local));
      for (std::size_t element = 0; element < waits[f].size(); ++element)
        waits[f][element] = history[f].touched[element] == waiting;
    }
    for (std::size_t i = 0; i < n; ++i)
      if (split.late[i] && argument.rows[i] != nowhere)
        waits[f][static_cast<std::size_t>(argument.rows[i])] = 1;
  }

  // An iteration is executed for its targets: before the messages for those that need not wait, and after.
  for (std::size_t i = 0; i < n; ++i) {
    const bool must_wait = split.late[i];
    bool some_early = false, some_late = false;
    for (const OrderedArgument& argument : loop.arguments) {
      if (argument.direct || !changes(argument) || !is_ours(argument, argument.rows[i], fields)) continue;
      const bool target_waits =
          waits[static_cast<std::size_t>(argument.field)][static_cast<std::size_t>(argument.rows[i])];
      (target_waits ? some_late : some_early) = true;
    }
    const bool for_itself_alone = !some_early && !some_late;
    split.early[i] = !must_wait && (some_early || for_itself_alone);
    split.late[i] = must_wait || some_late;
  }
  split.target_waits = std::move(waits);
  return split;
}

}  // namespace

std::vector<Order> order(std::span<const OrderedLoop> loops, std::span<const OrderedField> fields,
                         std::size_t iterations_per_tile) {
  std::vector<History> history(fields.size());
  for (std::size_t f = 0; f < fields.size(); ++f) {
    history[f].changed.assign(static_cast<std::size_t>(fields[f].local), never);
    history[f].touched = history[f].changed;
  }
  const auto of = [&](const OrderedArgument& argument) -> History& {
    return history[static_cast<std::size_t>(argument.field)];
  };

  std::vector<std::vector<int>> tiles_of_loop;
  std::vector<Split> splits;
  int last_tile = 0;
  for (std::size_t l = 0; l < loops.size(); ++l) {
    const OrderedLoop& loop = loops[l];
    const Split& halves = splits.emplace_back(split(loop, fields, history));
    const auto early_target = [&](const OrderedArgument& argument, std::size_t at) {
      const auto f = static_cast<std::size_t>(argument.field);
      return argument.direct || halves.target_waits.empty() || !halves.target_waits[f][at];
    };

    std::vector<int>& tiles = tiles_of_loop.emplace_back(loop.iterations, 0);
    for (std::size_t i = 0; i < loop.iterations; ++i) {
      if (!halves.early[i]) continue;
      int tile = l == 0 ? static_cast<int>(i / iterations_per_tile) : 0;
      for (const OrderedArgument& argument : loop.arguments) {
        const local_index row = argument.rows[i];
        if (row == nowhere) continue;
        const auto at = static_cast<std::size_t>(row);
        if (reads(argument.access)) tile = std::max(tile, of(argument).changed[at]);
        if (changes(argument) && is_ours(argument, row, fields) && early_target(argument, at))
          tile = std::max(tile, of(argument).touched[at]);
      }
      tiles[i] = tile;
      last_tile = std::max(last_tile, tile);
      for (const OrderedArgument& argument : loop.arguments) {
        const local_index row = argument.rows[i];
        if (row == nowhere) continue;
        const auto at = static_cast<std::size_t>(row);
        if (changes(argument) && is_ours(argument, row, fields) && early_target(argument, at))
          of(argument).changed[at] = of(argument).touched[at] = tile;
        else if (reads(argument.access))
          of(argument).touched[at] = std::max(of(argument).touched[at], tile);
      }
    }
    for (std::size_t i = 0; i < loop.iterations; ++i) {
      if (!halves.late[i]) continue;
      for (const OrderedArgument& argument : loop.arguments) {
        const local_index row = argument.rows[i];
        if (row == nowhere) continue;
        const auto at = static_cast<std::size_t>(row);
        const bool again = argument.direct && halves.early[i];
        if (changes(argument) && is_ours(argument, row, fields) && !again &&
            (argument.direct || !early_target(argument, at)))
          of(argument).changed[at] = of(argument).touched[at] = waiting;
        else if (reads(argument.access))
          of(argument).touched[at] = waiting;
      }
    }
  }

  std::vector<Order> orders;
  for (std::size_t l = 0; l < loops.size(); ++l) {
    const OrderedLoop& loop = loops[l];
    const Split& halves = splits[l];
    Order& order = orders.emplace_back();

    // Counting sort by tile, which keeps the order within each.
    order.tile.assign(static_cast<std::size_t>(last_tile) + 2, 0);
    for (std::size_t i = 0; i < loop.iterations; ++i)
      if (halves.early[i]) ++order.tile[static_cast<std::size_t>(tiles_of_loop[l][i]) + 1];
    std::partial_sum(order.tile.begin(), order.tile.end(), order.tile.begin());
    const std::size_t early = order.tile.back();
    order.iterations.resize(early);
    std::vector<std::size_t> next(order.tile.begin(), order.tile.end() - 1);
    for (std::size_t i = 0; i < loop.iterations; ++i)
      if (halves.early[i])
        order.iterations[next[static_cast<std::size_t>(tiles_of_loop[l][i])]++] = static_cast<local_index>(i);
    for (std::size_t i = 0; i < loop.iterations; ++i)
      if (halves.late[i]) order.iterations.push_back(static_cast<local_index>(i));

    std::vector<char> counts(order.iterations.size());
    for (std::size_t k = 0; k < counts.size(); ++k) {
      const auto i = static_cast<std::size_t>(order.iterations[k]);
      const bool again = k >= early && halves.early[i];
      counts[k] = !again && loop.own[i] != nowhere && loop.own[i] < loop.owned;
    }

    for (const OrderedArgument& argument : loop.arguments) {
      std::vector<local_index>& targets = order.targets.emplace_back();
      if (!changes(argument)) continue;
      const local_index nobody = fields[static_cast<std::size_t>(argument.field)].local;
      bool differs = false;
      targets.resize(order.iterations.size());
      for (std::size_t k = 0; k < targets.size(); ++k) {
        const auto i = static_cast<std::size_t>(order.iterations[k]);
        const local_index row = argument.rows[i];
        bool here = is_ours(argument, row, fields);
        if (argument.direct)
          here = here && counts[k];
        else if (here && !halves.target_waits.empty())
          here =
              (k >= early) == static_cast<bool>(halves.target_waits[static_cast<std::size_t>(argument.field)]
                                                                   [static_cast<std::size_t>(row)]);
        targets[k] = here ? row : nobody;
        differs |= targets[k] != row;
      }
      if (!differs) targets.clear();
    }
    if (std::find(counts.begin(), counts.end(), 0) != counts.end()) order.counts = std::move(counts);
  }
  return orders;
}

}  // namespace partita::loops

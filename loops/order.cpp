#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include <partita/loops/order.hpp>
#include <partita/support/ordered_contributions.hpp>

namespace partita::loops {

namespace {

constexpr local_index never = -1;
constexpr local_index none = std::numeric_limits<local_index>::max();  // no tile: it waits

// The tiles of iterations that need not wait, loop after loop.
class Tiling {
 public:
  Tiling(std::span<const OrderedLoop> loops, std::span<const OrderedField> fields)
      : fields_(fields), history_(fields.size()) {
    for (const OrderedLoop& loop : loops)
      for (const OrderedArgument& argument : loop.arguments) {
        History& history = history_[argument.field];
        if (!changes(argument) || !history.changed.empty()) continue;
        history.changed.assign(static_cast<std::size_t>(fields[argument.field].local), never);
        history.touched = history.changed;
      }
  }

  // The tile of each iteration, at least `first_tile(iteration)`.
  std::vector<local_index> tiles(const OrderedLoop& loop, const Waiting& waiting, const auto& first_tile) {
    struct Dependence {
      std::size_t number;
      const OrderedArgument& argument;
      History& history;
    };
    std::vector<Dependence> dependences;  // arguments whose field is changed by some loop
    for (std::size_t a = 0; a < loop.arguments.size(); ++a)
      if (History& history = history_[loop.arguments[a].field]; !history.changed.empty())
        dependences.push_back({a, loop.arguments[a], history});
    const auto for_each = [&](std::size_t i, const auto& visit) {
      for (const auto& [number, argument, history] : dependences)
        if (const local_index row = argument.rows[i]; row != nowhere)
          visit(argument,
                changes(argument) && row < fields_[argument.field].owned &&
                    (argument.direct || !waiting.target_waits(number, row)),
                history.changed[static_cast<std::size_t>(row)],
                history.touched[static_cast<std::size_t>(row)]);
    };

    std::vector<local_index> tiles(loop.iterations, none);
    auto late_only = waiting.late_only().begin();
    for (std::size_t i = 0; i < loop.iterations; ++i) {
      if (late_only != waiting.late_only().end() && *late_only == static_cast<local_index>(i)) {
        ++late_only;
        continue;
      }
      local_index& tile = tiles[i] = first_tile(i);
      for_each(
          i, [&](const OrderedArgument& argument, bool is_changed, local_index changed, local_index touched) {
            if (reads(argument.access)) tile = std::max(tile, changed);
            if (is_changed) tile = std::max(tile, touched);
          });
      for_each(i, [&](const OrderedArgument& argument, bool is_changed, local_index& changed,
                      local_index& touched) {
        if (is_changed)
          changed = touched = tile;
        else if (reads(argument.access))
          touched = std::max(touched, tile);
      });
    }
    return tiles;
  }

 private:
  // Per element of a field: the tile that last changed it, and the tile that last changed or used it. Empty
  // if no loop changes the field: then nothing depends on its use.
  struct History {
    std::vector<local_index> changed, touched;
  };

  std::span<const OrderedField> fields_;
  std::vector<History> history_;
};

// Cuts the iterations of some loops into tiles.
void put_in_tiles(std::span<const OrderedLoop> loops, std::span<const OrderedField> fields,
                  std::size_t iterations_per_tile, std::span<Order> orders) {
  std::vector<std::vector<local_index>> tiles;
  local_index end = 1;
  {
    Tiling tiling(loops, fields);  // large
    for (std::size_t l = 0; l < loops.size(); ++l) {
      tiles.push_back(tiling.tiles(loops[l], orders[l].waiting, [&](std::size_t iteration) {
        return l == 0 ? static_cast<local_index>(iteration / iterations_per_tile) : 0;
      }));
      for (const local_index tile : tiles.back())
        if (tile != none) end = std::max(end, tile + 1);
    }
  }
  for (std::size_t l = 0; l < loops.size(); ++l) {
    Order& order = orders[l];
    auto by_tile = detail::ordered_contributions(std::exchange(tiles[l], std::vector<local_index>()), end);
    order.tile.assign(static_cast<std::size_t>(end) + 1, 0);
    for (std::size_t t = 0; t < by_tile.targets.size(); ++t)
      order.tile[static_cast<std::size_t>(by_tile.targets[t]) + 1] =
          static_cast<std::size_t>(by_tile.first[t + 1] - by_tile.first[t]);
    std::partial_sum(order.tile.begin(), order.tile.end(), order.tile.begin());
    order.iterations = std::move(by_tile.numbers);
    const auto& late = order.waiting.late();
    order.iterations.insert(order.iterations.end(), late.begin(), late.end());
  }
}

// The lists of one loop's order follow what waits in it.
class Lists {
 public:
  // @param late_only before; none: the order is new, or was in tiles. It is made anew, too, if now in tiles
  Lists(Order& order, const OrderedLoop& loop, std::span<const OrderedField> fields,
        std::optional<std::vector<local_index>> late_only)
      : order_(order),
        loop_(loop),
        fields_(fields),
        early_(loop.iterations - order.waiting.late_only().size()),
        follows_(late_only && order.tile.size() == 2) {
    if (follows_) {
      const auto [was, is] = std::ranges::mismatch(*late_only, order.waiting.late_only());
      from_ = std::min(loop.changed.from, loop.iterations);
      if (was != late_only->end()) from_ = std::min(from_, static_cast<std::size_t>(*was));
      if (is != order.waiting.late_only().end()) from_ = std::min(from_, static_cast<std::size_t>(*is));
    }
  }

  void operator()() {
    if (order_.tile.size() == 2) order_.tile.back() = early_;
    const std::size_t size_before = std::exchange(order_.size, early_ + order_.waiting.late().size());
    std::vector<local_index> retargeted_before = std::exchange(order_.retargeted, find_retargeted());
    std::vector<local_index> relisted =
        united(united(loop_.changed.rows, loop_.touching), united(retargeted_before, order_.retargeted));
    order_.same = follows_ && order_.size == size_before && from_ == loop_.iterations && relisted.empty();
    std::erase_if(relisted, [&](local_index i) { return static_cast<std::size_t>(i) >= from_; });
    relisted_ = placed(relisted);
    retargeted_ = placed(order_.retargeted);
    list_counts();
    const std::size_t arguments = loop_.arguments.size();
    order_.rows.resize(arguments);
    order_.targets.resize(arguments);
    std::vector<char> rows_serve(arguments);  // with the first argument that has them
    for (std::size_t a = 0; a < arguments; ++a)
      rows_serve[first_with_rows(loop_, a)] |= !list_targets(a) || reads(loop_.arguments[a].access);
    for (std::size_t a = 0; a < arguments; ++a)
      if (rows_serve[a] && !order_.as_given())
        list(loop_.arguments[a].rows, order_.rows[a]);
      else
        order_.rows[a] = std::vector<local_index>();
  }

 private:
  struct Placed {
    std::size_t place;
    local_index iteration;
  };

  // Where iterations are before the messages, in one tile, without those that run late only. Both ascend.
  std::vector<Placed> placed(std::span<const local_index> iterations) const {
    const std::span<const local_index> late_only = order_.waiting.late_only();
    std::vector<Placed> placed;
    std::size_t before = 0;
    for (const local_index i : iterations) {
      while (before < late_only.size() && late_only[before] < i) ++before;
      if (before == late_only.size() || late_only[before] != i)
        placed.push_back({static_cast<std::size_t>(i) - before, i});
    }
    return placed;
  }

  std::vector<local_index> find_retargeted() const {
    std::vector<local_index> early;
    std::ranges::set_difference(united(loop_.touching, order_.waiting.late()), order_.waiting.late_only(),
                                std::back_inserter(early));
    return early;
  }

  // An execution: before the messages, after them, or again after them.
  enum class When { early, late, late_again };

  bool counts(local_index i, When when) const {
    return when != When::late_again && is_owned(loop_.own[i], loop_.owned);
  }

  // The element that an iteration changes, or one that is never read.
  local_index target(std::size_t a, local_index i, When when) const {
    const OrderedArgument& argument = loop_.arguments[a];
    const OrderedField& field = fields_[argument.field];
    const local_index row = argument.rows[i];
    if (!is_owned(row, field.owned)) return field.local;
    const bool here =
        argument.direct ? counts(i, when) : order_.waiting.target_waits(a, row) == (when != When::early);
    return here ? row : field.local;
  }

  // Calls `visit(place, iteration, when)` where something may differ from other iterations.
  void visit_retargeted(const auto& visit) const {
    if (order_.iterations.empty())
      for (const auto& [place, i] : retargeted_) visit(place, i, When::early);
    else
      for (std::size_t k = 0; k < early_; ++k) visit(k, order_.iterations[k], When::early);
    auto late_only = order_.waiting.late_only().begin();
    std::size_t place = early_;
    for (const local_index i : order_.waiting.late()) {  // all that run late only are among them
      const bool ran_early = late_only == order_.waiting.late_only().end() || *late_only != i;
      if (!ran_early) ++late_only;
      visit(place++, i, ran_early ? When::late_again : When::late);
    }
  }

  void list_counts() {
    order_.counts.clear();
    visit_retargeted([&](std::size_t k, local_index i, When when) {
      if (counts(i, when)) return;
      order_.counts.resize(order_.size, 1);
      order_.counts[k] = 0;
    });
  }

  // @return whether some differ from the rows
  bool list_targets(std::size_t a) {
    std::vector<local_index>& targets = order_.targets[a];
    bool differs = false;
    if (changes(loop_.arguments[a]))
      visit_retargeted([&](std::size_t, local_index i, When when) {
        differs = differs || target(a, i, when) != loop_.arguments[a].rows[i];
      });
    if (differs) {
      list(loop_.arguments[a].rows, targets);
      visit_retargeted([&](std::size_t k, local_index i, When when) { targets[k] = target(a, i, when); });
    } else {
      targets = std::vector<local_index>();
    }
    return differs;
  }

  // In order of execution, given what the list was before.
  void list(std::span<const local_index> rows, std::vector<local_index>& list) const {
    std::size_t from = list.empty() ? 0 : from_;
    list.reserve(order_.size);  // no more than that
    list.resize(order_.size);
    if (!order_.iterations.empty()) {
      for (std::size_t k = 0; k < order_.size; ++k) list[k] = rows[order_.iterations[k]];
      return;
    }
    for (const auto& [place, i] : relisted_) list[place] = rows[i];
    const auto& late_only = order_.waiting.late_only();
    auto next = std::ranges::lower_bound(late_only, static_cast<local_index>(from));
    auto to =
        list.begin() + static_cast<std::ptrdiff_t>(from - static_cast<std::size_t>(next - late_only.begin()));
    for (std::size_t end; from < loop_.iterations; from = end + 1) {
      end = next == late_only.end() ? loop_.iterations : static_cast<std::size_t>(*next++);
      to = std::copy(rows.begin() + static_cast<std::ptrdiff_t>(from),
                     rows.begin() + static_cast<std::ptrdiff_t>(end), to);
    }
    for (const local_index i : order_.waiting.late()) *to++ = rows[i];
  }

  Order& order_;
  const OrderedLoop& loop_;
  std::span<const OrderedField> fields_;
  std::size_t early_;
  bool follows_;                  // one tile, before and now
  std::size_t from_ = 0;          // the entries of iterations from this one on are made anew
  std::vector<Placed> relisted_;  // and so are those of these
  std::vector<Placed> retargeted_;
};

}  // namespace

std::size_t first_with_rows(const OrderedLoop& loop, std::size_t argument) {
  const auto has_the_same = [&](const OrderedArgument& other) {
    return other.rows.data() == loop.arguments[argument].rows.data();
  };
  return static_cast<std::size_t>(std::ranges::find_if(loop.arguments, has_the_same) -
                                  loop.arguments.begin());
}

std::vector<local_index> executed(const Order& order, const OrderedLoop& loop) {
  if (order.size == 0 || !order.iterations.empty()) return order.iterations;
  std::vector<local_index> all(loop.iterations), executed;
  std::iota(all.begin(), all.end(), 0);
  std::ranges::set_difference(all, order.waiting.late_only(), std::back_inserter(executed));
  executed.insert(executed.end(), order.waiting.late().begin(), order.waiting.late().end());
  return executed;
}

std::vector<Order> order(std::span<const OrderedLoop> loops, std::span<const OrderedField> fields,
                         std::size_t iterations_per_tile, std::vector<Order> before) {
  std::vector<Order> orders = std::move(before);
  std::vector<std::optional<std::vector<local_index>>> late_only(loops.size());
  for (std::size_t l = 0; l < orders.size(); ++l)
    if (orders[l].tile.size() == 2)
      late_only[l].emplace(orders[l].waiting.late_only().begin(), orders[l].waiting.late_only().end());
  orders.resize(loops.size());

  std::vector<LateElements> late_elements(fields.size());
  for (const OrderedLoop& loop : loops)
    for (const auto& argument : loop.arguments)
      if (changes(argument)) {
        const Elements none_yet(fields[argument.field].owned);
        late_elements[argument.field] = {none_yet, none_yet};
      }
  for (std::size_t l = 0; l < loops.size(); ++l) {
    orders[l].waiting.find(loops[l], fields, late_elements);
    orders[l].changes_sent.clear();
    for (const OrderedArgument& argument : loops[l].arguments)
      orders[l].changes_sent.push_back(
          changes(argument) &&
          !late_elements[argument.field].touched.contains_all(fields[argument.field].sent));
  }

  for (Order& each : orders) {
    each.iterations.clear();
    each.tile = {0, 0};
  }
  if (loops.front().iterations > iterations_per_tile)
    put_in_tiles(loops, fields, iterations_per_tile, orders);
  for (std::size_t l = 0; l < loops.size(); ++l)
    Lists(orders[l], loops[l], fields, std::move(late_only[l]))();
  return orders;
}

}  // namespace partita::loops

#include <algorithm>
#include <map>
#include <utility>

#include <partita/loops/ordered_segment.hpp>
#include <partita/loops/thread_shares.hpp>
#include <partita/loops/threads.hpp>
#include <partita/support/ordered_contributions.hpp>

namespace partita::loops {

namespace {

// at(0), at(1), ... where kernels read it.
template <class T>
Kokkos::View<const T*> listed(std::size_t size, const auto& at) {
  const Kokkos::View<T*> all(Kokkos::ViewAllocateWithoutInitializing("traversal"), size);
  const auto on_host = Kokkos::create_mirror_view(all);
  for (std::size_t k = 0; k < size; ++k) on_host.data()[k] = at(k);
  Kokkos::deep_copy(all, on_host);
  return all;
}

template <class T>
Kokkos::View<const T*> listed(std::span<const T> values) {
  return listed<T>(values.size(), [&](std::size_t k) { return values[k]; });
}

// Where kernels reach the host's memory, these values themselves.
Indices without_copy(std::span<const local_index> values) {
  return fields_on_host ? Indices(values.data(), values.size()) : listed(values);
}

int threads_of(const Options& options) {
  if (options.backend != Backend::lanes) return 1;
  return options.threads > 0 ? options.threads : threads_of_host();
}

// The number of iterations of the first loop whose tile has this many bytes: values of fields, and indices.
std::size_t iterations_per_tile(std::span<const OrderedLoop> loops,
                                const std::vector<const FieldState*>& fields, std::size_t bytes) {
  std::size_t total = 0;
  for (const FieldState* field : fields)
    total += static_cast<std::size_t>(field->set().local()) * field->bytes();
  for (const OrderedLoop& loop : loops)
    for (const OrderedArgument& argument : loop.arguments)
      total += argument.rows.size() * sizeof(local_index);
  const std::size_t iterations = loops.front().iterations;
  return std::max<std::size_t>(64, total == 0 ? iterations : iterations * bytes / total);
}

// What the iterations [begin, end) contribute through maps, by target and in order.
void add_sums(const LoopState& loop, const Order& order,
              std::span<const std::span<const local_index>> targets, Traversal& traversal, int section) {
  const std::size_t begin = section == 0 ? 0 : order.tile.back();
  const std::size_t end = section == 0 ? order.tile.back() : order.size;
  traversal.sums[section].resize(loop.arguments().size());
  for (std::size_t first = 0; first < loop.arguments().size(); ++first) {
    const Argument& argument = loop.arguments()[first];
    if (!argument.indirect() || !stores_contributions(argument.access)) continue;
    if (traversal.staging[first].writer != 0) continue;  // its field is summed already
    std::vector<std::size_t> together;                   // arguments that write this field
    for (std::size_t a = first; a < loop.arguments().size(); ++a)
      if (loop.arguments()[a].field == argument.field) together.push_back(a);

    std::vector<local_index> target_of;  // of each stored row: one past the last row where it is not added
    target_of.reserve((end - begin) * together.size());
    for (std::size_t k = begin; k < end; ++k)
      for (const std::size_t writer : together) target_of.push_back(targets[writer][k]);
    const auto [sorted, first_of, numbers] =
        detail::ordered_contributions(target_of, argument.field->set().local());
    traversal.sums[section][first] = {listed(std::span(sorted)), listed(std::span(first_of)),
                                      listed(std::span(numbers))};
  }
}

bool goes_through_maps(const LoopState& loop) {
  return std::ranges::any_of(loop.arguments(), [](const Argument& argument) { return argument.indirect(); });
}

std::vector<ElementRun> runs_of(std::span<const local_index> elements) {
  std::vector<ElementRun> runs;
  for (std::size_t k = 0; k < elements.size(); ++k)
    if (k == 0 || elements[k] != elements[k - 1] + 1) runs.push_back({k, elements[k]});
  runs.push_back({elements.size(), 0});
  return runs;
}

// @param before of the order that this one follows, or an empty one
Traversal traversal_of(const LoopState& loop, const OrderedLoop& ordered, Order& order, bool for_kernels,
                       Traversal before) {
  Traversal traversal;
  traversal.tile = order.tile;
  traversal.size = order.size;
  traversal.counts = std::move(order.counts);
  order.iterations = std::vector<local_index>();  // large; the rows say it
  const auto rows_of = [&](std::size_t a) {
    const std::vector<local_index>& listed = order.rows[first_with_rows(ordered, a)];
    return listed.empty() ? ordered.arguments[a].rows.first(order.size) : std::span(listed);
  };
  const auto is_empty = [](const auto& targets) { return targets.empty(); };
  if (!for_kernels && !goes_through_maps(loop) && traversal.counts.empty() &&
      std::ranges::all_of(order.targets, is_empty)) {
    if (ordered.arguments.empty())  // nothing is read at an element
      traversal.runs = {{0, 0}, {order.size, 0}};
    else
      traversal.runs = order.same && !before.runs.empty() ? std::move(before.runs) : runs_of(rows_of(0));
  }

  std::vector<std::span<const local_index>> targets(loop.arguments().size());
  std::map<std::size_t, Indices> made;  // by index array
  std::size_t of_field = 0;             // the number of an argument among those of fields
  for (std::size_t a = 0; a < loop.arguments().size(); ++a) {
    Rows& rows = traversal.rows.emplace_back();
    const Argument& argument = loop.arguments()[a];
    if (!argument.field) continue;
    const std::vector<local_index>& differing = order.targets[of_field];
    const bool by_sums = for_kernels && argument.indirect() && stores_contributions(argument.access);
    if (writes(argument.access)) targets[a] = differing.empty() ? rows_of(of_field) : differing;
    if (!by_sums && (reads(argument.access) || differing.empty())) {
      const auto [entry, is_new] = made.try_emplace(loop.array(a));
      if (is_new) entry->second = without_copy(rows_of(of_field));
      rows.read = entry->second;
    }
    if (!by_sums && writes(argument.access))
      rows.target = differing.empty() ? rows.read : without_copy(differing);
    ++of_field;
  }
  if (!for_kernels) return traversal;

  traversal.counts_there = listed(std::span<const char>(traversal.counts));
  for (std::size_t a = 0; a < loop.arguments().size(); ++a) {
    Staging& staging = traversal.staging.emplace_back(Staging{0, 0});
    for (std::size_t b = 0; b < loop.arguments().size(); ++b) {
      if (!loop.arguments()[b].field || loop.arguments()[b].field != loop.arguments()[a].field) continue;
      ++staging.writers;
      if (b < a) ++staging.writer;
    }
  }
  for (const int section : {0, 1}) add_sums(loop, order, targets, traversal, section);
  return traversal;
}

// The iterations of a tile follow one another, so they are one thread's. Kernels run all iterations that need
// no message at once. A loop alone has nothing to find in the cache.
bool may_run_in_tiles(std::size_t loops, const Options& options) {
  return loops > 1 && options.backend == Backend::lanes && threads_of(options) == 1;
}

}  // namespace

OrderedSegment order_segment(std::span<const std::shared_ptr<LoopState>> loops,
                             std::span<const std::shared_ptr<FieldState>> stale, const Options& options,
                             bool in_tiles, std::span<const ChangedRows> changed, OrderedSegment before) {
  std::vector<const FieldState*> fields;  // of the segment, each once
  const auto number = [&](const FieldState* field) {
    const auto known = std::ranges::find(fields, field);
    const auto place = static_cast<std::size_t>(known - fields.begin());
    if (known == fields.end()) fields.push_back(field);
    return place;
  };
  std::vector<OrderedLoop> ordered;
  for (std::size_t l = 0; l < loops.size(); ++l) {
    const LoopState& loop = *loops[l];
    const std::span<const local_index> own = loop.rows(0);
    OrderedLoop& next = ordered.emplace_back(
        OrderedLoop{own.size(), {}, own, loop.set()->owned(), loop.inspected->touching(), changed[l]});
    for (std::size_t a = 0; a < loop.arguments().size(); ++a) {
      const Argument& argument = loop.arguments()[a];
      if (argument.field)
        next.arguments.push_back(
            {number(argument.field.get()), argument.access, argument.direct(), loop.rows(loop.array(a))});
    }
  }
  std::vector<OrderedField> ordered_fields;
  std::vector<std::vector<local_index>> sent(fields.size());
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const bool waits = std::ranges::any_of(stale, [&](const auto& each) { return each.get() == fields[f]; });
    if (waits) sent[f] = detail::needed_values(fields[f]->set().pattern->needed_by());
    ordered_fields.push_back({fields[f]->set().owned(), fields[f]->set().local(), waits, sent[f]});
  }
  OrderedSegment now;
  const std::size_t iterations = ordered.front().iterations;
  const std::size_t in_cache = iterations_per_tile(ordered, fields, options.tile_bytes);
  now.may_be_in_tiles = may_run_in_tiles(loops.size(), options) && iterations > in_cache;
  const std::size_t per_tile =
      in_tiles && now.may_be_in_tiles ? in_cache : std::max<std::size_t>(1, iterations);
  const int threads = threads_of(options);
  std::vector<Order> wholes;
  if (threads == 1)
    for (std::vector<Order>& of_loop : before.orders) wholes.push_back(std::move(of_loop.front()));
  wholes = order(ordered, ordered_fields, per_tile, std::move(wholes));

  for (std::size_t f = 0; f < fields.size(); ++f) {
    bool changed_before = false;
    for (std::size_t l = 0; l < loops.size(); ++l)
      for (std::size_t a = 0; a < ordered[l].arguments.size(); ++a)
        changed_before |= ordered[l].arguments[a].field == f && wholes[l].changes_sent[a];
    if (!changed_before) now.sent_later.push_back(fields[f]);
  }
  now.traversals.resize(loops.size());
  for (std::size_t l = 0; l < loops.size(); ++l) {
    now.orders.push_back(divide_among_threads(ordered[l], ordered_fields, std::move(wholes[l]), threads));
    for (std::size_t thread = 0; thread < now.orders[l].size(); ++thread) {
      Traversal last =
          threads == 1 && !before.traversals.empty() ? std::move(before.traversals[l].front()) : Traversal();
      now.traversals[l].push_back(traversal_of(*loops[l], ordered[l], now.orders[l][thread],
                                               loops[l]->runs_in_kernels(options.backend), std::move(last)));
      now.traversals[l].back().thread = static_cast<int>(thread);
    }
  }
  return now;
}

}  // namespace partita::loops

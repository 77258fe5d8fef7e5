#include <algorithm>
#include <map>
#include <utility>

#include <partita/loops/make_traversals.hpp>
#include <partita/loops/order.hpp>
#include <partita/loops/thread_shares.hpp>

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
  return options.threads > 0 ? options.threads : Kokkos::DefaultHostExecutionSpace().concurrency();
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
void add_sums(const LoopState& loop, const Order& order, const std::vector<std::vector<local_index>>& targets,
              Traversal& traversal, int section) {
  const std::size_t begin = section == 0 ? 0 : order.tile.back();
  const std::size_t end = section == 0 ? order.tile.back() : order.size;
  traversal.sums[section].resize(loop.arguments().size());
  for (std::size_t first = 0; first < loop.arguments().size(); ++first) {
    const Argument& argument = loop.arguments()[first];
    if (!argument.indirect() || !is_staged_through_map(argument.access)) continue;
    if (traversal.staging[first].writer != 0) continue;  // its field is summed already
    std::vector<std::size_t> together;                   // arguments that write this field
    for (std::size_t a = first; a < loop.arguments().size(); ++a)
      if (loop.arguments()[a].field == argument.field) together.push_back(a);

    std::vector<local_index> target_of;  // of each stored row: one past the last row where it is not added
    target_of.reserve((end - begin) * together.size());
    for (std::size_t k = begin; k < end; ++k)
      for (const std::size_t writer : together) target_of.push_back(targets[writer][k]);
    traversal.sums[section][first].emplace(
        detail::ordered_contributions(target_of, argument.field->set().local()));
  }
}

bool goes_through_maps(const LoopState& loop) {
  return std::ranges::any_of(loop.arguments(), [](const Argument& argument) { return argument.indirect(); });
}

std::vector<ElementRun> runs_of(const Order& order, std::span<const local_index> elements) {
  std::vector<ElementRun> runs;
  for (std::size_t k = 0; k < order.size; ++k)
    if (const local_index element = elements[order.iteration(k)];
        k == 0 || element != elements[order.iteration(k - 1)] + 1)
      runs.push_back({k, element});
  runs.push_back({order.size, 0});
  return runs;
}

Traversal traversal_of(const LoopState& loop, Order order, bool for_kernels) {
  Traversal traversal;
  traversal.tile = order.tile;
  traversal.size = order.size;
  traversal.counts = order.counts;
  const auto is_empty = [](const auto& targets) { return targets.empty(); };
  if (!for_kernels && !goes_through_maps(loop) && order.counts.empty() &&
      std::ranges::all_of(order.targets, is_empty))
    traversal.runs = runs_of(order, loop.rows(0));

  std::vector<std::vector<local_index>> targets(loop.arguments().size());
  auto ordered = order.targets.begin();  // has no entries for globals
  std::map<std::size_t, Indices> made;   // by index array
  for (std::size_t a = 0; a < loop.arguments().size(); ++a) {
    Rows& rows = traversal.rows.emplace_back();
    const Argument& argument = loop.arguments()[a];
    if (!argument.field) continue;
    std::vector<local_index>& differing = *ordered++;
    const std::span<const local_index> found = loop.rows(loop.array(a));
    const auto in_order = [&](std::size_t k) { return found[order.iteration(k)]; };
    const bool same = differing.empty();
    if (reads(argument.access) || same) {
      const auto [entry, is_new] = made.try_emplace(loop.array(a));
      if (is_new)
        entry->second = order.iterations.empty() ? without_copy(found.first(order.size))
                                                 : listed<local_index>(order.size, in_order);
      rows.read = entry->second;
    }
    if (!writes(argument.access)) continue;
    rows.target = same ? rows.read : listed(std::span<const local_index>(differing));
    for (std::size_t k = 0; for_kernels && same && k < order.size; ++k) differing.push_back(in_order(k));
    if (for_kernels) targets[a] = std::move(differing);
  }
  if (!for_kernels) return traversal;

  traversal.counts_there = listed(std::span<const char>(traversal.counts));
  for (std::size_t a = 0; a < loop.arguments().size(); ++a) {
    Staging& staging = traversal.staging.emplace_back(Staging{0, 0});
    for (std::size_t b = 0; b < loop.arguments().size(); ++b) {
      if (!loop.arguments()[a].field || loop.arguments()[b].field != loop.arguments()[a].field) continue;
      ++staging.writers;
      if (b < a) ++staging.writer;
    }
  }
  for (const int section : {0, 1}) add_sums(loop, order, targets, traversal, section);
  return traversal;
}

}  // namespace

// The iterations of a tile follow one another, so they are one thread's. Kernels run all iterations that need
// no message at once. A loop alone has nothing to find in the cache.
bool may_run_in_tiles(std::size_t loops, const Options& options) {
  return loops > 1 && options.backend == Backend::lanes && threads_of(options) == 1;
}

std::vector<std::vector<Traversal>> make_traversals(std::span<const std::shared_ptr<LoopState>> loops,
                                                    std::span<const std::shared_ptr<FieldState>> stale,
                                                    const Options& options, bool in_tiles) {
  std::vector<const FieldState*> fields;  // of the segment, each once
  const auto number = [&](const FieldState* field) {
    const auto known = std::ranges::find(fields, field);
    const auto place = static_cast<std::size_t>(known - fields.begin());
    if (known == fields.end()) fields.push_back(field);
    return place;
  };
  std::vector<OrderedLoop> ordered;
  for (const auto& loop : loops) {
    const std::span<const local_index> own = loop->rows(0);
    OrderedLoop& next = ordered.emplace_back(
        OrderedLoop{own.size(), {}, own, loop->set()->owned(), loop->inspected->touching()});
    for (std::size_t a = 0; a < loop->arguments().size(); ++a) {
      const Argument& argument = loop->arguments()[a];
      if (argument.field)
        next.arguments.push_back(
            {number(argument.field.get()), argument.access, argument.direct(), loop->rows(loop->array(a))});
    }
  }
  std::vector<OrderedField> ordered_fields;
  for (const FieldState* field : fields) {
    const bool waits = std::ranges::any_of(stale, [&](const auto& each) { return each.get() == field; });
    ordered_fields.push_back({field->set().owned(), field->set().local(), waits});
  }
  const std::size_t per_tile = in_tiles ? iterations_per_tile(ordered, fields, options.tile_bytes)
                                        : std::max<std::size_t>(1, ordered.front().iterations);
  std::vector<Order> orders = order(ordered, ordered_fields, per_tile);
  std::vector<std::vector<Traversal>> traversals(loops.size());
  for (std::size_t l = 0; l < loops.size(); ++l)
    for (Order& share :
         divide_among_threads(ordered[l], ordered_fields, std::move(orders[l]), threads_of(options))) {
      traversals[l].push_back(
          traversal_of(*loops[l], std::move(share), loops[l]->runs_in_kernels(options.backend)));
      traversals[l].back().thread = static_cast<int>(traversals[l].size()) - 1;
    }
  return traversals;
}

}  // namespace partita::loops

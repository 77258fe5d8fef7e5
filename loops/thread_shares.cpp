#include <algorithm>
#include <utility>

#include <partita/loops/thread_shares.hpp>
#include <partita/loops/threads.hpp>

namespace partita::loops {

namespace {

// Executing an iteration of such a loop twice, or two of them at once, would read values that the other
// execution changes.
bool must_run_on_one_thread(const OrderedLoop& loop) {
  const auto reads_and_changes = [](const auto& argument) { return argument.access == Access::read_write; };
  return std::ranges::any_of(loop.arguments, reads_and_changes) &&
         std::ranges::any_of(loop.arguments, changes_through_map);
}

/// The elements of a set that a thread owns.
struct Part {
  local_index begin, end;
  bool has(local_index element) const { return begin <= element && element < end; }
};

Part part_of(int thread, int threads, local_index owned) {
  const auto first = [&](std::int64_t t) { return static_cast<local_index>(t * owned / threads); };
  return {first(thread), first(thread + std::int64_t{1})};
}

/// The share of a thread. It looks at all iterations.
class Share {
 public:
  Share(const OrderedLoop& loop, std::span<const OrderedField> fields, const Order& whole,
        std::span<const local_index> iterations, int thread, int threads)
      : loop_(loop),
        whole_(whole),
        iterations_(iterations),
        own_(part_of(thread, threads, loop.owned)),
        is_first_(thread == 0) {
    for (std::size_t a = 0; a < loop.arguments.size(); ++a)
      if (const OrderedArgument& argument = loop.arguments[a]; changes(argument)) {
        const OrderedField& field = fields[argument.field];
        changed_.push_back({a, field.owned, field.local, part_of(thread, threads, field.owned)});
      }
  }

  // By the thread that runs it, so that its memory is near that thread.
  Order order() const {
    std::vector<std::size_t> places;  // in `whole`
    std::vector<char> counts;
    for (std::size_t k = 0; k < whole_.size; ++k) {
      const auto [executes, is_first] = role_in(k);
      if (!executes) continue;
      places.push_back(k);
      counts.push_back((whole_.counts.empty() || whole_.counts[k]) && is_first);
    }
    Order share;
    share.size = places.size();
    share.iterations.reserve(places.size());
    for (const std::size_t k : places) share.iterations.push_back(iterations_[k]);
    for (const std::size_t first : whole_.tile)
      share.tile.push_back(
          static_cast<std::size_t>(std::ranges::lower_bound(places, first) - places.begin()));
    if (std::ranges::find(counts, 0) != counts.end()) share.counts = std::move(counts);
    add_rows(places, share);
    return share;
  }

 private:
  struct Changed {
    std::size_t argument;
    local_index owned, unused_row;
    Part part;
  };
  struct Role {
    bool executes, is_first;  // of the threads that execute the iteration
  };

  local_index row(std::size_t a, std::size_t k) const { return loop_.arguments[a].rows[iterations_[k]]; }

  // The element that argument a changes in the k-th iteration of `whole`, or one that this rank does not own.
  local_index target(std::size_t a, std::size_t k) const {
    return whole_.targets[a].empty() ? row(a, k) : whole_.targets[a][k];
  }

  // The threads whose elements the iteration changes execute it, or that of its own element.
  Role role_in(std::size_t k) const {
    bool changes_owned = false;
    Role role = {false, false};
    for (const Changed& changed : changed_) {
      const local_index element = target(changed.argument, k);
      if (!is_owned(element, changed.owned)) continue;
      const bool here = changed.part.has(element);
      if (!changes_owned) role.is_first = here;
      role.executes |= here;
      changes_owned = true;
    }
    if (changes_owned) return role;
    const local_index own = loop_.own[iterations_[k]];
    const bool here = is_owned(own, loop_.owned) ? own_.has(own) : is_first_;
    return {here, here};
  }

  void add_rows(const std::vector<std::size_t>& places, Order& share) const {
    share.rows.resize(loop_.arguments.size());
    share.targets.resize(loop_.arguments.size());
    for (const Changed& changed : changed_) {
      std::vector<local_index>& targets = share.targets[changed.argument];
      targets.reserve(places.size());
      bool differs = false;
      for (const std::size_t k : places) {
        const local_index element = target(changed.argument, k);
        targets.push_back(changed.part.has(element) ? element : changed.unused_row);
        differs |= targets.back() != row(changed.argument, k);
      }
      if (!differs) targets.clear();
    }
    for (std::size_t a = 0; a < loop_.arguments.size(); ++a) {
      std::vector<local_index>& rows = share.rows[first_with_rows(loop_, a)];
      if (!rows.empty() || (!reads(loop_.arguments[a].access) && !share.targets[a].empty())) continue;
      rows.reserve(places.size());
      for (const std::size_t k : places) rows.push_back(row(a, k));
    }
  }

  const OrderedLoop& loop_;
  const Order& whole_;
  std::span<const local_index> iterations_;
  Part own_;
  bool is_first_;
  std::vector<Changed> changed_;
};

Order empty_like(const Order& whole) {
  Order empty;
  empty.tile.assign(whole.tile.size(), 0);
  empty.rows.resize(whole.rows.size());
  empty.targets.resize(whole.targets.size());
  return empty;
}

}  // namespace

std::vector<Order> divide_among_threads(const OrderedLoop& loop, std::span<const OrderedField> fields,
                                        Order whole, int threads) {
  std::vector<Order> shares(static_cast<std::size_t>(threads), empty_like(whole));
  if (threads > 1 && !must_run_on_one_thread(loop)) {
    const std::vector<local_index> iterations = executed(whole, loop);
    on_threads(shares.size(), [&](std::size_t t) {
      shares[t] = Share(loop, fields, whole, iterations, static_cast<int>(t), threads).order();
    });
  } else {
    shares.front() = std::move(whole);
  }
  return shares;
}

}  // namespace partita::loops

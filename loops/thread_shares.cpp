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

class Division {
 public:
  Division(const OrderedLoop& loop, std::span<const OrderedField> fields, const Order& whole, int threads)
      : loop_(loop), fields_(fields), whole_(whole), iterations_(executed(whole, loop)), threads_(threads) {}

  // Made by the thread that runs it, so that its memory is near that thread. Each looks at all iterations.
  Order share(int thread) const {
    std::vector<std::size_t> places;  // in `whole`
    std::vector<char> counts;
    std::vector<int> executing;
    for (std::size_t k = 0; k < whole_.size; ++k) {
      find_executing(k, executing);
      if (std::ranges::find(executing, thread) == executing.end()) continue;
      places.push_back(k);
      counts.push_back((whole_.counts.empty() || whole_.counts[k]) && thread == executing.front());
    }
    return share(thread, places, std::move(counts));
  }

 private:
  int thread_of(local_index element, local_index owned) const {
    return static_cast<int>(std::int64_t{element} * threads_ / owned);
  }

  local_index row(std::size_t a, std::size_t k) const { return loop_.arguments[a].rows[iterations_[k]]; }

  // The element that argument a changes in the k-th iteration of `whole`, or one that this rank does not own.
  local_index target(std::size_t a, std::size_t k) const {
    return whole_.targets[a].empty() ? row(a, k) : whole_.targets[a][k];
  }

  // The threads whose elements the iteration changes, or that of its own element, each once.
  void find_executing(std::size_t k, std::vector<int>& threads) const {
    threads.clear();
    for (std::size_t a = 0; a < loop_.arguments.size(); ++a) {
      const OrderedField& field = fields_[loop_.arguments[a].field];
      if (!changes(loop_.arguments[a]) || target(a, k) >= field.owned) continue;
      const int thread = thread_of(target(a, k), field.owned);
      if (std::ranges::find(threads, thread) == threads.end()) threads.push_back(thread);
    }
    if (!threads.empty()) return;
    const local_index own = loop_.own[iterations_[k]];
    threads.push_back(is_owned(own, loop_.owned) ? thread_of(own, loop_.owned) : 0);
  }

  Order share(int thread, const std::vector<std::size_t>& places, std::vector<char> counts) const {
    const std::size_t arguments = loop_.arguments.size();
    Order share;
    share.size = places.size();
    for (const std::size_t k : places) share.iterations.push_back(iterations_[k]);
    for (const std::size_t first : whole_.tile)
      share.tile.push_back(
          static_cast<std::size_t>(std::ranges::lower_bound(places, first) - places.begin()));
    if (std::ranges::find(counts, 0) != counts.end()) share.counts = std::move(counts);
    share.rows.resize(arguments);
    share.targets.resize(arguments);
    for (std::size_t a = 0; a < arguments; ++a) {
      std::vector<local_index>& targets = share.targets[a];
      std::vector<local_index>& rows = share.rows[first_with_rows(loop_, a)];
      const OrderedField& field = fields_[loop_.arguments[a].field];
      bool differs = false;
      for (std::size_t k = 0; changes(loop_.arguments[a]) && k < places.size(); ++k) {
        const local_index element = target(a, places[k]);
        const bool here = element < field.owned && thread_of(element, field.owned) == thread;
        targets.push_back(here ? element : field.local);
        differs |= targets.back() != row(a, places[k]);
      }
      if (!differs) targets.clear();
      if (rows.empty() && (!differs || reads(loop_.arguments[a].access)))
        for (const std::size_t k : places) rows.push_back(row(a, k));
    }
    return share;
  }

  const OrderedLoop& loop_;
  std::span<const OrderedField> fields_;
  const Order& whole_;
  std::vector<local_index> iterations_;
  int threads_;
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
    const Division division(loop, fields, whole, threads);
    on_threads(shares.size(), [&](std::size_t t) { shares[t] = division.share(static_cast<int>(t)); });
  } else {
    shares.front() = std::move(whole);
  }
  return shares;
}

}  // namespace partita::loops

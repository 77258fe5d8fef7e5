// Runs the iterations of a traversal on a thread of the host: piece by piece, each by one call of the loop's
// compiled code.
#include <algorithm>
#include <array>
#include <limits>

#include <partita/loops/loop.hpp>

namespace partita::loops {

namespace {

class ThreadRun {
 public:
  ThreadRun(const LoopState& loop, const Traversal& traversal) : loop_(loop), traversal_(traversal) {
    for (std::size_t a = 0; a < loop.arguments().size(); ++a) {
      const auto& [access, field, column, global, reduction, onward, descriptor] = loop.arguments()[a];
      if (field)
        run_.push_back(
            {field->data<std::byte>(), traversal.rows[a].read.data(), traversal.rows[a].target.data()});
      else
        run_.push_back({writes(access) ? global->waiting(traversal.thread) : global->value()});
      if (global && writes(access)) most_ = GlobalState::most_waiting;
    }
  }

  // Of a loop without maps: pieces on consecutive elements.
  void run_directly(const Way& way, std::size_t begin, std::size_t end) {
    const std::vector<RunArgument> first = run_;
    auto run = std::prev(std::ranges::upper_bound(traversal_.runs, begin, {}, &ElementRun::begin));
    std::size_t held = 0;  // values to be reduced
    for (std::size_t count; begin < end; begin += count) {
      while (std::next(run)->begin <= begin) ++run;
      count = std::min({most_, end - begin, std::next(run)->begin - begin});
      if (held + count > most_) take(std::exchange(held, 0), nullptr);
      const std::size_t element = static_cast<std::size_t>(run->element) + (begin - run->begin);
      for (std::size_t a = 0; a < run_.size(); ++a) {
        const Argument& argument = loop_.arguments()[a];
        if (argument.field) run_[a].base = first[a].base + element * argument.field->bytes();
        if (argument.reduces()) run_[a].base = first[a].base + held * argument.global->bytes();
      }
      way.run(loop_, run_.data(), 0, count);
      held += count;
    }
    take(held, nullptr);
  }

  void run_in_lanes(const Way& way, std::size_t begin, std::size_t end) {
    const auto lanes = static_cast<std::size_t>(way.lanes);
    const std::size_t whole = begin + (end - begin) / lanes * lanes;
    for (std::size_t last; begin < whole; begin = last) {
      last = std::min(whole - begin, most_) + begin;
      way.run(loop_, run_.data(), begin, last);
      take(last - begin, traversal_.counts.empty() ? nullptr : traversal_.counts.data() + begin);
    }
    if (whole < end) run_tail(way, lanes, whole, end - whole);
  }

 private:
  // The fewer than L iterations at the end of a range. They are filled up to L with repetitions that change
  // nothing, so every iteration is computed in the same way.
  void run_tail(const Way& way, std::size_t lanes, std::size_t begin, std::size_t valid) {
    std::vector<std::array<local_index, most_lanes>> read(run_.size()), target(run_.size());
    std::vector<RunArgument> run = run_;
    for (std::size_t a = 0; a < run.size(); ++a) {
      if (!loop_.arguments()[a].field) continue;
      const local_index unused_row = loop_.arguments()[a].field->set().local();
      for (std::size_t l = 0; l < lanes; ++l) {
        if (run[a].read) read[a][l] = run[a].read[begin + std::min(l, valid - 1)];
        if (run[a].target) target[a][l] = l < valid ? run[a].target[begin + l] : unused_row;
      }
      run[a].read = read[a].data();
      run[a].target = target[a].data();
    }
    way.run(loop_, run.data(), 0, lanes);
    take(valid, traversal_.counts.empty() ? nullptr : traversal_.counts.data() + begin);
  }

  // Reduces the first n of the values that wait, or those of them that count.
  void take(std::size_t n, const char* counts) {
    for (const Argument& argument : loop_.arguments())
      if (argument.reduces())
        argument.global->take(traversal_.thread, argument.global->waiting(traversal_.thread), n, counts);
  }

  const LoopState& loop_;
  const Traversal& traversal_;
  std::vector<RunArgument> run_;
  std::size_t most_ = std::numeric_limits<std::size_t>::max();  // iterations at once
};

}  // namespace

void LoopState::run_on_host(const Traversal& traversal, std::size_t begin, std::size_t end) {
  ThreadRun run(*this, traversal);
  if (ways_.front().lanes == 0) return run.run_directly(ways_.front(), begin, end);
  if (ways_.size() == 1) return run.run_in_lanes(ways_.front(), begin, end);
  lane_choices_[static_cast<std::size_t>(traversal.thread)](
      ways_.size(), begin, end, [&](std::size_t way, std::size_t first, std::size_t last) {
        run.run_in_lanes(ways_[way], first, last);
      });
}

}  // namespace partita::loops

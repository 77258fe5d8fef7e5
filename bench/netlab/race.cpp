#include "bench/netlab/race.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include <partita/executor/exchange/plan_now.hpp>
#include <partita/executor/replay/make_replays.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/random.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::netlab {

using namespace detail;

namespace {

constexpr int replays_of_a_block = 10;
constexpr std::array out_after{3.0, 2.0, 1.3};  // times the best, after so many blocks
constexpr std::size_t most_finalists = 4;
constexpr int least_replays_of_choice = 150;

// One plan and its times.
struct Runner {
  Plan plan;
  Replays gather;
  std::vector<double> blocks = {};  // seconds a replay
  std::size_t heats = 0;            // the first blocks, which do not count
  int made = 0;                     // replays
  std::size_t blocks_before_rest = 0;
  bool is_out = false;

  bool is_racing() const { return detail::is_racing(gather); }

  // Seconds a replay, of every `step`-th block from `first` on.
  double mean(std::size_t first = 0, std::size_t step = 1) const {
    double sum = 0, count = 0;
    const std::size_t counted = heats < blocks.size() ? heats : 0;
    for (std::size_t k = counted + first; k < blocks.size(); k += step) sum += blocks[k], ++count;
    return count > 0 ? sum / count : mean();
  }
};

class Race {
 public:
  Race(const MessageVectors& vectors, const Messages& messages, const std::vector<Plan>& plans,
       const RaceOptions& options)
      : vectors_(vectors), unit_(messages.bytes_per_unit), rounds_(options.replays / replays_of_a_block) {
    sent_.resize(words_of(vectors.destinations));
    received_.resize(words_of(vectors.sources));
    for (const Plan& plan : plans)
      runners_.push_back(
          {plan, std::move(make_replays(vectors, plan, {Direction::gather}, unit_, "race").front())});
    run(options.seconds);
  }

  std::vector<RunTime> times() const {
    std::vector<RunTime> times;
    const double whole = rounds_ * replays_of_a_block;
    for (const Runner& one : runners_) {
      const Plan last = plan_now(one.plan, one.gather, nullptr);
      RunTime time{.seconds = whole * one.mean(),
                   .of_halves = {whole * one.mean(0, 2), whole * one.mean(1, 2)},
                   .made = one.made,
                   .finished = !one.is_out,
                   .first = strategy_of(one.plan),
                   .last = strategy_of(last),
                   .reason = last.reason};
      if (&one == &runners_.front()) time.seconds = time.of_halves[0] = time.of_halves[1] = of_choice(one);
      times.push_back(std::move(time));
    }
    return times;
  }

 private:
  using Words = std::vector<std::uint64_t>;

  std::size_t words_of(const std::vector<MatrixEntry>& entries) const {
    std::size_t units = 0;
    for (const MatrixEntry& entry : entries) units += static_cast<std::size_t>(entry.length);
    return units * unit_ / sizeof(std::uint64_t);
  }

  // Calls use(word, partner, the word's number in the message).
  template <class Use>
  void for_each_word(Words& words, const std::vector<MatrixEntry>& entries, Use&& use) const {
    std::size_t at = 0;
    for (const auto& [rank, length] : entries)
      for (std::size_t k = 0; k < static_cast<std::size_t>(length) * unit_ / sizeof(std::uint64_t); ++k)
        use(words[at++], rank, k);
  }

  std::uint64_t word(int from, int to, std::size_t number) const {
    return (blocks_made_ << 44) ^ (static_cast<std::uint64_t>(from) << 38) ^
           (static_cast<std::uint64_t>(to) << 32) ^ number;
  }

  // What was not replayed takes as long as what was replayed since its race is over.
  double of_choice(const Runner& one) const {
    const double each = replays_of_a_block;
    const auto left = static_cast<double>(rounds_) - static_cast<double>(one.blocks.size());
    const double made = each * std::accumulate(one.blocks.begin(), one.blocks.end(), 0.0);
    return left > 0 ? made + left * each * one.mean(one.blocks_before_rest) : made;
  }

  void run(double seconds) {
    const Communicator& comm = vectors_.communicator;
    std::vector<std::size_t> order(runners_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random random(1);
    open_connections();
    const Stopwatch watch;
    int stride = 1, of_heats = replays_of_a_block;
    Runner& choice = runners_.front();
    for (int round = 0; round < rounds_; ++round) {
      for (const std::size_t k : order) {
        Runner& one = runners_[k];
        const bool is_fixed = k > 0;
        if (one.is_out || (is_fixed && round % stride != 0)) continue;
        const bool is_heat = static_cast<std::size_t>(round) < out_after.size();
        block(one, is_fixed && is_heat ? of_heats : replays_of_a_block);
        if (one.is_racing()) one.blocks_before_rest = one.blocks.size();
        if (round == 0 && !is_fixed) of_heats = replays_of_heats(one.mean(), seconds);
      }
      random.shuffle(order);
      const auto rounds_made = static_cast<std::size_t>(round + 1);
      const double elapsed = max(comm, watch.seconds());
      if (rounds_made <= out_after.size()) drop(out_after[rounds_made - 1]);
      if (rounds_made == out_after.size()) {
        begin_finals();
        stride = stride_for(elapsed, seconds);
      }
      const bool is_decided = !choice.is_racing();
      if (elapsed > 3 * seconds && choice.made >= least_replays_of_choice && is_decided) break;
    }
  }

  // The run of each plan would pay for them, but the first blocks of fixed plans do not count. By all at
  // once.
  void open_connections() {
    Runner& any = runners_[1];
    block(any, 1);
    any.blocks.clear();
  }

  // Of a block of a fixed plan, while most of these will not win.
  int replays_of_heats(double seconds_each, double seconds) const {
    const double all = 4 * seconds_each * static_cast<double>(runners_.size());
    return std::clamp(static_cast<int>(seconds / all), 2, replays_of_a_block);
  }

  void drop(double factor) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 1; k < runners_.size(); ++k) least = std::min(least, runners_[k].mean());
    for (std::size_t k = 1; k < runners_.size(); ++k)
      if (runners_[k].mean() > factor * least) runners_[k].is_out = true;
  }

  // Of few replays after a barrier the first find empty queues. So blocks now are as long as those of the
  // plan that races, and only these count.
  void begin_finals() {
    std::vector<Runner*> finalists;
    for (std::size_t k = 1; k < runners_.size(); ++k)
      if (!runners_[k].is_out) finalists.push_back(&runners_[k]);
    std::ranges::stable_sort(finalists, {}, [](const Runner* one) { return one->mean(); });
    for (std::size_t k = 0; k < finalists.size(); ++k) {
      finalists[k]->is_out = k >= most_finalists;
      if (k < most_finalists) finalists[k]->heats = out_after.size();
    }
  }

  // So that fixed plans have about this much time.
  int stride_for(double elapsed, double seconds) const {
    double round = 0;
    for (std::size_t k = 1; k < runners_.size(); ++k)
      if (!runners_[k].is_out) round += replays_of_a_block * runners_[k].mean();
    const double wanted = round * (rounds_ - static_cast<int>(out_after.size()));
    const double left = std::max(seconds - elapsed, seconds / 3);
    return std::clamp(static_cast<int>(std::ceil(wanted / left)), 1, rounds_ / 6);
  }

  void block(Runner& one, int replays) {
    const Communicator& comm = vectors_.communicator;
    ++blocks_made_;
    for_each_word(sent_, vectors_.destinations, [&](std::uint64_t& place, int to, std::size_t number) {
      place = word(comm.rank(), to, number);
    });
    std::ranges::fill(received_, 0);
    MPI_Barrier(comm.handle());
    const Stopwatch watch;
    for (int k = 0; k < replays; ++k) {
      one.gather.next().begin(reinterpret_cast<const std::byte*>(sent_.data()),
                              reinterpret_cast<std::byte*>(received_.data()), unit_);
      one.gather.has_begun(unit_);
      one.gather.finish();
    }
    one.blocks.push_back(max(comm, watch.seconds()) / replays);
    one.made += replays;
    collectively(comm, [&] {
      for_each_word(received_, vectors_.sources, [&](std::uint64_t found, int from, std::size_t number) {
        if (found != word(from, comm.rank(), number))
          throw Error("word ", number, " of the message from rank ", from, " to rank ", comm.rank(),
                      " is not what was sent");
      });
    });
  }

  MessageVectors vectors_;
  std::size_t unit_;
  int rounds_;
  Words sent_, received_;
  std::vector<Runner> runners_;
  std::uint64_t blocks_made_ = 0;
};

}  // namespace

Strategy strategy_of(const Plan& plan) {
  return {plan.best().schedule.algorithm, {plan.best().way.protocol, plan.best().way.window}};
}

std::vector<RunTime> race(const MessageVectors& vectors, const Messages& messages,
                          const std::vector<Plan>& plans, const RaceOptions& options) {
  return Race(vectors, messages, plans, options).times();
}

}  // namespace partita::netlab

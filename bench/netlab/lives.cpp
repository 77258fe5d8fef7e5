#include "bench/netlab/lives.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>

#include <partita/executor/exchange/plan_now.hpp>
#include <partita/executor/replay/make_replays.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/random.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::netlab {

using namespace detail;

namespace {

constexpr int replays_at_once = 10, least_rounds = 2, most_rounds = 40;

class Lives {
 public:
  Lives(const MessageVectors& vectors, std::size_t unit, const RaceOptions& options, std::size_t plans)
      : vectors_(vectors),
        unit_(unit),
        replays_(options.replays),
        most_seconds_(options.seconds / (least_rounds * static_cast<double>(plans))),
        sent_(words_of(vectors.destinations)),
        received_(words_of(vectors.sources)) {}

  // @return the seconds of one life, by what plan, and how many replays it made
  RunTime operator()(const std::function<Plan()>& make) {
    begin_life();
    const Communicator& comm = vectors_.communicator;
    RunTime life{};
    double of_rest = 0;  // seconds, and replays, since the race
    int rest = 0;
    Plan plan;
    life.seconds = slowest(comm, [&] { plan = make(); });
    std::optional<Replays> gather;
    life.seconds += slowest(comm, [&] {
      gather.emplace(std::move(make_replays(vectors_, plan, {Direction::gather}, unit_, "lives").front()));
    });
    while (life.made < replays_) {
      const int some = std::min(replays_at_once, replays_ - life.made);
      const double seconds = slowest(comm, [&] { replay(*gather, some); });
      const bool races = is_racing(*gather);
      life.seconds += seconds;
      life.made += some;
      of_rest = races ? 0 : of_rest + seconds;
      rest = races ? 0 : rest + some;
      if (life.seconds > most_seconds_ && rest > 0) break;
    }
    if (life.made < replays_) life.seconds += (replays_ - life.made) * of_rest / rest;
    const Plan last = plan_now(plan, *gather, nullptr);
    life.finished = true;
    life.first = strategy_of(plan);
    life.last = strategy_of(last);
    life.reason = last.reason;
    require_all_arrived();
    return life;
  }

 private:
  using Words = std::vector<std::uint64_t>;

  std::size_t words_of(const std::vector<MatrixEntry>& entries) const {
    return static_cast<std::size_t>(total_length(entries)) * unit_ / sizeof(std::uint64_t);
  }

  static double slowest(const Communicator& comm, const auto& work) {
    MPI_Barrier(comm.handle());
    const Stopwatch watch;
    work();
    return max(comm, watch.seconds());
  }

  void replay(Replays& gather, int replays) {
    for (int k = 0; k < replays; ++k) {
      gather.next().begin(reinterpret_cast<const std::byte*>(sent_.data()),
                          reinterpret_cast<std::byte*>(received_.data()), unit_);
      gather.has_begun(unit_);
      gather.finish();
    }
  }

  // Every word of a message differs from those of other messages and lives.
  void for_each_word(Words& words, const std::vector<MatrixEntry>& entries, const auto& use) const {
    std::size_t at = 0;
    for (const auto& [rank, length] : entries)
      for (std::size_t k = 0; k < static_cast<std::size_t>(length) * unit_ / sizeof(std::uint64_t); ++k)
        use(words[at++], static_cast<std::uint64_t>(rank), lives_ << 44 | k);
  }

  void begin_life() {
    ++lives_;
    const auto here = static_cast<std::uint64_t>(vectors_.communicator.rank());
    for_each_word(sent_, vectors_.destinations, [&](std::uint64_t& word, std::uint64_t to, std::uint64_t k) {
      word = k | here << 38 | to << 32;
    });
    std::ranges::fill(received_, 0);
  }

  void require_all_arrived() {
    const auto here = static_cast<std::uint64_t>(vectors_.communicator.rank());
    collectively(vectors_.communicator, [&] {
      for_each_word(received_, vectors_.sources,
                    [&](std::uint64_t found, std::uint64_t from, std::uint64_t k) {
                      if (found != (k | from << 38 | here << 32))
                        throw Error("a word of the message from rank ", from, " to rank ", here,
                                    " is not what was sent");
                    });
    });
  }

  const MessageVectors& vectors_;
  std::size_t unit_;
  int replays_;
  double most_seconds_;
  Words sent_, received_;
  std::uint64_t lives_ = 0;
};

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

std::vector<RunTime> lives(const MessageVectors& vectors, std::size_t bytes_per_unit,
                           const std::vector<std::function<Plan()>>& make, const RaceOptions& options) {
  const Communicator& comm = vectors.communicator;
  Lives live(vectors, bytes_per_unit, options, make.size());
  (void)live(make.back());  // opens connections
  std::vector<RunTime> times(make.size());
  std::vector<std::vector<double>> seconds[2] = {std::vector<std::vector<double>>(make.size()),
                                                 std::vector<std::vector<double>>(make.size())};
  std::vector<std::size_t> order(make.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random random(1);
  const Stopwatch watch;
  const auto goes_on = [&](int round) {
    return round < least_rounds || round % 2 == 1 ||
           (round < most_rounds && max(comm, watch.seconds()) < options.seconds);
  };
  for (int round = 0; goes_on(round); ++round) {
    random.shuffle(order);
    for (const std::size_t k : order) {
      times[k] = live(make[k]);
      seconds[round % 2][k].push_back(times[k].seconds);
    }
  }
  for (std::size_t k = 0; k < times.size(); ++k) {
    for (const int half : {0, 1}) times[k].of_halves[half] = mean(seconds[half][k]);
    times[k].seconds = (times[k].of_halves[0] + times[k].of_halves[1]) / 2;
  }
  return times;
}

}  // namespace partita::netlab

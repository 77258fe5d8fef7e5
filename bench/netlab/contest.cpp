#include "bench/netlab/contest.hpp"

#include <algorithm>
#include <numeric>

#include <partita/executor/replay/memory/layout.hpp>
#include <partita/executor/replay/replay.hpp>
#include <partita/executor/replay/transport/fragments.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/random.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::netlab {

using namespace detail;

namespace {

using Words = std::vector<std::uint64_t>;

// One rank's messages to, or from, all others, consecutive in memory.
struct Buffer {
  std::vector<BufferPart> places;  // in units
  std::size_t words_per_unit;
  Words words;

  Buffer(const std::vector<MatrixEntry>& entries, std::size_t bytes_per_unit)
      : words_per_unit(bytes_per_unit / sizeof(std::uint64_t)) {
    std::size_t units = 0;
    for (const auto& [rank, length] : entries) {
      places.push_back({rank, units, static_cast<std::size_t>(length)});
      units += static_cast<std::size_t>(length);
    }
    words.resize(units * words_per_unit);
  }

  std::byte* bytes() { return reinterpret_cast<std::byte*>(words.data()); }

  // Calls use(word, partner, the word's number in the message).
  template <class Use>
  void for_each_word(Use&& use) {
    for (const BufferPart& place : places)
      for (std::size_t k = 0; k < place.length * words_per_unit; ++k)
        use(words[place.first * words_per_unit + k], place.rank, k);
  }
};

// A value that differs for every word of every message of every replay.
std::uint64_t word(std::uint64_t replay, int from, int to, std::size_t number) {
  return (replay << 44) ^ (static_cast<std::uint64_t>(from) << 38) ^ (static_cast<std::uint64_t>(to) << 32) ^
         number;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + (std::ssize(values) - 1) / 2;
  std::ranges::nth_element(values, middle);
  return *middle;
}

std::vector<double> every_other(const std::vector<double>& values, std::size_t first) {
  std::vector<double> chosen;
  for (std::size_t k = first; k < values.size(); k += 2) chosen.push_back(values[k]);
  return chosen;
}

class Contest {
 public:
  Contest(const Communicator& comm, const Messages& messages, const std::vector<Contender>& contenders,
          Transport transport)
      : comm_(comm),
        bytes_per_unit_(messages.bytes_per_unit),
        sent_(messages.matrix.destinations(comm.rank()), messages.bytes_per_unit),
        received_(messages.matrix.sources()[static_cast<std::size_t>(comm.rank())], messages.bytes_per_unit) {
    for (const auto& [strategy, schedule, order] : contenders) {
      const PhaseTable& table = schedule.tables[static_cast<std::size_t>(comm.rank())];
      Layouts found = lay_out(comm.rank(), table, sent_.places, received_.places).value();
      replays_.emplace_back(
          comm, std::move(found),
          ReplayOptions{
              .way = strategy.way, .transport = transport, .bytes_per_unit = messages.bytes_per_unit});
    }
  }

  std::vector<Times> run(const Patience& patience) {
    std::vector<std::vector<double>> seconds(replays_.size());
    std::vector<std::size_t> order(replays_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random random(1);
    const Stopwatch watch;
    for (int round = -2; goes_on(round, watch, patience); ++round) {
      random.shuffle(order);
      for (const std::size_t k : order) {
        const double slowest = replay(replays_[k]);
        if (round >= 0) seconds[k].push_back(slowest);
      }
    }
    std::vector<Times> times;
    for (const std::vector<double>& one : seconds)
      times.push_back({median(one),
                       *std::ranges::max_element(one),
                       {median(every_other(one, 0)), median(every_other(one, 1))}});
    return times;
  }

 private:
  bool goes_on(int round, const Stopwatch& watch, const Patience& patience) const {
    if (round < patience.rounds) return true;
    return round < 10 * patience.rounds && max(comm_, watch.seconds()) < patience.seconds;
  }

  double replay(Replay& replay) {
    ++replays_made_;
    sent_.for_each_word([&](std::uint64_t& place, int to, std::size_t number) {
      place = word(replays_made_, comm_.rank(), to, number);
    });
    MPI_Barrier(comm_.handle());
    const Stopwatch watch;
    replay.begin(sent_.bytes(), received_.bytes(), bytes_per_unit_);
    replay.finish();
    const double seconds = watch.seconds();
    require_all_arrived();
    return max(comm_, seconds);
  }

  void require_all_arrived() {
    collectively(comm_, [&] {
      received_.for_each_word([&](std::uint64_t found, int from, std::size_t number) {
        if (found != word(replays_made_, from, comm_.rank(), number))
          throw Error(text("word ", number, " of the message from rank ", from, " to rank ", comm_.rank(),
                           " is not what was sent"));
      });
    });
  }

  Communicator comm_;
  std::size_t bytes_per_unit_;
  Buffer sent_, received_;
  std::vector<Replay> replays_;
  std::uint64_t replays_made_ = 0;
};

}  // namespace

std::vector<Times> contest(const Communicator& comm, const Messages& messages,
                           const std::vector<Contender>& contenders, Transport transport,
                           const Patience& patience) {
  return Contest(comm, messages, contenders, transport).run(patience);
}

}  // namespace partita::netlab

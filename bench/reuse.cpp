// What reuse saves: two loops over the edges of a triangulated grid read one field in every step. The time of
// a step if the program inspects and schedules in every step, once, once with merged patterns, once with
// subtracted ones; and the number of steps after which each way has paid.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <partita/executor/exchange.hpp>
#include <partita/inspector/algebra.hpp>
#include <partita/inspector/inspect.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

#include "miniapps/command_line.hpp"
#include "miniapps/program.hpp"
#include "triangle_grid.hpp"

namespace partita::bench {
namespace {

// The sides of the cells, and pairs of vertices two edges apart: loops of first and of second neighbours.
struct Loops {
  InspectedLoop near, far;

  static std::vector<Edge> second_neighbours(const Grid& grid) {
    std::vector<Edge> pairs;
    for (const auto& [a, b] : grid.edges)
      if (const global_index next = 2 * b - a; next >= 0 && next < grid.vertices) pairs.push_back({a, next});
    return pairs;
  }

  Loops(const TranslationTable& table, const std::vector<Edge>& edges, const std::vector<Edge>& pairs)
      : near(inspect(table, edges, Execution::both_sides)),
        far(inspect(table, pairs, Execution::both_sides)) {}
};

// Two loops with the exchanges before them.
class Step {
 public:
  enum class Way { apart, merged, subtracted };

  Step(const TranslationTable& table, const std::vector<Edge>& edges, const std::vector<Edge>& pairs, Way way)
      : loops_(table, edges, pairs) {
    const AccessPattern &near = loops_.near.pattern(), &far = loops_.far.pattern();
    if (way == Way::apart) patterns_ = {near, far};
    if (way == Way::merged) patterns_ = {merge(near, far)};
    if (way == Way::subtracted) patterns_ = {near, subtract(far, near)};
    for (const AccessPattern& pattern : patterns_) exchanges_.emplace_back(pattern);
    if (way == Way::apart) return;
    near_ = renumbering(near, patterns_);
    far_ = renumbering(far, patterns_);
  }

  // @return something of all values, so that none is left out
  double operator()(std::vector<double>& q) {
    for (std::size_t k = 0; k < exchanges_.size(); ++k) {
      const auto size = static_cast<std::size_t>(patterns_[k].local_size());
      q.resize(std::max(q.size(), size));
      exchanges_[k].gather(std::span(q).first(size));
      if (exchanges_.size() == 2) sum_ += k == 0 ? over(loops_.near, near_, q) : over(loops_.far, far_, q);
    }
    if (exchanges_.size() == 1) sum_ += over(loops_.near, near_, q) + over(loops_.far, far_, q);
    return sum_;
  }

  std::int64_t messages() const {
    std::int64_t all = 0;
    for (const AccessPattern& pattern : patterns_) all += std::ssize(pattern.needed_by());
    return all;
  }
  std::int64_t values() const {
    std::int64_t all = 0;
    for (const AccessPattern& pattern : patterns_) all += pattern.ghosts();
    return all;
  }

 private:
  static double over(const InspectedLoop& loop, const std::vector<local_index>& place,
                     const std::vector<double>& q) {
    double sum = 0;
    for (const auto& [a, b] : loop.edges())
      sum += place.empty() ? std::fabs(q[a] - q[b]) : std::fabs(q[place[a]] - q[place[b]]);
    return sum;
  }

  Loops loops_;
  std::vector<AccessPattern> patterns_;
  std::vector<Exchange> exchanges_;
  std::vector<local_index> near_, far_;  // places of local indices; empty: themselves
  double sum_ = 0;
};

// The least of some repetitions of the slowest rank's seconds.
double seconds_of(const Communicator& comm, int repetitions, const auto& work) {
  double least = 1e9;
  for (int k = 0; k < repetitions; ++k) {
    MPI_Barrier(comm.handle());
    const Stopwatch watch;
    work();
    least = std::min(least, max(comm, watch.seconds()));
  }
  return least;
}

int run(int argc, char** argv, const Communicator& comm) {
  global_index vertices = 100'000;
  int repetitions = 20;
  CommandLine line(
      "reuse",
      "Two loops over a triangulated grid read one field in every step: milliseconds of the set-up "
      "and of a step, and after how many steps each way has paid, against inspection in every step");
  line.add("--vertices", vertices, "Vertices, about", "N")
      .check(between(global_index{4}, global_index{100'000'000}));
  line.add("--repetitions", repetitions, "Repetitions, of which the least counts", "N")
      .check(between(1, 1'000'000));
  if (const auto exit_code = line.parse(argc, argv, comm.rank() == 0)) return *exit_code;

  const Grid grid = triangle_grid(comm, vertices, Numbering::rows);
  const std::vector<Edge> pairs = Loops::second_neighbours(grid);
  const auto table = TranslationTable::block(comm, grid.vertices);
  std::vector<double> q(static_cast<std::size_t>(table.owned()), 1.0 + comm.rank());
  using Way = Step::Way;
  const double in_every_step =
      seconds_of(comm, repetitions, [&] { Step(table, grid.edges, pairs, Way::apart)(q); });
  if (comm.rank() == 0)
    std::printf("%d ranks, %lld vertices\n%-22s %10s %10s %10s %10s %10s\n%-22s %10s %10.3f\n", comm.size(),
                static_cast<long long>(grid.vertices), "", "set-up ms", "step ms", "messages", "values",
                "paid after", "in every step", "", 1e3 * in_every_step);
  for (const auto& [way, name] : {std::pair{Way::apart, "once"},
                                  {Way::merged, "once, merged"},
                                  {Way::subtracted, "once, subtracted"}}) {
    std::unique_ptr<Step> step;
    const double set_up = seconds_of(comm, repetitions, [&, which = way] {
      step.reset();
      step = std::make_unique<Step>(table, grid.edges, pairs, which);
    });
    const double of_step = seconds_of(comm, repetitions, [&] { (*step)(q); });
    const std::int64_t messages = max(comm, step->messages()), values = max(comm, step->values());
    if (comm.rank() == 0)
      std::printf("%-22s %10.3f %10.3f %10lld %10lld %10.0f\n", name, 1e3 * set_up, 1e3 * of_step,
                  static_cast<long long>(messages), static_cast<long long>(values),
                  std::ceil(set_up / std::max(1e-9, in_every_step - of_step)));
  }
  return 0;
}

}  // namespace
}  // namespace partita::bench

int main(int argc, char** argv) { return partita::run_program("reuse", argc, argv, partita::bench::run); }

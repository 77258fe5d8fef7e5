// What it costs to change a few rows of a map: quadrilaterals of a triangulated grid flip their diagonals,
// one after the other, or many at once. A flip changes two rows of the map from edges to cells.
#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include <partita/loops/domain.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/random.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

#include "miniapps/command_line.hpp"
#include "miniapps/kokkos_program.hpp"

namespace partita::bench {
namespace {

using loops::increment;
using loops::read;
using loops::read_write;

using State = Kokkos::Array<double, 4>;
using Pair = std::array<global_index, 2>;

// Quadrilaterals of two cells each, row by row: 2 q above its diagonal, 2 q + 1 below. Of the edges, number
// 3 q is the diagonal; 3 q + 1 and 3 q + 2 are the sides at the right and below, to the neighbours there (in
// a ring). Every rank knows the formula for all.
struct Quadrilaterals {
  global_index side;
  std::vector<char> flipped = std::vector<char>(static_cast<std::size_t>(side * side));

  global_index number() const { return side * side; }
  global_index right_of(global_index q) const { return q % side == side - 1 ? q - side + 1 : q + 1; }
  global_index below(global_index q) const { return (q + side) % number(); }
  global_index upper(global_index q) const { return 2 * q; }
  global_index lower(global_index q) const { return 2 * q + 1; }
  // The diagonal from the top left leaves the right side to the upper cell; flipped, to the lower one.
  global_index at_right(global_index q) const { return flipped[q] ? lower(q) : upper(q); }
  global_index at_left(global_index q) const { return flipped[q] ? upper(q) : lower(q); }

  Pair cells_of(global_index edge) const {
    const global_index q = edge / 3;
    if (edge % 3 == 0) return {upper(q), lower(q)};
    if (edge % 3 == 1) return {at_right(q), at_left(right_of(q))};
    return {lower(q), upper(below(q))};
  }
  // The sides of a quadrilateral whose cells a flip exchanges.
  Pair sides_of(global_index q) const {
    const global_index left = q % side == 0 ? q + side - 1 : q - 1;
    return {3 * q + 1, 3 * left + 1};
  }
};

class Program {
 public:
  Program(const Communicator& comm, global_index side) : comm_(comm), quadrilaterals_{side}, domain_(comm) {
    const auto mine = [&](global_index of_each) {  // blocks of rows
      const auto first = side * comm_.rank() / comm_.size(), end = side * (comm_.rank() + 1) / comm_.size();
      return static_cast<std::size_t>((end - first) * side * of_each);
    };
    cells_.emplace(domain_.set("cells", mine(2)));
    edges_.emplace(domain_.set("edges", mine(3)));
    std::vector<State> initial(mine(2));
    for (std::size_t k = 0; k < initial.size(); ++k)
      for (std::size_t c = 0; c < 4; ++c) initial[k][c] = static_cast<double>((k + c) % 97);
    sides_.emplace(domain_.map("sides", *edges_, *cells_, rows()));
    q_.emplace(domain_.field<double, 4>("q", *cells_, initial));
    residual_.emplace(domain_.field<double, 4>("residual", *cells_));
    const auto flux = domain_.loop(
        "flux", *edges_, read(*q_, (*sides_)[0]), read(*q_, (*sides_)[1]),
        increment(*residual_, (*sides_)[0]), increment(*residual_, (*sides_)[1]),
        KOKKOS_LAMBDA(const State& a, const State& b, State& to_a, State& to_b) {
          for (int c = 0; c < 4; ++c) {
            const double flow = 0.01 * (a[c] - b[c]);
            to_a[c] -= flow;
            to_b[c] += flow;
          }
        });
    const auto update = domain_.loop(
        "update", *cells_, read_write(*q_), read_write(*residual_),
        KOKKOS_LAMBDA(State & q, State & residual) {
          for (int c = 0; c < 4; ++c) {
            q[c] += residual[c];
            residual[c] = 0;
          }
        });
    step_.emplace(domain_.chain("step", flux, update));
    alone_ = {flux, update};
  }

  void step() { (*step_)(); }
  void step_loop_by_loop() {
    for (const auto& loop : alone_) loop();
  }

  // The sides that differ after these have flipped.
  void flip(const std::vector<global_index>& which) {
    which_.clear();
    some_.clear();
    for (const global_index q : which) quadrilaterals_.flipped[static_cast<std::size_t>(q)] ^= 1;
    const global_index first = edges_->owned() == 0 ? 0 : edges_->numbers().front();
    for (const global_index q : which)
      for (const global_index edge : quadrilaterals_.sides_of(q))
        if (edge >= first && edge < first + edges_->owned()) {
          which_.push_back(static_cast<local_index>(edge - first));
          some_.push_back(quadrilaterals_.cells_of(edge));
        }
  }
  void change_named() { domain_.change(*sides_, which_, some_); }

  void flip_all_rows(const std::vector<global_index>& which) {
    flip(which);
    all_ = rows();
  }
  void change_all() { domain_.change(*sides_, all_); }

  global_index number() const { return quadrilaterals_.number(); }

 private:
  std::vector<Pair> rows() const {
    std::vector<Pair> rows;
    for (const global_index edge : edges_->numbers()) rows.push_back(quadrilaterals_.cells_of(edge));
    return rows;
  }

  Communicator comm_;
  Quadrilaterals quadrilaterals_;
  loops::Domain domain_;
  std::optional<loops::Set> cells_, edges_;
  std::optional<loops::Map> sides_;
  std::optional<loops::Field<double, 4>> q_, residual_;
  std::optional<loops::Chain> step_;
  std::vector<loops::Loop> alone_;
  std::vector<local_index> which_;
  std::vector<Pair> some_, all_;
};

struct Seconds {
  double wall, processor;
};

Seconds seconds_of(const Communicator& comm, const auto& work) {
  MPI_Barrier(comm.handle());
  const Stopwatch watch;
  const std::clock_t begin = std::clock();
  work();
  return {watch.seconds(), static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC};
}

// The median over the repetitions of the slowest rank's time.
void print(const Communicator& comm, const std::string& what, std::vector<Seconds> times) {
  const auto median = [&](double Seconds::*time) {
    std::vector<double> all;
    for (const Seconds& each : times) all.push_back(max(comm, each.*time));
    std::ranges::nth_element(all, all.begin() + std::ssize(all) / 2);
    return 1e3 * all[all.size() / 2];
  };
  const double wall = median(&Seconds::wall), processor = median(&Seconds::processor);
  if (comm.rank() == 0) std::printf("%-44s %9.3f %9.3f\n", what.c_str(), wall, processor);
  std::fflush(stdout);
}

int run(int argc, char** argv, const Communicator& comm) {
  int side = 700, repetitions = 15;
  CommandLine line("changing_rows",
                   "Times of a step, and of the first step after diagonals have flipped: milliseconds by the "
                   "clock, and of the processor, of the slowest rank; medians");
  line.add("--side", side, "Quadrilaterals along each side; two cells each").check(between(2, 20000));
  line.add("--repetitions", repetitions, "Repetitions").check(between(1, 1000000));
  if (const auto exit_code = line.parse(argc, argv, comm.rank() == 0)) return *exit_code;

  for (const bool by_chain : {true, false}) {
    Program program(comm, side);
    const auto step = [&] { by_chain ? program.step() : program.step_loop_by_loop(); };
    if (comm.rank() == 0)
      std::printf("%s: %lld cells on %d ranks\n", by_chain ? "one chain" : "loop by loop",
                  static_cast<long long>(2 * program.number()), comm.size());
    print(comm, "first step: inspection and plan", {seconds_of(comm, step)});
    std::vector<Seconds> steps;
    for (int k = 0; k < repetitions; ++k) steps.push_back(seconds_of(comm, step));
    print(comm, "step", steps);

    Random random(1);
    const auto some = [&](global_index flips) {
      std::vector<global_index> which;
      for (global_index k = 0; k < flips; ++k)
        which.push_back(random.below(static_cast<std::uint32_t>(program.number())));
      return which;
    };
    for (const auto& [flips, name] : {std::pair<global_index, const char*>{0, "nothing changed"},
                                      {1, "1 flip"},
                                      {program.number() / 1000, "0.1 % flip"},
                                      {program.number() / 100, "1 % flip"}})
      for (const bool named : {true, false}) {
        std::vector<Seconds> changes, then;
        for (int k = 0; k < repetitions; ++k) {
          const auto which = some(flips);
          named ? program.flip(which) : program.flip_all_rows(which);
          changes.push_back(seconds_of(comm, [&] { named ? program.change_named() : program.change_all(); }));
          then.push_back(seconds_of(comm, step));
        }
        const std::string what = text(name, named ? ", rows named" : ", all rows given");
        print(comm, what + ": change", changes);
        print(comm, what + ": next step", then);
      }
  }
  return 0;
}

}  // namespace
}  // namespace partita::bench

int main(int argc, char** argv) {
  return partita::run_program_with_kokkos("changing_rows", argc, argv, partita::bench::run);
}

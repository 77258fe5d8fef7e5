// Exact sums, dot products and norms beside plain ones: time, and what is left of data that cancel.
//
//   mpirun -n 2 build/release/bench/exact_sums
//
// Times are the least of nine rounds in which all ways take turns, of the slowest rank, with the reduction
// over the ranks. *Plain* is a loop as it is written; *in lanes* has 32 partial sums, which is what -Ofast or
// a BLAS make of it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include <mpi.h>

#include <partita/support/exact_sum.hpp>
#include <partita/support/random.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

#include "miniapps/program.hpp"

namespace partita::bench {
namespace {

using Values = std::span<const double>;

double over_ranks(const Communicator& comm, double mine) {
  MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, MPI_SUM, comm.handle());
  return mine;
}

double plain_sum(Values a) {
  double sum = 0;
  for (const double value : a) sum += value;
  return sum;
}
double plain_dot(Values a, Values b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

template <class Term>
double in_lanes(std::size_t n, const Term& term) {
  constexpr std::size_t lanes = 32;
  std::array<double, lanes> sums{};
  std::size_t k = 0;
  for (; k + lanes <= n; k += lanes)
    for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += term(k + lane);
  for (; k < n; ++k) sums[0] += term(k);
  return plain_sum(sums);
}

// Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen", ZAMM 54, 1974; dot
// products: Dot2 of Ogita, Rump, Oishi, "Accurate Sum and Dot Product", SIAM J. Sci. Comput. 26(6), 2005.
double compensated(std::size_t n, const auto& term, const auto& rest_of_term) {
  double sum = 0, rest = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const double next = term(k), all = sum + next;
    rest += (std::abs(sum) >= std::abs(next) ? (sum - all) + next : (next - all) + sum) + rest_of_term(k);
    sum = all;
  }
  return sum + rest;
}
double compensated_sum(Values a) {
  return compensated(
      a.size(), [&](std::size_t k) { return a[k]; }, [](std::size_t) { return 0.0; });
}
double compensated_dot(Values a, Values b) {
  return compensated(
      a.size(), [&](std::size_t k) { return a[k] * b[k]; },
      [&](std::size_t k) { return std::fma(a[k], b[k], -a[k] * b[k]); });
}

struct Way {
  const char* name;
  std::function<double()> work;
  double seconds = std::numeric_limits<double>::infinity();
};

void race(const Communicator& comm, std::span<Way> ways, int repetitions) {
  [[maybe_unused]] volatile double result = 0;
  for (int round = 0; round < 9; ++round)
    for (Way& way : ways) {
      MPI_Barrier(comm.handle());
      const Stopwatch watch;
      for (int k = 0; k < repetitions; ++k) result = way.work();
      way.seconds = std::min(way.seconds, max(comm, watch.seconds()) / repetitions);
    }
}

void say_times(const Communicator& comm, const char* what, std::size_t n, std::span<Way> ways) {
  race(comm, ways, static_cast<int>(std::max<std::size_t>(1, 1000000 / n)));
  if (comm.rank() != 0) return;
  std::printf("| %s | %zu |", what, n);
  for (const Way& way : ways) std::printf(" %.4g |", 1e6 * way.seconds);
  const double exact = ways.back().seconds;
  std::printf(" %.2f | %.2f |\n", exact / ways[0].seconds, exact / ways[1].seconds);
}

void time_all(const Communicator& comm) {
  if (comm.rank() == 0)
    std::printf(
        "ranks: %d\n\n| | values a rank | plain, us | in lanes, us | compensated, us | exact, us | "
        "exact / plain | exact / in lanes |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        comm.size());
  for (const std::size_t n : {1000, 100000, 10000000}) {
    Random random(static_cast<std::uint64_t>(comm.rank()) + 1);
    std::vector<double> a, b;
    for (std::size_t k = 0; k < n; ++k) {
      a.push_back(random.next() * 0x1p-31 - 1);
      b.push_back(random.next() * 0x1p-31 - 1);
    }
    const auto value = [&](std::size_t k) { return a[k]; };
    const auto product = [&](std::size_t k) { return a[k] * b[k]; };
    const auto square = [&](std::size_t k) { return a[k] * a[k]; };
    std::array sums{Way{"plain", [&] { return over_ranks(comm, plain_sum(a)); }},
                    Way{"in lanes", [&] { return over_ranks(comm, in_lanes(n, value)); }},
                    Way{"compensated", [&] { return over_ranks(comm, compensated_sum(a)); }},
                    Way{"exact", [&] { return exact_sum(comm, a); }}};
    std::array dots{Way{"plain", [&] { return over_ranks(comm, plain_dot(a, b)); }},
                    Way{"in lanes", [&] { return over_ranks(comm, in_lanes(n, product)); }},
                    Way{"compensated", [&] { return over_ranks(comm, compensated_dot(a, b)); }},
                    Way{"exact", [&] { return exact_dot(comm, a, b); }}};
    std::array norms{Way{"plain", [&] { return std::sqrt(over_ranks(comm, plain_dot(a, a))); }},
                     Way{"in lanes", [&] { return std::sqrt(over_ranks(comm, in_lanes(n, square))); }},
                     Way{"compensated", [&] { return std::sqrt(over_ranks(comm, compensated_dot(a, a))); }},
                     Way{"exact", [&] { return exact_norm(comm, a); }}};
    say_times(comm, "sum", n, sums);
    say_times(comm, "dot", n, dots);
    say_times(comm, "norm", n, norms);
  }
}

// Sums that integers know: x (y + z) - x y - x z = 0, and small terms.
void say_errors(int condition_bits) {
  Random random(1);
  constexpr int thirds = 30000;
  std::vector<std::array<double, 2>> factors;
  std::int64_t expected = 0, smalls = 0;
  const auto of_bits = [&](int bits) {
    return 1 + (random.next() & ((1u << bits) - 1)) * std::ldexp(1, -bits);
  };
  for (int k = 0; k < thirds; ++k) {
    const double x = std::ldexp(of_bits(30), static_cast<int>(random.below(condition_bits + 1)));
    const double y = of_bits(30), z = of_bits(30);
    factors.insert(factors.end(), {{x, y + z}, {-x, y}, {-x, z}});
    smalls = random.below(1000);
    expected += smalls;
    factors.push_back({static_cast<double>(smalls), 1});
  }
  random.shuffle(factors);
  std::vector<double> a, b, terms;
  double magnitudes = 0;
  for (const auto& [x, y] : factors) {
    a.push_back(x);
    b.push_back(y);
    for (const double part : {x * y, std::fma(x, y, -x * y)}) terms.push_back(part);
    magnitudes += std::abs(x * y);
  }
  const auto error = [&](double value) {
    const auto right = static_cast<double>(expected);
    return std::abs(value - right) / right;
  };
  std::printf("| %.0e | %.1e | %.1e | %.1e | %.1e | %.1e | %.1e |\n",
              magnitudes / static_cast<double>(expected), error(plain_sum(terms)),
              error(compensated_sum(terms)), error([&] {
                ExactSum sum;
                sum.add(terms);
                return sum.value();
              }()),
              error(plain_dot(a, b)), error(compensated_dot(a, b)), error([&] {
                ExactSum sum;
                sum.add_products(a, b);
                return sum.value();
              }()));
}

int run(int, char**, const Communicator& comm) {
  time_all(comm);
  if (comm.rank() != 0) return 0;
  std::printf(
      "\nRelative errors:\n\n| condition | sum: plain | compensated | exact | dot: plain | compensated | "
      "exact |\n"
      "| ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
  for (const int condition_bits : {0, 30, 60, 120, 240}) say_errors(condition_bits);
  return 0;
}

}  // namespace
}  // namespace partita::bench

int main(int argc, char** argv) {
  return partita::run_program("exact_sums", argc, argv, partita::bench::run);
}

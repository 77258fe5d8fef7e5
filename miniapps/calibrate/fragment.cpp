#include "fragment.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "benchmark.hpp"
#include "measure.hpp"

namespace partita::calibrate {

namespace {

// Bytes. Limits of 64, 16 and 4 KB are usual, headers included.
constexpr double candidates[] = {60e3, 15e3, 3.75e3};

// What chance may do.
constexpr double clearly_less = 0.95;
constexpr double as_good = 1.02;

}  // namespace

double best_fragment(const HostLayout& layout, const Communicator& comm, double patience) {
  if (layout.hosts == 1) return 0;
  const std::vector<Benchmark> benchmarks = benchmarks_of_fragments(layout);
  const double share = patience / static_cast<double>(benchmarks.size() * (1 + std::size(candidates)));
  const auto seconds = [&](double fragment) {
    double product = 1;
    for (const Benchmark& benchmark : benchmarks)
      product *= measured(benchmark, comm, share, fragment).seconds;
    return std::pow(product, 1 / static_cast<double>(benchmarks.size()));
  };

  const double whole = seconds(0);
  std::vector<double> by_fragments;
  for (const double fragment : candidates) by_fragments.push_back(seconds(fragment));
  const double least = std::ranges::min(by_fragments);
  if (least > clearly_less * whole) return 0;
  const auto first = std::ranges::find_if(by_fragments, [&](double one) { return one <= as_good * least; });
  return candidates[first - by_fragments.begin()];
}

}  // namespace partita::calibrate

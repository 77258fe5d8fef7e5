#include "segment.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "benchmark.hpp"
#include "measure.hpp"

namespace partita::calibrate {

namespace {

constexpr double candidates[] = {60e3, 15e3, 3.75e3};  // bytes, with some left for headers

// What chance may do.
constexpr double clearly_less = 0.95;
constexpr double as_good = 1.02;

}  // namespace

double best_segment(const HostLayout& layout, const Communicator& comm, double patience) {
  if (layout.hosts == 1) return 0;
  const std::vector<Benchmark> benchmarks = benchmarks_of_segments(layout);
  const double share = patience / static_cast<double>(benchmarks.size() * (1 + std::size(candidates)));
  const auto seconds = [&](double segment) {
    double product = 1;
    for (const Benchmark& benchmark : benchmarks)
      product *= measured(benchmark, comm, share, segment).seconds;
    return std::pow(product, 1 / static_cast<double>(benchmarks.size()));
  };

  const double whole = seconds(0);
  std::vector<double> by_segments;
  for (const double segment : candidates) by_segments.push_back(seconds(segment));
  const double least = std::ranges::min(by_segments);
  if (least > clearly_less * whole) return 0;
  const auto first = std::ranges::find_if(by_segments, [&](double one) { return one <= as_good * least; });
  return candidates[first - by_segments.begin()];
}

}  // namespace partita::calibrate

#include "compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <mpi.h>

#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::spmv {

namespace {

constexpr double batch_seconds = 10e-3;
constexpr int fewest_batches = 5;
constexpr double infinity = std::numeric_limits<double>::infinity();

double median(std::vector<double> times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  return *middle;
}

// One way to multiply, and its vectors.
class Contestant {
 public:
  Contestant(const AccessPattern& pattern, const Multiply& multiply, std::span<const double> x)
      : comm_(pattern.communicator()),
        multiply_(multiply),
        x_(static_cast<std::size_t>(pattern.local_size())),
        y_(x.size()) {
    std::ranges::copy(x, x_.begin());
    double once = batch_seconds;
    for (int tries = 0; tries < 3; ++tries) once = std::min(once, seconds_of(1));
    products_ = std::max(1, static_cast<int>(batch_seconds / std::max(once, 1e-9)));
  }

  void run_batch() { times_.push_back(seconds_of(products_) / products_); }

  double milliseconds() const { return 1e3 * median(times_); }
  const std::vector<double>& y() const { return y_; }

 private:
  double seconds_of(int products) {
    MPI_Barrier(comm_.handle());
    const Stopwatch watch;
    for (int k = 0; k < products; ++k) multiply_(x_, y_);
    return max(comm_, watch.seconds());
  }

  Communicator comm_;
  const Multiply& multiply_;
  std::vector<double> x_, y_;
  int products_ = 1;
  std::vector<double> times_;
};

double relative_difference(const Communicator& comm, std::span<const double> a, std::span<const double> b) {
  double difference = 0, largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double here = std::abs(a[k] - b[k]);
    difference = std::isfinite(here) ? std::max(difference, here) : infinity;  // no maximum is NaN
    largest = std::max(largest, std::abs(b[k]));
  }
  difference = max(comm, difference);
  largest = max(comm, largest);
  return difference > 0 ? difference / largest : 0;
}

}  // namespace

Comparison compare(const AccessPattern& pattern, const Multiply& partita, const Multiply& petsc,
                   std::span<const double> x, double seconds) {
  const Communicator& comm = pattern.communicator();
  Contestant ours(pattern, partita, x), theirs(pattern, petsc, x);
  Comparison result;
  const Stopwatch watch;
  do {
    ours.run_batch();
    theirs.run_batch();
    ++result.batches;
  } while (result.batches < fewest_batches || max(comm, watch.seconds()) < seconds);
  result.milliseconds_partita = ours.milliseconds();
  result.milliseconds_petsc = theirs.milliseconds();
  result.ratio = result.milliseconds_partita / result.milliseconds_petsc;
  result.difference = relative_difference(comm, ours.y(), theirs.y());
  return result;
}

}  // namespace partita::spmv

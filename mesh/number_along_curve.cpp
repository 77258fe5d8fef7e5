// A parallel sample sort. Each rank sorts its points and shows some of them, equally spaced. The samples of
// all ranks, sorted, divide the curve into one range per rank. Every point goes to the rank of its range,
// which sorts what arrives; its numbers begin where those of the ranges before it end. The numbers then go
// home.
//
// Shi, Schaeffer, "Parallel Sorting by Regular Sampling", J. Parallel Distrib. Comput. 14, 1992.
#include <algorithm>
#include <compare>
#include <limits>
#include <numeric>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/curve.hpp>
#include <partita/mesh/number_along_curve.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {
namespace {

struct Place {
  std::uint64_t position;
  global_index in_file;

  auto operator<=>(const Place&) const = default;
};

Box box_of(const Communicator& comm, std::span<const Point> points) {
  constexpr double most = std::numeric_limits<double>::max();
  Box box{{most, most, most}, {-most, -most, -most}};
  for (const Point& point : points)
    for (int k = 0; k < 3; ++k) {
      box.least[k] = std::min(box.least[k], point[k]);
      box.most[k] = std::max(box.most[k], point[k]);
    }
  for (int k = 0; k < 3; ++k) {
    box.least[k] = min(comm, box.least[k]);
    box.most[k] = max(comm, box.most[k]);
  }
  return box;
}

// Samples of all ranks, ascending. Their number hardly grows with that of the ranks, and each rank gives a
// few.
std::vector<Place> samples_of(const Communicator& comm, std::span<const Place> sorted) {
  const int each = std::max(4, 4096 / comm.size());
  constexpr Place behind_all{std::numeric_limits<std::uint64_t>::max(),
                             std::numeric_limits<global_index>::max()};
  std::vector<Place> mine(each, behind_all);
  for (std::size_t k = 0; k < mine.size() && !sorted.empty(); ++k)
    mine[k] = sorted[(2 * k + 1) * sorted.size() / (2 * mine.size())];
  std::vector<Place> all(mine.size() * static_cast<std::size_t>(comm.size()));
  const int bytes = static_cast<int>(mine.size() * sizeof(Place));
  MPI_Allgather(mine.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, comm.handle());
  std::ranges::sort(all);
  all.erase(std::ranges::lower_bound(all, behind_all), all.end());
  return all;
}

std::vector<int> owners_by(const std::vector<Place>& samples, std::span<const Place> sorted, int ranks) {
  std::vector<int> owners;
  owners.reserve(sorted.size());
  std::size_t below = 0;
  for (const Place& place : sorted) {
    while (below < samples.size() && samples[below] <= place) ++below;
    owners.push_back(static_cast<int>(below * static_cast<std::size_t>(ranks) / (samples.size() + 1)));
  }
  return owners;
}

}  // namespace

std::vector<global_index> number_along_curve(const Communicator& comm, std::span<const Point> points,
                                             int dimension) {
  const Box box = box_of(comm, points);
  const auto first = sum_below(comm, static_cast<global_index>(points.size()));
  std::vector<Place> places;
  places.reserve(points.size());
  for (const Point& point : points)
    places.push_back({curve_position(point, box, dimension), first + std::ssize(places)});
  std::ranges::sort(places);

  const Remap to_ranges(comm, owners_by(samples_of(comm, places), places, comm.size()));
  const std::vector<Place> arrived = to_ranges.forward(places);
  std::vector<local_index> order(arrived.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](local_index k) { return arrived[k]; });
  const auto number = sum_below(comm, static_cast<global_index>(arrived.size()));
  std::vector<global_index> numbers(arrived.size());
  for (std::size_t k = 0; k < order.size(); ++k) numbers[order[k]] = number + static_cast<global_index>(k);

  const std::vector<global_index> returned = to_ranges.backward(numbers);
  std::vector<global_index> number_of(points.size());
  for (std::size_t k = 0; k < places.size(); ++k) number_of[places[k].in_file - first] = returned[k];
  return number_of;
}

}  // namespace partita::mesh

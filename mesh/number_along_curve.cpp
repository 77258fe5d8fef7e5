// The points' positions are sorted. All ranks then have blocks of the same length, so a point's number
// follows from its rank and its place there. The numbers go home: the ranks have blocks of the points, too.
#include <algorithm>
#include <compare>
#include <limits>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/blocks.hpp>
#include <partita/mesh/curve.hpp>
#include <partita/mesh/number_along_curve.hpp>
#include <partita/mesh/sort_blocks.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {
namespace {

struct Place {
  std::uint64_t position;
  global_index in_file;

  auto operator<=>(const Place&) const = default;
};

// Fills the blocks of ranks that have a point less.
constexpr Place behind_all{std::numeric_limits<std::uint64_t>::max(),
                           std::numeric_limits<global_index>::max()};

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

}  // namespace

std::vector<global_index> number_along_curve(const Communicator& comm, std::span<const Point> points,
                                             int dimension) {
  const Box box = box_of(comm, points);
  const Blocks blocks{sum(comm, static_cast<global_index>(points.size())), comm.size()};
  const global_index first = blocks.first(comm.rank());
  std::vector<Place> places;
  places.reserve(static_cast<std::size_t>(blocks.length(0)));
  for (const Point& point : points)
    places.push_back({curve_position(point, box, dimension), first + std::ssize(places)});
  places.resize(static_cast<std::size_t>(blocks.length(0)), behind_all);
  sort_blocks(comm, places);

  global_index number = comm.rank() * std::ssize(places);
  while (!places.empty() && places.back() == behind_all) places.pop_back();
  std::vector<global_index> in_file, numbers;
  for (const Place& place : places) {
    in_file.push_back(place.in_file);
    numbers.push_back(number++);
  }
  places = {};
  const Remap home(comm, owners_of(blocks, in_file));
  const auto [arrived, their_numbers] = home.forward(in_file, numbers);
  std::vector<global_index> number_of(points.size());
  for (std::size_t k = 0; k < arrived.size(); ++k) number_of[arrived[k] - first] = their_numbers[k];
  return number_of;
}

}  // namespace partita::mesh

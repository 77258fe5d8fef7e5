// The sides of all cells go into the buckets of their smallest corners, eight bytes each. The few sides of a
// bucket are written out and sorted, so that the copies of a shared side become neighbours. The time is
// linear in the mesh, and no list of all sides with their corners is stored.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/cell_sides.hpp>

namespace partita::mesh {
namespace {

using Corners = std::array<global_index, 4>;

Corners corners_of_cell(const Side& side, const global_index* vertices) {
  Corners corners{-1, -1, -1, -1};
  std::ranges::transform(corners_of(side), corners.begin(), [&](int k) { return vertices[k]; });
  return corners;
}

// Calls visit(smallest corner, number of the side): eight times its cell, and its place among the cell's
// sides.
template <class Visit>
void for_each_side_of_a_cell(const Mesh& mesh, const VertexRange& range, Visit visit) {
  for_each_cell_of(mesh, [&](std::size_t cell, std::span<const global_index> vertices) {
    std::uint64_t number = 8 * static_cast<std::uint64_t>(cell);
    for (const Side& side : shape_of(mesh.cells[cell]).sides) {
      const global_index smallest = std::ranges::min(corners_of(corners_of_cell(side, vertices.data())));
      if (range.contains(smallest)) visit(smallest - range.begin, number);
      ++number;
    }
  });
}

std::vector<std::size_t> first_vertices(const Mesh& mesh) {
  std::vector<std::size_t> first(mesh.cells.size());
  std::size_t next = 0;
  for (std::size_t cell = 0; cell < first.size(); ++cell)
    first[cell] = std::exchange(next, next + static_cast<std::size_t>(vertices_of(mesh.cells[cell])));
  return first;
}

}  // namespace

std::array<global_index, 4> CellSide::oriented() const {
  Corners face = key;
  if (reversed) {
    const auto corners = std::span(face).first(corners_of(face).size());
    std::ranges::reverse(corners.first(2));
    std::ranges::reverse(corners.subspan(2));
  }
  return face;
}

CellSide make_side(const std::array<global_index, 4>& corners_and_rest, global_index cell) {
  Corners face = corners_and_rest;
  const auto corners = std::span(face).first(corners_of(face).size());
  bool reversed = false;
  if (corners.size() == 2) {
    reversed = corners[0] > corners[1];
    if (reversed) std::swap(corners[0], corners[1]);
  } else {
    std::rotate(corners.begin(), std::ranges::min_element(corners), corners.end());
    reversed = corners[1] > corners.back();
    if (reversed) std::ranges::reverse(corners.subspan(1));
  }
  return {face, cell, reversed};
}

void for_each_side(const Mesh& mesh, const VertexRange& range,
                   const std::function<void(std::span<const CellSide>)>& visit) {
  std::vector<std::size_t> bucket(static_cast<std::size_t>(range.size()), 0);
  for_each_side_of_a_cell(mesh, range, [&](global_index b, std::uint64_t) { ++bucket[b]; });
  std::size_t begin = 0;
  for (std::size_t& b : bucket) begin += std::exchange(b, begin);
  std::vector<std::uint64_t> numbers(begin);
  for_each_side_of_a_cell(mesh, range,
                          [&](global_index b, std::uint64_t side) { numbers[bucket[b]++] = side; });

  const std::vector<std::size_t> first = first_vertices(mesh);
  std::vector<CellSide> sides;
  auto number = numbers.begin();
  for (const std::size_t end : bucket) {  // each begin has moved to the end
    sides.clear();
    for (; number != numbers.begin() + static_cast<std::ptrdiff_t>(end); ++number) {
      const std::size_t cell = *number / 8;
      const Side& side = shape_of(mesh.cells[cell]).sides[*number % 8];
      sides.push_back(make_side(corners_of_cell(side, &mesh.cell_vertices[first[cell]]),
                                static_cast<global_index>(cell)));
    }
    std::ranges::sort(sides);
    for (auto from = sides.begin(); from != sides.end();) {
      const auto to = std::find_if(from, sides.end(), [&](const CellSide& s) { return s.key != from->key; });
      visit({from, to});
      from = to;
    }
  }
}

}  // namespace partita::mesh

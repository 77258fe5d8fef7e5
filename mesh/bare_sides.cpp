// All edges of bare sides that begin in one place meet on one rank, which their coordinates name. If the
// place has two numbers, its point is listed twice. If one of two edges of the same direction ends on the
// other, a point hangs there: the cells at the longer edge should have been cut, too.
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/bare_sides.hpp>
#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/vectors.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {
namespace {

using namespace vectors;

// An edge of a side, as one of its ends sees it.
struct EdgeEnd {
  Point here;
  global_index number;  // of the point here
  Point there;
};

struct Cause {
  global_index number = std::numeric_limits<global_index>::max();  // of a point; the smallest is reported
  std::string sentence;

  void take(global_index at, std::string words) {
    if (at < number) *this = {at, std::move(words)};
  }
};

std::vector<EdgeEnd> edge_ends(const Mesh& mesh, std::span<const CellSide> sides,
                               std::span<const global_index> numbers) {
  const auto number = [&](global_index v) {
    return numbers.empty() ? v : numbers[static_cast<std::size_t>(v)];
  };
  const auto place = [&](global_index v) {
    return mesh.points[static_cast<std::size_t>(v)] + Point{};
  };  // no -0
  std::vector<EdgeEnd> ends;
  for (const CellSide& side : sides)
    for_each_pair(corners_of(side.key), [&](global_index a, global_index b) {
      ends.push_back({place(a), number(a), place(b)});
      if (mesh.dimension == 2) return;  // a side is one edge, which comes from b to a, too
      ends.push_back({place(b), number(b), place(a)});
    });
  return ends;
}

// Up to the rounding of coordinates that a file gives with few digits.
bool hangs(const Point& point, const EdgeEnd& edge) {
  constexpr double rounding = 1e-4;
  const Point whole = edge.there - edge.here, part = point - edge.here, off = cross(whole, part);
  const double along = dot(whole, part), square = dot(whole, whole);
  return along > 0 && along < (1 - rounding) * square && dot(off, off) <= rounding * rounding * along * along;
}

// Of edges that begin in one place.
void find_cause(std::span<const EdgeEnd> ends, int dimension, Cause& cause) {
  const auto& [here, number, there] = ends.front();
  const auto [least, largest] = std::ranges::minmax(ends, {}, &EdgeEnd::number);
  if (least.number != largest.number)
    return cause.take(least.number,
                      text("; the point ", in_words(here, dimension),
                           " is listed twice, which cuts the mesh there; list each point once"));
  for (const EdgeEnd& edge : ends)
    for (const EdgeEnd& other : ends)
      if (hangs(other.there, edge))
        return cause.take(number,
                          text("; the point ", in_words(other.there, dimension), " hangs on the edge from ",
                               in_words(here, dimension), " to ", in_words(edge.there, dimension),
                               "; cut all cells at this edge there"));
}

}  // namespace

std::string in_words(const Point& point, int dimension) {
  const auto& [x, y, z] = point;
  return text("(", x, ", ", y, dimension == 3 ? text(", ", z) : "", ")");
}

std::string cause_of_bare_sides(const Communicator& comm, const Mesh& mesh, std::span<const CellSide> sides,
                                std::span<const global_index> numbers) {
  std::vector<EdgeEnd> ends = edge_ends(mesh, sides, numbers);
  const Remap by_place(comm, ends, [&](const EdgeEnd& end) {
    return meeting_rank(Hash().add(end.here).value(), comm.size());
  });
  ends = by_place.forward(ends);
  std::ranges::stable_sort(ends, {}, &EdgeEnd::here);
  Cause cause;
  for (auto from = ends.begin(); from != ends.end();) {
    const auto to =
        std::find_if(from, ends.end(), [&](const EdgeEnd& end) { return end.here != from->here; });
    find_cause({from, to}, mesh.dimension, cause);
    from = to;
  }
  const bool is_first = cause.number == min(comm, cause.number);
  broadcast(comm, cause.sentence, max(comm, is_first ? comm.rank() : -1));
  return cause.sentence;
}

}  // namespace partita::mesh

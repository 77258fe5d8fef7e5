// The two cells at a side must turn the other way around it (cell_sides.hpp); cells that turn the same way
// overlap. Sides and boundary faces are walked through together, both ascending by key. The orientation of
// the one cell at a side on the boundary orients the boundary.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <partita/mesh/bare_sides.hpp>
#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/cell_sides.hpp>
#include <partita/mesh/close_boundary.hpp>
#include <partita/mesh/element_types.hpp>
#include <partita/support/collective.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {
namespace {

std::string describe(const Mesh& mesh, const std::array<global_index, 4>& face) {
  std::string list;
  for (const global_index v : corners_of(face))
    list += (list.empty() ? "" : ", ") + in_words(mesh.points[v], mesh.dimension);
  return list;
}

std::vector<global_index> sorted_vertices(const Mesh& mesh, global_index cell) {
  const auto begin = std::transform_reduce(mesh.cells.begin(), mesh.cells.begin() + cell, std::ptrdiff_t{0},
                                           std::plus(), [](CellType type) { return vertices_of(type); });
  std::vector<global_index> vertices(mesh.cell_vertices.begin() + begin,
                                     mesh.cell_vertices.begin() + begin + vertices_of(mesh.cells[cell]));
  std::ranges::sort(vertices);
  return vertices;
}

// Why the last of these cells cannot be at a side.
std::string problem(const Mesh& mesh, const Origin& origin, std::span<const CellSide> sides) {
  const global_index cell = sides.back().cell;
  const auto vertices = sorted_vertices(mesh, cell);
  for (const CellSide& side : sides.first(sides.size() - 1))
    if (sorted_vertices(mesh, side.cell) == vertices)
      return text("is listed twice (first: ", origin.cell_in_words(side.cell), "); list it once");
  return text(sides.size() > 2 ? "is the third cell at the side " : "overlaps another cell at the side ",
              describe(mesh, sides.back().key));
}

// Sides come in the order of their vertices, which is not the file's. The first cell in the file is refused.
class WrongSide {
 public:
  void take(const Origin& origin, std::span<const CellSide> sides) {
    if (sides.size() == 1 || (sides.size() == 2 && sides[0].reversed != sides[1].reversed)) return;
    const auto wrong = sides.first(std::min<std::size_t>(sides.size(), 3));
    if (const auto place = origin.cells[wrong.back().cell]; place < place_) {
      place_ = place;
      sides_.assign(wrong.begin(), wrong.end());
    }
  }

  void check(const Mesh& mesh, const Origin& origin) const {
    if (sides_.empty()) return;
    const global_index cell = sides_.back().cell;
    throw ErrorAt(place_, origin.cell(cell), "this ", type_of(mesh.cells[cell]).name, " ",
                  problem(mesh, origin, sides_));
  }

 private:
  std::int64_t place_ = std::numeric_limits<std::int64_t>::max();
  std::vector<CellSide> sides_;
};

// The boundary faces' places among the sides.
class Boundary {
 public:
  Boundary(Mesh& mesh, Origin& origin) : mesh_(mesh), origin_(origin), found_(mesh.boundary.size()) {
    for (std::size_t face = 0; face < mesh.boundary.size(); ++face)
      listed_.push_back({make_side(mesh.boundary[face].vertices, 0).key, face});
    std::ranges::sort(listed_);
    next_ = listed_.begin();
  }

  // The sides of all cells, ascending by key.
  void take(std::span<const CellSide> sides) {
    while (next_ != listed_.end() && next_->first < sides[0].key) ++next_;
    if (sides.size() == 1 && (next_ == listed_.end() || next_->first != sides[0].key))
      bare_.push_back(sides[0]);
    for (const auto first = next_; next_ != listed_.end() && next_->first == sides[0].key; ++next_) {
      const auto face = next_->second;
      found_[face] = sides.size() == 2 ? Found::inner : next_ == first ? Found::outer : Found::again;
      if (sides.size() == 1) mesh_.boundary[face].vertices = sides[0].oriented();
    }
  }

  // The first face in the file is refused.
  void check() const {
    std::optional<std::size_t> wrong;
    for (std::size_t face = 0; face < found_.size(); ++face)
      if ((found_[face] == Found::nowhere || found_[face] == Found::again) &&
          (!wrong || origin_.boundary[face] < origin_.boundary[*wrong]))
        wrong = face;
    if (!wrong) return;
    if (found_[*wrong] == Found::nowhere) refuse_stray_face(mesh_, origin_, *wrong);
    refuse_twice(*wrong);
  }

  // Of the faces between two cells. Collective.
  void leave_out_inner(const Communicator& comm) {
    const auto is_inner = [&](std::size_t face) { return found_[face] == Found::inner; };
    if (sum(comm, std::ranges::count(found_, Found::inner)) == 0) return;
    mesh_.inner_faces.assign(mesh_.markers.size(), 0);
    for (std::size_t face = 0; face < found_.size(); ++face)
      if (is_inner(face)) ++mesh_.inner_faces[static_cast<std::size_t>(mesh_.boundary[face].marker)];
    detail::all_reduce(comm, mesh_.inner_faces.data(), static_cast<int>(mesh_.inner_faces.size()),
                       MPI_INT64_T, MPI_SUM, {"reduction", "boundary faces between cells"});

    std::size_t kept = 0;
    for (std::size_t face = 0; face < found_.size(); ++face) {
      if (is_inner(face)) continue;
      mesh_.boundary[kept] = mesh_.boundary[face];
      origin_.boundary[kept] = origin_.boundary[face];
      ++kept;
    }
    mesh_.boundary.erase(mesh_.boundary.begin() + static_cast<std::ptrdiff_t>(kept), mesh_.boundary.end());
    origin_.boundary.resize(kept);
  }

  // Sides of one cell that no face is.
  const std::vector<CellSide>& bare() const { return bare_; }

 private:
  enum class Found : std::uint8_t { nowhere, outer, again, inner };

  const std::string& marker(std::size_t face) const { return mesh_.markers[mesh_.boundary[face].marker]; }

  void refuse_twice(std::size_t face) const {
    const auto key = make_side(mesh_.boundary[face].vertices, 0).key;
    const std::size_t first = std::ranges::lower_bound(listed_, std::pair(key, std::size_t{0}))->second;
    throw ErrorAt(origin_.boundary[face], origin_.face(face), "this boundary face of the marker ",
                  marker(face), " is listed twice (first: ", origin_.face_in_words(first), ", marker ",
                  marker(first), "); list it once");
  }

  Mesh& mesh_;
  Origin& origin_;
  std::vector<std::pair<std::array<global_index, 4>, std::size_t>> listed_;
  decltype(listed_)::const_iterator next_;
  std::vector<Found> found_;
  std::vector<CellSide> bare_;
};

}  // namespace

void refuse_stray_face(const Mesh& mesh, const Origin& origin, std::size_t i) {
  throw ErrorAt(origin.boundary[i], origin.face(i), "this boundary face of the marker ",
                mesh.markers[mesh.boundary[i].marker],
                " is the side of no cell; remove it, or join points that are listed twice");
}

void close_boundary(const Communicator& comm, Mesh& mesh, Origin& origin, const VertexRange& range,
                    std::span<const global_index> numbers) {
  Boundary boundary(mesh, origin);
  collectively(comm, [&] {
    WrongSide wrong;
    for_each_side(mesh, range, [&](std::span<const CellSide> sides) {
      wrong.take(origin, sides);
      boundary.take(sides);
    });
    wrong.check(mesh, origin);
  });
  collectively(comm, [&] { boundary.check(); });
  boundary.leave_out_inner(comm);

  const std::vector<CellSide>& bare = boundary.bare();
  const std::int64_t count = sum(comm, std::ssize(bare));
  if (count == 0) return;
  const std::string cause = cause_of_bare_sides(comm, mesh, bare, numbers);
  collectively(comm, [&] {
    if (bare.empty()) return;
    const CellSide& first =
        *std::ranges::min_element(bare, {}, [&](const CellSide& side) { return origin.cells[side.cell]; });
    throw ErrorAt(origin.cells[first.cell], origin.cell(first.cell),
                  "sides on the boundary without a marker: ", count, ", such as the side ",
                  describe(mesh, first.key), " of this ", type_of(mesh.cells[first.cell]).name,
                  cause.empty() ? "; give each a marker" : cause);
  });
}

}  // namespace partita::mesh

// Reads an UnstructuredGrid of VTKHDF 1 or 2, of one piece or several, up to its fields. Each rank opens the
// file for itself and reads an equal block of points and one of cells, so no rank waits within HDF5 for one
// that failed.
//
// The boundary is that of the group /partita (see vtkhdf.hpp). In files of other programs it is the cells of
// one dimension less, as ParaView keeps them; an array of CellData has their markers. Cells that a piece
// repeats from its neighbours (vtkGhostType) are dropped.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <sstream>
#include <utility>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/consecutive_shares.hpp>
#include <partita/mesh/element_types.hpp>
#include <partita/mesh/read_draft.hpp>
#include <partita/mesh/vtkhdf_pieces.hpp>
#include <partita/mesh/weld.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/file_head.hpp>
#include <partita/support/reduce.hpp>

#include "hdf5/attribute.hpp"
#include "hdf5/group.hpp"

namespace partita::mesh {
namespace {

using hdf5::Group;

// --- The boundary ---

void read_boundary(const Communicator& comm, const Group& beside, Mesh& mesh) {
  std::istringstream names(hdf5::read_string(beside, "markers"));
  for (std::string name; std::getline(names, name);) mesh.markers.push_back(name);

  const hdf5::Table faces = beside.table("boundary_vertices"), markers = beside.table("boundary_marker");
  const std::size_t columns = faces.columns(), least = mesh.dimension, most = mesh.dimension == 2 ? 2 : 4;
  if (columns < least || columns > most)
    throw Error("boundary_vertices must have ", least, mesh.dimension == 2 ? "" : " or 4", " columns, not ",
                columns);
  if (markers.rows() != faces.rows())
    throw Error(faces.rows(), " faces need as many entries of boundary_marker, not ", markers.rows());
  const hdf5::Rows mine = hdf5::block_of(comm, faces.rows());
  const auto vertices = faces.read<global_index>(mine, columns);
  for (auto corner = vertices.begin(); const int marker : markers.read<int>(mine)) {
    BoundaryFace& face = mesh.boundary.emplace_back(BoundaryFace({}, marker));
    std::copy_n(corner, columns, face.vertices.begin());
    corner += static_cast<std::ptrdiff_t>(columns);
  }
}

// The array of CellData with the markers of boundary faces, if there is one.
std::optional<std::string> marker_array(const Group& grid) {
  if (!grid.has("CellData")) return std::nullopt;
  for (const std::string name : {"CellData/marker", "CellData/gmsh:physical", "CellData/CellEntityIds"}) {
    if (!grid.has(name)) continue;
    const hdf5::Table array = grid.table(name);
    if (H5Tget_class(array.native_type()) == H5T_INTEGER && array.columns() == 1) return name;
  }
  return std::nullopt;
}

// Ascending, each number once.
void sort(std::vector<std::int64_t>& numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

// The numbers of all ranks, sorted. Collective.
std::vector<std::int64_t> distinct(const Communicator& comm, const std::vector<std::int64_t>& numbers) {
  std::vector<std::int64_t> all = Remap(comm, std::vector<int>(numbers.size(), 0)).forward(numbers);
  sort(all);
  broadcast(comm, all);
  return all;
}

// --- The file ---

constexpr std::string_view signature = "\x89HDF\r\n";

Group opened(const InputFile& file, const std::string& path) {
  std::string begin;
  file.append_to(begin, 0, std::min(file.size(), file_head));
  if (const auto wrapping = wrapping_of(begin); !wrapping.empty()) throw Error(wrapping);
  if (!begin.starts_with(signature)) throw Error("this is not an HDF5 file");
  try {
    return hdf5::open_file(path);
  } catch (const Error&) {
    throw Error("HDF5 cannot open it; it may be truncated");
  }
}

class Reader {
  // Local work that may fail on some ranks. Collective.
  template <class Action>
  auto here(Action&& action) const {
    return collectively(comm_, [&] {
      try {
        const hdf5::QuietErrors quiet;
        return action();
      } catch (const Error& error) {
        throw Error(path_, ": cannot be read: ", error.what());
      }
    });
  }

 public:
  Reader(const Communicator& comm, std::string path, const InputFile& file)
      : comm_(comm), path_(std::move(path)), file_(here([&] { return opened(file, path_); })) {}

  // Collective.
  Draft read() {
    const Group grid = here([&] {
      if (!file_.has("VTKHDF")) throw Error("there is no group VTKHDF; give a VTKHDF file");
      return file_.group("VTKHDF");
    });
    const Pieces pieces = here([&] { return read_pieces(grid); });
    const hdf5::Rows cells = hdf5::block_of(comm_, pieces.cells.back());
    Elements elements = here([&] {
      mesh_.points = read_points(grid, hdf5::block_of(comm_, pieces.points.back()));
      return read_elements(grid, pieces, cells);
    });
    int dimension = 0;
    for (const ElementType* type : elements.types) dimension = std::max(dimension, type->dimension);
    mesh_.dimension = max(comm_, dimension);
    if (mesh_.dimension < 2)
      throw CollectiveError(path_, ": cannot be read: there are no cells of two or three dimensions");

    const bool has_boundary = here([&] { return file_.has("partita"); });
    std::vector<std::int64_t> markers(elements.types.size(), 0);
    if (!has_boundary) markers = read_markers(grid, cells, elements);
    take(std::move(elements), cells, markers, !has_boundary);
    if (has_boundary) here([&] { read_boundary(comm_, file_.group("partita"), mesh_); });
    if (sum(comm_, static_cast<global_index>(mesh_.boundary.size())) == 0)
      throw CollectiveError(
          path_,
          ": cannot be read: it has no boundary; add its faces as cells, with an integer array "
          "CellData/marker, or give a file that write_vtkhdf wrote");
    if (pieces.count() > 1) weld_pieces(pieces);
    origin_.path = path_;
    return {std::move(mesh_), std::move(origin_)};
  }

 private:
  bool is_face(const ElementType& type) const { return type.dimension == mesh_.dimension - 1; }

  // The marker of each element, which only those of faces need; names the markers. Collective.
  std::vector<std::int64_t> read_markers(const Group& grid, const hdf5::Rows& cells,
                                         const Elements& elements) {
    const std::optional<std::string> array = here([&] { return marker_array(grid); });
    if (!array) {
      mesh_.markers = {"boundary"};
      return std::vector<std::int64_t>(elements.types.size(), 0);
    }
    std::vector<std::int64_t> values, used;
    here([&] {
      values = grid.table(*array).read<std::int64_t>(cells);
      for (std::size_t k = 0; k < values.size(); ++k)
        if (is_face(*elements.types[k]) && !elements.is_copy[k]) used.push_back(values[k]);
      sort(used);
      if (constexpr std::size_t most = 10'000; used.size() > most)
        throw Error(*array, " has more than ", most, " values on boundary faces, too many for markers");
    });
    used = distinct(comm_, used);
    for (const std::int64_t marker : used) mesh_.markers.push_back(std::to_string(marker));
    for (std::int64_t& value : values) value = std::ranges::lower_bound(used, value) - used.begin();
    return values;
  }

  // Elements of the mesh's dimension are cells, and those of one less are faces, if wanted. Collective.
  void take(Elements elements, const hdf5::Rows& numbers, const std::vector<std::int64_t>& markers,
            bool with_faces) {
    const auto is_cell = [&](std::size_t k) {
      return elements.types[k]->dimension == mesh_.dimension && !elements.is_copy[k];
    };
    std::vector<std::int64_t> cells;
    auto vertex = elements.vertices.begin(), kept = vertex;
    for (std::size_t k = 0; k < elements.types.size(); ++k) {
      const ElementType& type = *elements.types[k];
      const auto first = std::exchange(vertex, vertex + type.nodes);
      if (is_cell(k)) {
        mesh_.cells.push_back(cell_of(type));
        kept = std::copy(first, vertex, kept);
        cells.push_back(numbers.begin + static_cast<global_index>(k));
      } else if (with_faces && is_face(type) && !elements.is_copy[k]) {
        BoundaryFace& face = mesh_.boundary.emplace_back(BoundaryFace({}, static_cast<int>(markers[k])));
        std::copy(first, vertex, face.vertices.begin());
      }
    }
    elements.vertices.erase(kept, elements.vertices.end());
    mesh_.cell_vertices = std::move(elements.vertices);

    // Where the file has other elements, cells keep its numbers in error messages.
    origin_.numbered = max(comm_, int{cells.size() < elements.types.size()}) != 0;
    if (!origin_.numbered) return;
    origin_.cells = std::move(cells);
    origin_.points = numbers_of_share(comm_, mesh_.points.size());
    origin_.boundary = numbers_of_share(comm_, mesh_.boundary.size());
  }

  // Collective.
  void weld_pieces(const Pieces& pieces) {
    here([&] {
      for (const BoundaryFace& face : mesh_.boundary)
        for (const global_index vertex : face.corners())
          if (vertex < 0 || vertex >= pieces.points.back())
            throw Error("a boundary face names vertex ", vertex, ", but the vertices are 0 to ",
                        pieces.points.back() - 1);
    });
    weld(comm_, mesh_, std::span(pieces.points).first(pieces.count()));
  }

  const Communicator comm_;
  const std::string path_;
  const Group file_;
  Mesh mesh_;
  Origin origin_;
};

}  // namespace

Draft vtkhdf_draft(const MeshSource& source) {
  const InputFile file = collectively(source.comm, [&] { return InputFile(source.path, "a mesh file"); });
  return Reader(source.comm, source.path, file).read();
}

}  // namespace partita::mesh

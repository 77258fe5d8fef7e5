// Reads an UnstructuredGrid of VTKHDF 1 or 2, of one piece or several, up to its fields. Each rank opens the
// file for itself and reads an equal block of points and one of cells, so no rank waits within HDF5 for one
// that failed. In the file each piece begins at
//
//   Points        the points of the pieces before
//   Types         their cells, as for CellData
//   Offsets       their cells, and one more for each piece
//   Connectivity  their NumberOfConnectivityIds; points count from the piece's first
//
// The boundary is that of the group /partita (see vtkhdf.hpp). In files of other programs it is the cells of
// one dimension less, as ParaView keeps them; an array of CellData has their markers. Cells that a piece
// repeats from its neighbours (vtkGhostType) are dropped.
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <functional>
#include <numeric>
#include <optional>
#include <sstream>
#include <utility>

#include <partita/inspector/block_distribution.hpp>
#include <partita/mesh/element_types.hpp>
#include <partita/mesh/read_draft.hpp>
#include <partita/mesh/weld_pieces.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/sparse_exchange.hpp>

#include "hdf5/attribute.hpp"
#include "hdf5/datasets.hpp"
#include "hdf5/image.hpp"

namespace partita::mesh {
namespace {

using detail::BlockDistribution;
using hdf5::Handle;

struct Range {
  global_index begin, end;

  global_index size() const { return end - begin; }
};

// A file or a group, and the file's size.
class Group {
 public:
  Group(Handle handle, std::uint64_t file_bytes) : handle_(std::move(handle)), file_bytes_(file_bytes) {}

  operator hid_t() const { return handle_; }
  bool has(const std::string& name) const { return H5Lexists(handle_, name.c_str(), H5P_DEFAULT) > 0; }

  Group group(const char* name) const {
    return {{H5Gopen2(handle_, name, H5P_DEFAULT), H5Gclose}, file_bytes_};
  }

  Handle dataset(const std::string& name) const {
    if (!has(name)) throw Error("there is no ", name);
    return hdf5::open_dataset(handle_, name);
  }
  hdf5::Shape shape(const std::string& name) const {
    return hdf5::shape_of(dataset(name), name, file_bytes_);
  }
  global_index rows(const std::string& name) const { return static_cast<global_index>(shape(name).rows); }

  /// Rows of a table, with as many values as the table's rows have.
  template <class T>
  std::vector<T> read(const std::string& name, const Range& rows) const {
    const Handle set = dataset(name);
    const hdf5::Shape all = hdf5::shape_of(set, name, file_bytes_);
    if (rows.end > static_cast<global_index>(all.rows))
      throw Error(name, " has ", all.rows, " rows, and the grid needs ", rows.end);
    const hdf5::Share share{static_cast<hsize_t>(rows.begin), static_cast<hsize_t>(rows.size())};
    std::vector<T> values(share.rows * all.columns);
    hdf5::read_rows(set, hdf5::native<T>(), all, share, values.data());
    return values;
  }

 private:
  Handle handle_;
  std::uint64_t file_bytes_;
};

// Where each piece begins, and where the last one ends.
struct Pieces {
  std::vector<global_index> points, cells, ids;

  std::size_t count() const { return cells.size() - 1; }
};

// --- Counts ---

void check_version(const Group& grid) {
  if (H5Aexists(grid, "Version") <= 0) return;
  const Handle attribute(H5Aopen(grid, "Version", H5P_DEFAULT), H5Aclose);
  const Handle space(H5Aget_space(attribute), H5Sclose);
  std::array<std::int64_t, 2> version{};
  if (H5Sget_simple_extent_npoints(space) != std::ssize(version))
    throw Error("its Version is not two numbers");
  hdf5::check(H5Aread(attribute, hdf5::native<std::int64_t>(), version.data()));
  if (version[0] != 1 && version[0] != 2)
    throw Error("its Version is ", version[0], ".", version[1], "; versions 1 and 2 can be read");
}

// Sums of the pieces' counts, of which there are `rows` in all.
std::vector<global_index> begins(const Group& grid, const std::string& counts, std::size_t pieces,
                                 const std::string& table, global_index rows) {
  std::vector<global_index> sums{0};
  for (const global_index count : grid.read<global_index>(counts, {0, static_cast<global_index>(pieces)})) {
    if (count < 0 || count > rows - sums.back())
      throw Error("its ", counts, " does not fit ", table, ", which has ", rows, " rows");
    sums.push_back(sums.back() + count);
  }
  return sums;
}

Pieces read_pieces(const Group& grid) {
  if (hdf5::read_string(grid, "Type") != "UnstructuredGrid") throw Error("its Type is not UnstructuredGrid");
  check_version(grid);
  global_index pieces = grid.rows("NumberOfPoints");
  if (grid.has("Steps") && grid.has("Steps/NumberOfParts"))  // the pieces of all steps; the first one's
    pieces = std::min(pieces, grid.read<global_index>("Steps/NumberOfParts", {0, 1}).front());
  if (pieces < 1) throw Error("the grid has no pieces");
  const auto count = static_cast<std::size_t>(pieces);
  Pieces begin{begins(grid, "NumberOfPoints", count, "Points", grid.rows("Points")),
               begins(grid, "NumberOfCells", count, "Types", grid.rows("Types")),
               begins(grid, "NumberOfConnectivityIds", count, "Connectivity", grid.rows("Connectivity"))};
  if (const auto offsets = grid.rows("Offsets"); offsets < begin.cells.back() + pieces)
    throw Error("Offsets has ", offsets, " rows; ", begin.cells.back(), " cells need ",
                begin.cells.back() + pieces);
  return begin;
}

std::vector<Point> read_points(const Group& grid, const Range& range) {
  if (const auto columns = grid.shape("Points").columns; columns != 3)
    throw Error("Points must have three columns, not ", columns);
  const std::vector<double> values = grid.read<double>("Points", range);
  std::vector<Point> points(static_cast<std::size_t>(range.size()));
  for (std::size_t k = 0; k < points.size(); ++k) std::copy_n(&values[3 * k], 3, points[k].begin());
  return points;
}

// --- Cells: elements of all dimensions ---

struct Elements {
  std::vector<const ElementType*> types;
  std::vector<global_index> vertices;
  std::vector<bool> is_copy;  // of a cell of another piece
};

const ElementType& known_type(int vtk, global_index cell) {
  const auto known = std::ranges::find(element_types, vtk, &ElementType::vtk);
  if (known == element_types.end() || known->nodes == 0)
    throw Error("cell ", cell, " has VTK's type ", vtk, ", which is not read");
  return *known;
}

// Appends the elements of a range within a piece.
void read_elements(const Group& grid, const Pieces& pieces, std::size_t piece, const Range& range,
                   Elements& elements) {
  const Range points{pieces.points[piece], pieces.points[piece + 1]};
  const Range ids{pieces.ids[piece], pieces.ids[piece + 1]};
  const auto types = grid.read<std::uint8_t>("Types", range);
  const auto before = static_cast<global_index>(piece);  // pieces, each with one more offset than cells
  const auto offsets = grid.read<global_index>("Offsets", {range.begin + before, range.end + before + 1});
  for (std::size_t k = 0; k < types.size(); ++k) {
    const global_index cell = range.begin + static_cast<global_index>(k);
    const ElementType& type = known_type(types[k], cell);
    if (offsets[k] < 0 || offsets[k] > ids.size() || offsets[k + 1] < 0 || offsets[k + 1] > ids.size())
      throw Error("the Offsets of cell ", cell, " are not within the piece's Connectivity");
    if (offsets[k + 1] - offsets[k] != type.nodes)
      throw Error("cell ", cell, ", a ", type.name, ", needs ", type.nodes, " vertices by Offsets");
    elements.types.push_back(&type);
  }

  const auto vertices =
      grid.read<global_index>("Connectivity", {ids.begin + offsets.front(), ids.begin + offsets.back()});
  for (std::size_t k = 0, v = 0; k < types.size(); ++k)
    for (const std::size_t end = static_cast<std::size_t>(offsets[k + 1] - offsets.front()); v < end; ++v) {
      if (vertices[v] < 0 || vertices[v] >= points.size())
        throw Error("cell ", range.begin + static_cast<global_index>(k), " names point ", vertices[v],
                    ", but the piece's points are 0 to ", points.size() - 1);
      elements.vertices.push_back(points.begin + vertices[v]);
    }
}

Elements read_elements(const Group& grid, const Pieces& pieces, const Range& range) {
  Elements elements;
  for (std::size_t piece = 0; piece < pieces.count(); ++piece) {
    const Range part{std::max(range.begin, pieces.cells[piece]),
                     std::min(range.end, pieces.cells[piece + 1])};
    if (part.size() > 0) read_elements(grid, pieces, piece, part, elements);
  }
  elements.is_copy.resize(elements.types.size());
  if (grid.has("CellData") && grid.has("CellData/vtkGhostType") && range.size() > 0) {
    constexpr int duplicate = 1;  // vtkDataSetAttributes::DUPLICATECELL
    const auto ghosts = grid.read<std::uint8_t>("CellData/vtkGhostType", range);
    for (std::size_t k = 0; k < ghosts.size(); ++k) elements.is_copy[k] = (ghosts[k] & duplicate) != 0;
  }
  return elements;
}

// --- The boundary ---

void read_boundary(const Group& beside, const BlockDistribution& blocks, int rank, Mesh& mesh) {
  std::istringstream names(hdf5::read_string(beside, "markers"));
  for (std::string name; std::getline(names, name);) mesh.markers.push_back(name);

  const hdf5::Shape shape = beside.shape("boundary_vertices");
  const std::size_t least = mesh.dimension, most = mesh.dimension == 2 ? 2 : 4;
  if (shape.columns < least || shape.columns > most)
    throw Error("boundary_vertices must have ", least, mesh.dimension == 2 ? "" : " or 4", " columns, not ",
                shape.columns);
  if (const auto markers = beside.shape("boundary_marker");
      markers.rows != shape.rows || markers.columns != 1)
    throw Error(shape.rows, " faces need as many entries of boundary_marker, not ", markers.rows);
  const Range range{blocks.first(rank), blocks.first(rank + 1)};
  const auto vertices = beside.read<global_index>("boundary_vertices", range);
  const auto markers = beside.read<int>("boundary_marker", range);
  for (std::size_t f = 0; f < markers.size(); ++f) {
    BoundaryFace& face = mesh.boundary.emplace_back(BoundaryFace({}, markers[f]));
    std::copy_n(vertices.begin() + static_cast<std::ptrdiff_t>(f * shape.columns), shape.columns,
                face.vertices.begin());
  }
}

// The array of CellData with the markers of boundary faces, if there is one.
std::optional<std::string> marker_array(const Group& grid) {
  if (!grid.has("CellData")) return std::nullopt;
  for (const std::string name : {"CellData/marker", "CellData/gmsh:physical", "CellData/CellEntityIds"}) {
    if (!grid.has(name)) continue;
    const Handle set = grid.dataset(name), type(H5Dget_type(set), H5Tclose);
    if (H5Tget_class(type) == H5T_INTEGER && grid.shape(name).columns == 1) return name;
  }
  return std::nullopt;
}

// Ascending, each number once.
void sort(std::vector<std::int64_t>& numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

// The numbers of all ranks, sorted. Collective.
std::vector<std::int64_t> distinct(const Communicator& comm, std::vector<std::int64_t> numbers) {
  std::vector<Parcel<std::int64_t>> to_first;
  to_first.push_back({0, std::move(numbers)});
  std::vector<std::int64_t> all;
  for (const auto& [rank, content] : sparse_exchange(comm, std::move(to_first)))
    all.insert(all.end(), content.begin(), content.end());
  sort(all);
  broadcast(comm, all);
  return all;
}

// --- The file ---

using Open = std::function<Group()>;

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
  Reader(const Communicator& comm, std::string path, const Open& open)
      : comm_(comm), path_(std::move(path)), file_(here([&] { return open(); })) {}

  // Collective.
  Draft read() {
    const Group grid = here([&] {
      if (!file_.has("VTKHDF")) throw Error("there is no group VTKHDF; give a VTKHDF file");
      return file_.group("VTKHDF");
    });
    const Pieces pieces = here([&] { return read_pieces(grid); });
    const Range cells = block_of(pieces.cells.back());
    Elements elements = here([&] {
      mesh_.points = read_points(grid, block_of(pieces.points.back()));
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
    if (has_boundary)
      here([&] {
        const Group beside = file_.group("partita");
        read_boundary(beside, {beside.rows("boundary_vertices"), comm_.size()}, comm_.rank(), mesh_);
      });
    if (sum(comm_, static_cast<global_index>(mesh_.boundary.size())) == 0)
      throw CollectiveError(
          path_,
          ": cannot be read: it has no boundary; add its faces as cells, with an integer array "
          "CellData/marker, or give a file that write_vtkhdf wrote");
    if (pieces.count() > 1) weld(pieces);
    origin_.path = path_;
    return {std::move(mesh_), std::move(origin_)};
  }

 private:
  Range block_of(global_index size) const {
    const BlockDistribution blocks{size, comm_.size()};
    return {blocks.first(comm_.rank()), blocks.first(comm_.rank() + 1)};
  }

  bool is_face(const ElementType& type) const { return type.dimension == mesh_.dimension - 1; }

  // The marker of each element, which only those of faces need; names the markers. Collective.
  std::vector<std::int64_t> read_markers(const Group& grid, const Range& cells, const Elements& elements) {
    const std::optional<std::string> array = here([&] { return marker_array(grid); });
    if (!array) {
      mesh_.markers = {"boundary"};
      return std::vector<std::int64_t>(elements.types.size(), 0);
    }
    std::vector<std::int64_t> values, used;
    here([&] {
      values = grid.read<std::int64_t>(*array, cells);
      for (std::size_t k = 0; k < values.size(); ++k)
        if (is_face(*elements.types[k]) && !elements.is_copy[k]) used.push_back(values[k]);
      sort(used);
      if (constexpr std::size_t most = 10'000; used.size() > most)
        throw Error(*array, " has more than ", most, " values on boundary faces, too many for markers");
    });
    used = distinct(comm_, std::move(used));
    for (const std::int64_t marker : used) mesh_.markers.push_back(std::to_string(marker));
    for (std::int64_t& value : values) value = std::ranges::lower_bound(used, value) - used.begin();
    return values;
  }

  // Elements of the mesh's dimension are cells, and those of one less are faces, if wanted. Collective.
  void take(Elements elements, const Range& numbers, const std::vector<std::int64_t>& markers,
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
    origin_.points = consecutive(mesh_.points.size());
    origin_.boundary = consecutive(mesh_.boundary.size());
  }

  // The numbers of this rank's consecutive share. Collective.
  std::vector<std::int64_t> consecutive(std::size_t size) const {
    std::vector<std::int64_t> numbers(size);
    std::iota(numbers.begin(), numbers.end(), sum_below(comm_, static_cast<std::int64_t>(size)));
    return numbers;
  }

  // Collective.
  void weld(const Pieces& pieces) {
    here([&] {
      for (const BoundaryFace& face : mesh_.boundary)
        for (const global_index vertex : face.corners())
          if (vertex < 0 || vertex >= pieces.points.back())
            throw Error("a boundary face names vertex ", vertex, ", but the vertices are 0 to ",
                        pieces.points.back() - 1);
    });
    weld_pieces(comm_, mesh_, {pieces.points.begin(), pieces.points.end() - 1});
  }

  const Communicator comm_;
  const std::string path_;
  const Group file_;
  Mesh mesh_;
  Origin origin_;
};

constexpr std::string_view signature = "\x89HDF\r\n";

template <class Open>
Group opened(Open open, std::uint64_t file_bytes) {
  try {
    return {open(), file_bytes};
  } catch (const Error&) {
    throw Error("HDF5 cannot open it; it may be truncated");
  }
}

Group open_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, signature.size()> begin{};
  if (!file.read(begin.data(), begin.size()) || std::string_view(begin.data(), begin.size()) != signature)
    throw Error("this is not an HDF5 file");
  return opened([&] { return Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose); },
                std::filesystem::file_size(path));
}

void require_file(const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path)) throw Error(path.string(), ": this is a folder; name a mesh file");
  if (!std::ifstream(path)) throw Error(path.string(), ": cannot be opened: ", std::strerror(errno));
}

}  // namespace

Draft vtkhdf_share(const Communicator& comm, const std::filesystem::path& path) {
  collectively(comm, [&] { require_file(path); });
  return Reader(comm, path.string(), [&] { return open_file(path); }).read();
}

Draft vtkhdf_draft(std::string_view bytes, const std::string& path) {
  const auto open = [&] {
    if (!bytes.starts_with(signature)) throw Error("this is not an HDF5 file");
    std::vector<char> image(bytes.begin(), bytes.end());
    return opened([&] { return hdf5::open_image(image); }, bytes.size());
  };
  return Reader(Communicator(MPI_COMM_SELF), path, open).read();
}

}  // namespace partita::mesh

// In a file of steps, a field has the rows of all steps one after the other, and Steps says where each step's
// rows begin. The mesh is there once: its parts, points and cells begin at 0 for each step.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <utility>

#include <partita/mesh/vtkhdf_series.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>

#include "hdf5/attribute.hpp"
#include "hdf5/group.hpp"
#include "hdf5/write_together.hpp"

namespace partita::mesh {
namespace {

// --- The list ---

// Another language's decimal comma would be no number of JSON.
std::string in_full(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

std::string quoted(const std::string& name) {
  std::string result = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string list_of(std::span<const SeriesStep> steps) {
  std::string list = "{\n  \"file-series-version\": \"1.0\",\n  \"files\": [";
  for (const char* separator = "\n"; const auto& [file, time] : steps) {
    list += text(separator, "    {\"name\": ", quoted(file.filename().string()),
                 ", \"time\": ", in_full(time), "}");
    separator = ",\n";
  }
  return list + "\n  ]\n}\n";
}

std::filesystem::path file_of_step(const std::filesystem::path& path, std::size_t step) {
  char number[32];
  std::snprintf(number, sizeof number, "_%06zu", step);
  return path.parent_path() / (path.stem().string() + number + path.extension().string());
}

void check_time(double time, std::span<const SeriesStep> before) {
  if (!std::isfinite(time)) throw Error("the time of step ", before.size(), " is ", time, ", not finite");
  if (!before.empty() && time <= before.back().time)
    throw Error("step ", before.size(), " at time ", time, " is not after step ", before.size() - 1,
                " at time ", before.back().time);
}

// --- The file of all steps ---

struct Table {
  std::string name;
  hdf5::Shape shape;
  std::size_t row_bytes;
};

hdf5::Handle open_file(const std::filesystem::path& path) {
  return {H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose};
}

hdf5::Handle native_type(hid_t dataset) {
  const hdf5::Handle type(H5Dget_type(dataset), H5Tclose);
  return {H5Tget_native_type(type, H5T_DIR_ASCEND), H5Tclose};
}

Table table_of(hid_t file, const std::string& name, std::uint64_t file_bytes) {
  if (H5Lexists(file, name.c_str(), H5P_DEFAULT) <= 0) throw Error("there is no ", name);
  const hdf5::Handle dataset = hdf5::open_dataset(file, name);
  const hdf5::Shape shape = hdf5::shape_of(dataset, name, file_bytes);
  return {name, shape, shape.columns * H5Tget_size(native_type(dataset))};
}

// The names in a group, ascending.
std::vector<std::string> names_in(hid_t file, const char* group) {
  const hdf5::Handle handle(H5Gopen2(file, group, H5P_DEFAULT), H5Gclose);
  std::vector<std::string> names;
  const auto add = [](hid_t, const char* name, const H5L_info_t*, void* all) {
    static_cast<std::vector<std::string>*>(all)->emplace_back(name);
    return herr_t{0};
  };
  hdf5::check(H5Literate(handle, H5_INDEX_NAME, H5_ITER_INC, nullptr, add, &names));
  return names;
}

// What a file of one step has.
struct Contents {
  std::vector<Table> mesh, fields;
  std::string markers;
};

Contents contents_of(const std::filesystem::path& path) {
  try {
    const hdf5::QuietErrors quiet;
    const hdf5::Handle file = open_file(path);
    const std::uint64_t bytes = std::filesystem::file_size(path);
    Contents contents;
    for (const char* name :
         {"VTKHDF/NumberOfPoints", "VTKHDF/NumberOfCells", "VTKHDF/NumberOfConnectivityIds", "VTKHDF/Points",
          "VTKHDF/Connectivity", "VTKHDF/Offsets", "VTKHDF/Types", "partita/boundary_vertices",
          "partita/boundary_marker"})
      contents.mesh.push_back(table_of(file, name, bytes));
    for (const char* group : {"VTKHDF/PointData", "VTKHDF/CellData"})
      for (const std::string& name : names_in(file, group))
        contents.fields.push_back(table_of(file, text(group, "/", name), bytes));
    contents.markers =
        hdf5::read_string(hdf5::Handle(H5Gopen2(file, "partita", H5P_DEFAULT), H5Gclose), "markers");
    return contents;
  } catch (const Error& error) {
    throw Error(path.string(), " is no step: ", error.what());
  }
}

bool are_alike(const std::vector<Table>& a, const std::vector<Table>& b) {
  return std::ranges::equal(a, b, [](const Table& x, const Table& y) {
    return x.name == y.name && x.shape.rows == y.shape.rows && x.shape.columns == y.shape.columns &&
           x.row_bytes == y.row_bytes;
  });
}

Contents common_contents(std::span<const SeriesStep> steps) {
  if (steps.empty()) throw Error("there are no steps to join");
  Contents first = contents_of(steps.front().file);
  for (std::size_t k = 0; k < steps.size(); ++k) {
    check_time(steps[k].time, steps.first(k));
    const Contents other = contents_of(steps[k].file);
    if (!are_alike(other.mesh, first.mesh) || !are_alike(other.fields, first.fields))
      throw Error(steps[k].file.string(), " has another mesh or other fields than ",
                  steps.front().file.string(), "; join steps of one series");
  }
  return first;
}

class Joiner {
 public:
  Joiner(const Communicator& comm, hid_t joined) : comm_(comm), joined_(joined) {}

  // The rows of these steps, one after the other. Each rank copies a block. Collective.
  void copy(const Table& table, std::span<const SeriesStep> steps) {
    const hdf5::Handle first = open_file(steps.front().file);
    const hdf5::Handle type = native_type(hdf5::open_dataset(first, table.name));
    const hsize_t rows = table.shape.rows;
    const hdf5::Shape all{rows * steps.size(), table.shape.columns};
    const hdf5::Handle target = hdf5::make_dataset(joined_, table.name, type, all);
    const hdf5::Share block = hdf5::block_of(comm_, rows);
    hdf5::Share share = block;
    std::vector<std::byte> values(share.rows * table.row_bytes);
    for (const SeriesStep& step : steps) {
      try {
        const hdf5::Handle file = open_file(step.file);
        hdf5::read_rows(hdf5::open_dataset(file, table.name), type, table.shape, block, values.data());
      } catch (const Error&) {
        succeeded_ = false;  // and still takes part in what is collective
      }
      succeeded_ = hdf5::write_share(target, type, all, share, values.data(), &comm_) && succeeded_;
      share.first += rows;
    }
  }

  // Numbers that rank 0 writes. Collective.
  template <class T>
  void write(const std::string& name, const std::vector<T>& values, bool is_column = false) {
    const hsize_t size = values.size();
    succeeded_ = hdf5::write_rows(joined_, name, hdf5::native<T>(), {size, 1, is_column},
                                  {0, comm_.rank() == 0 ? size : 0}, values.data(), &comm_) &&
                 succeeded_;
  }

  bool succeeded() const { return succeeded_; }

 private:
  const Communicator& comm_;
  hid_t joined_;
  bool succeeded_ = true;
};

void write_steps(Joiner& joiner, const Contents& contents, std::span<const SeriesStep> steps) {
  std::vector<double> times;
  for (const SeriesStep& step : steps) times.push_back(step.time);
  const auto multiples_of = [&](hsize_t rows) {
    std::vector<std::int64_t> multiples;
    for (std::size_t k = 0; k < steps.size(); ++k) multiples.push_back(static_cast<std::int64_t>(k * rows));
    return multiples;
  };
  joiner.write("VTKHDF/Steps/Values", times);
  joiner.write("VTKHDF/Steps/NumberOfParts", std::vector<std::int64_t>(steps.size(), 1));
  joiner.write("VTKHDF/Steps/PartOffsets", multiples_of(0));
  joiner.write("VTKHDF/Steps/PointOffsets", multiples_of(0));
  joiner.write("VTKHDF/Steps/CellOffsets", multiples_of(0), true);
  joiner.write("VTKHDF/Steps/ConnectivityIdOffsets", multiples_of(0), true);
  for (const Table& field : contents.fields) {  // VTKHDF/PointData/cp: VTKHDF/Steps/PointDataOffsets/cp
    std::string name = field.name;
    name.insert(name.rfind('/'), "Offsets").insert(name.find('/'), "/Steps");
    joiner.write(name, multiples_of(field.shape.rows));
  }
}

}  // namespace

void VtkhdfSeries::add(double time, const Mesh& share, const Results& results) {
  require_same(comm_, Hash().add(time).value(), "the time of the step");
  collectively(comm_, [&] { check_time(time, steps_); });
  std::vector<SeriesStep> steps = steps_;
  steps.push_back({file_of_step(path_, steps.size()), time});
  write_vtkhdf(comm_, steps.back().file, share, results);
  collectively(comm_, [&] {
    if (comm_.rank() == 0) write_whole(path_.string() + ".series", list_of(steps));
  });
  steps_ = std::move(steps);
}

void join_steps(const Communicator& comm, const std::filesystem::path& path,
                std::span<const SeriesStep> steps) {
  require_same(comm, Hash().add(list_of(steps)).value(), "the steps to join");
  const Contents contents = collectively(comm, [&] { return common_contents(steps); });
  std::uint64_t bytes = 0;
  for (const Table& table : contents.mesh) bytes += table.shape.rows * table.row_bytes;
  for (const Table& table : contents.fields) bytes += table.shape.rows * table.row_bytes * steps.size();

  hdf5::write_together(comm, path, comm.rank() == 0 ? bytes : 0, std::nullopt, [&](hid_t file) {
    const hdf5::Handle root = hdf5::make_group(file, "VTKHDF"), beside = hdf5::make_group(file, "partita");
    const std::array<std::int64_t, 2> version{2, 0};
    hdf5::write_attribute(root, "Version", hdf5::native<std::int64_t>(), version.data(), version.size());
    hdf5::write_attribute(root, "Type", std::string("UnstructuredGrid"));
    hdf5::write_attribute(beside, "markers", contents.markers);
    const hdf5::Handle of_steps = hdf5::make_group(root, "Steps");
    hdf5::write_attribute(of_steps, "NSteps", static_cast<std::int64_t>(steps.size()));
    for (const char* name : {"PointData", "CellData"}) (void)hdf5::make_group(root, name);
    for (const char* name : {"PointDataOffsets", "CellDataOffsets"}) (void)hdf5::make_group(of_steps, name);
    Joiner joiner(comm, file);
    for (const Table& table : contents.mesh) joiner.copy(table, steps.first(1));
    for (const Table& field : contents.fields) joiner.copy(field, steps);
    write_steps(joiner, contents, steps);
    return joiner.succeeded();
  });
}

}  // namespace partita::mesh

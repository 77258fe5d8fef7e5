// In a file of steps, a field has the rows of all steps one after the other, and Steps says where each step's
// rows begin. The mesh is there once: its parts, points and cells begin at 0 for each step.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iomanip>
#include <optional>
#include <utility>

#include <partita/mesh/vtkhdf_grid.hpp>
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

std::string list_of(std::span<const SeriesStep> steps) {
  std::string list = "{\n  \"file-series-version\": \"1.0\",\n  \"files\": [";
  for (const char* separator = "\n"; const auto& [file, time] : steps) {
    list += text(separator, "    {\"name\": ", std::quoted(file.filename().string()),
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

  bool operator==(const Table&) const = default;
};

Table table_of(const hdf5::Group& file, const std::string& name) {
  const hdf5::Table table = file.table(name);
  return {name, table.shape(), table.columns() * H5Tget_size(table.native_type())};
}

// The names in a group, ascending.
std::vector<std::string> names_in(const hdf5::Group& group) {
  std::vector<std::string> names;
  const auto add = [](hid_t, const char* name, const H5L_info_t*, void* all) {
    static_cast<std::vector<std::string>*>(all)->emplace_back(name);
    return herr_t{0};
  };
  hdf5::check(H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, add, &names));
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
    const hdf5::Group file = hdf5::open_file(path);
    Contents contents;
    for (const char* name :
         {"VTKHDF/NumberOfPoints", "VTKHDF/NumberOfCells", "VTKHDF/NumberOfConnectivityIds", "VTKHDF/Points",
          "VTKHDF/Connectivity", "VTKHDF/Offsets", "VTKHDF/Types", "partita/boundary_vertices",
          "partita/boundary_marker"})
      contents.mesh.push_back(table_of(file, name));
    for (const char* group : {"VTKHDF/PointData", "VTKHDF/CellData"})
      for (const std::string& name : names_in(file.group(group)))
        contents.fields.push_back(table_of(file, text(group, "/", name)));
    contents.markers = hdf5::read_string(file.group("partita"), "markers");
    return contents;
  } catch (const Error& error) {
    throw Error(path.string(), " is no step: ", error.what());
  }
}

Contents common_contents(std::span<const SeriesStep> steps) {
  if (steps.empty()) throw Error("there are no steps to join");
  Contents first = contents_of(steps.front().file);
  for (std::size_t k = 0; k < steps.size(); ++k) {
    check_time(steps[k].time, steps.first(k));
    const Contents other = contents_of(steps[k].file);
    if (other.mesh != first.mesh || other.fields != first.fields)
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
    const hdf5::Handle type = hdf5::open_file(steps.front().file).table(table.name).native_type();
    const auto rows = static_cast<std::int64_t>(table.shape.rows);
    const hdf5::Shape all{table.shape.rows * steps.size(), table.shape.columns};
    const hdf5::Handle target = hdf5::make_dataset(joined_, table.name, type, all);
    const hdf5::Rows block = hdf5::block_of(comm_, rows);
    hdf5::Rows share = block;
    std::vector<std::byte> values(static_cast<std::size_t>(block.size()) * table.row_bytes);
    for (const SeriesStep& step : steps) {
      try {
        const hdf5::Table rows_of_step = hdf5::open_file(step.file).table(table.name);
        hdf5::read_rows(rows_of_step, type, table.shape, block, values.data());
      } catch (const std::exception&) {
        succeeded_ = false;  // and still takes part in what is collective
      }
      succeeded_ = hdf5::write_share(target, type, all, share, values.data(), &comm_) && succeeded_;
      share = {share.begin + rows, share.end + rows};
    }
  }

  // Numbers that rank 0 writes. Collective.
  template <class T>
  void write(const std::string& name, const std::vector<T>& values, bool is_column = false) {
    const hdf5::Rows share{0, comm_.rank() == 0 ? std::ssize(values) : 0};
    succeeded_ = hdf5::write_rows(joined_, name, hdf5::native<T>(), {values.size(), 1, is_column}, share,
                                  values.data(), &comm_) &&
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
    const GridGroups groups = make_groups(file, 2, contents.markers);
    const hdf5::Handle of_steps = hdf5::make_group(groups.root, "Steps");
    hdf5::write_attribute(of_steps, "NSteps", static_cast<std::int64_t>(steps.size()));
    for (const char* name : {"PointDataOffsets", "CellDataOffsets"}) (void)hdf5::make_group(of_steps, name);
    Joiner joiner(comm, file);
    for (const Table& table : contents.mesh) joiner.copy(table, steps.first(1));
    for (const Table& field : contents.fields) joiner.copy(field, steps);
    write_steps(joiner, contents, steps);
    return joiner.succeeded();
  });
}

}  // namespace partita::mesh

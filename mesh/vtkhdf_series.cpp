// In a file of steps, a field has the rows of all steps one after the other, and Steps says where each step's
// rows begin. The mesh is there once: its parts, points and cells begin at 0 for each step.
#include <algorithm>
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
#include <partita/support/in_full.hpp>

#include "hdf5/attribute.hpp"
#include "hdf5/group.hpp"
#include "hdf5/tables.hpp"
#include "hdf5/write_together.hpp"

namespace partita::mesh {
namespace {

// --- The list ---

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

Table table_of(const hdf5::Table& table, const std::string& name) {
  return {name, table.shape(), table.columns() * H5Tget_size(table.native_type())};
}

Table table_of(const hdf5::Group& file, const std::string& name) { return table_of(file.table(name), name); }

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

// The tables of a file of steps, and what fills them.
class Joined {
 public:
  Joined(const Contents& contents, std::span<const SeriesStep> steps) : steps_(steps) {
    const hdf5::QuietErrors quiet;
    const hdf5::Group model = hdf5::open_file(steps.front().file);
    for (const Table& table : contents.mesh) add_copy(model, table, 1);
    for (const Table& field : contents.fields) add_copy(model, field, steps.size());

    std::vector<double> times;
    for (const SeriesStep& step : steps) times.push_back(step.time);
    numbers_.add("VTKHDF/Steps/Values", std::move(times), whole());
    numbers_.add("VTKHDF/Steps/NumberOfParts", std::vector<std::int64_t>(steps.size(), 1), whole());
    for (const char* name : {"PartOffsets", "PointOffsets"}) add_multiples(text("VTKHDF/Steps/", name), 0);
    for (const char* name : {"CellOffsets", "ConnectivityIdOffsets"})
      add_multiples(text("VTKHDF/Steps/", name), 0, /*is_column=*/true);
    for (const Table& field : contents.fields) {  // VTKHDF/PointData/cp: VTKHDF/Steps/PointDataOffsets/cp
      std::string name = field.name;
      name.insert(name.rfind('/'), "Offsets").insert(name.find('/'), "/Steps");
      add_multiples(name, field.shape.rows);
    }
    for (const hdf5::NewTable& table : numbers_.all()) tables_.push_back(table);
  }

  const std::vector<hdf5::NewTable>& tables() const { return tables_; }

  // The rows of the steps, one after the other: of each step, this rank's block. Rank 0 writes the numbers.
  void write(const Communicator& comm, hdf5::RowsWriter& writer) const {
    for (std::size_t k = 0; k < copied_.size(); ++k) {
      const auto& [table, steps] = copied_[k];
      const auto rows = static_cast<std::int64_t>(table.shape.rows);
      const hdf5::Rows block = hdf5::block_of(comm, rows);
      hdf5::Rows share = block;
      std::vector<std::byte> values(static_cast<std::size_t>(block.size()) * table.row_bytes);
      for (const SeriesStep& step : steps_.first(steps)) {
        read(step, table, tables_[k].type, block, values);
        writer.write(k, share, values);
        share = {share.begin + rows, share.end + rows};
      }
    }
    if (comm.rank() == 0) numbers_.write(writer, copied_.size());
  }

 private:
  struct Copied {
    Table table;
    std::size_t steps;
  };

  static void read(const SeriesStep& step, const Table& table, hid_t type, const hdf5::Rows& block,
                   std::vector<std::byte>& values) {
    try {
      const hdf5::QuietErrors quiet;
      const hdf5::Table of_step = hdf5::open_file(step.file).table(table.name);
      if (table_of(of_step, table.name) != table) throw Error("it has changed");
      hdf5::read_rows(of_step, type, table.shape, block, values.data());
    } catch (const std::exception& error) {
      throw Error(step.file.string(), " cannot be read: ", error.what());
    }
  }

  hdf5::Place whole() const { return {0, std::ssize(steps_)}; }

  void add_copy(const hdf5::Group& model, const Table& table, std::size_t steps) {
    types_.push_back(model.table(table.name).native_type());
    tables_.push_back({table.name, types_.back(), {table.shape.rows * steps, table.shape.columns}});
    copied_.push_back({table, steps});
  }

  void add_multiples(std::string name, hsize_t rows, bool is_column = false) {
    std::vector<std::int64_t> multiples;
    for (std::size_t k = 0; k < steps_.size(); ++k) multiples.push_back(static_cast<std::int64_t>(k * rows));
    numbers_.add(std::move(name), std::move(multiples), whole(), 1, is_column);
  }

  std::span<const SeriesStep> steps_;
  std::vector<Copied> copied_;
  std::vector<hdf5::Handle> types_;
  hdf5::Tables numbers_;
  std::vector<hdf5::NewTable> tables_;  // copied, then of numbers
};

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
  const Joined joined = collectively(comm, [&] { return Joined(contents, steps); });
  const auto describe = [&](hid_t file) {
    const GridGroups groups = make_groups(file, 2, contents.markers);
    const hdf5::Handle of_steps = hdf5::make_group(groups.root, "Steps");
    hdf5::write_attribute(of_steps, "NSteps", static_cast<std::int64_t>(steps.size()));
    for (const char* name : {"PointDataOffsets", "CellDataOffsets"}) (void)hdf5::make_group(of_steps, name);
  };
  hdf5::write_together(comm, path, joined.tables(), std::nullopt, describe,
                       [&](hdf5::RowsWriter& writer) { joined.write(comm, writer); });
}

}  // namespace partita::mesh

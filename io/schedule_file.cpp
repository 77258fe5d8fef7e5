#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <partita/io/schedule_file.hpp>
#include <partita/schedule/schedule_columns.hpp>
#include <partita/schedule/schedule_options.hpp>
#include <partita/schedule/verify.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/seal.hpp>
#include <partita/support/sparse_exchange.hpp>

#include "hdf5/attribute.hpp"
#include "hdf5/group.hpp"
#include "hdf5/write_together.hpp"

// plan_file.cpp asks whether the program has schedule files.
extern "C" {
extern const char partita_schedule_files;
const char partita_schedule_files = 1;
}

namespace partita {

using namespace detail;

namespace {

constexpr SealedContent sealed_schedule{"schedule", 9};

// The fingerprint of a matrix is the sum of its rows' fingerprints, so that no rank needs all rows.
std::uint64_t row_fingerprint(int rank, const DestinationVector& destinations) {
  Hash hash;
  hash.add(rank);
  for (const auto [to, length] : destinations) hash.add(Units{to}, length);
  return hash.value();
}

std::uint64_t matrix_fingerprint(const CommunicationMatrix& matrix) {
  std::uint64_t all = 0;
  for (int rank = 0; rank < matrix.ranks(); ++rank) all += row_fingerprint(rank, matrix.destinations(rank));
  return all;
}

// --- Options, each under its name ---

// Machines, algorithms and orders by name, flags and ints as 64-bit integers.
std::string saved(const Machine& machine) { return machine.name(); }
std::string saved(Algorithm option) { return std::string(name_of(option)); }
std::string saved(SendOrder option) { return std::string(name_of(option)); }
std::int64_t saved(int option) { return option; }
std::uint64_t saved(std::uint64_t option) { return option; }
double saved(double option) { return option; }

// An attribute. Throws Error if it is missing or no int >= 0.
int read_int(hid_t file, const char* name) {
  const auto value = hdf5::read_number<std::int64_t>(file, name);
  if (value < 0 || value > std::numeric_limits<int>::max()) throw Error("its ", name, " cannot be ", value);
  return static_cast<int>(value);
}

// Throws Error if an option is missing or is invalid for this number of ranks.
struct OptionReader {
  hid_t file;
  int ranks;

  void operator()(const char* name, Machine& machine) const {
    machine = machine_named(hdf5::read_string(file, name), ranks);
  }
  void operator()(const char* name, Algorithm& option) const {
    option = algorithm_named(hdf5::read_string(file, name));
  }
  void operator()(const char* name, SendOrder& option) const {
    option = send_order_named(hdf5::read_string(file, name));
  }
  void operator()(const char* name, bool& option) const { option = read_int(file, name) != 0; }
  void operator()(const char* name, int& option) const { option = read_int(file, name); }
  template <class T>
  void operator()(const char* name, T& option) const {
    option = hdf5::read_number<T>(file, name);
  }
};

// Throws Error unless the machine can be made again from its name, since only the name is saved.
void require_named_machine(const ScheduleOptions& options, int ranks) {
  try {
    (void)machine_named(options.machine.name(), ranks);
  } catch (const Error& error) {
    throw Error("a schedule is saved with the name of its machine, and ", error.what());
  }
}

// --- The parts of a file, which rank 0 sends to all ranks ---

// Each rank gets rank 0's options. Collective.
void broadcast_options(const Communicator& comm, ScheduleOptions& options) {
  for_each_option(options, [&]<class T>(const char*, T& option) {
    if constexpr (std::is_same_v<T, Machine>) {
      std::string name = option.name();
      broadcast(comm, name);
      if (comm.rank() > 0) option = machine_named(name, comm.size());
    } else {
      detail::broadcast(comm, std::as_writable_bytes(std::span(&option, 1)), 0);
    }
  });
}

// The columns of each rank.
std::vector<Parcel<std::int64_t>> packed_parts(const SavedSchedule& saved) {
  std::vector<Parcel<std::int64_t>> all;
  for (int rank = 0; rank < saved.matrix.ranks(); ++rank) {
    const auto k = static_cast<std::size_t>(rank);
    ScheduleColumns columns;
    append(columns, saved.matrix.destinations(rank), saved.matrix.indices(rank),
           {saved.forward.tables[k], saved.backward.tables[k]});
    put(all.emplace_back(Parcel<std::int64_t>{rank, {}}).content, columns);
  }
  return all;
}

// --- Writing ---

void write_attributes(hid_t file, int ranks, std::uint64_t fingerprint, const ScheduleOptions& options,
                      const std::string& replay) {
  hdf5::write_attribute(file, "ranks", std::int64_t{ranks});
  hdf5::write_attribute(file, "matrix_fingerprint", hex(fingerprint));
  for_each_option(options, [&](const char* name, const auto& option) {
    hdf5::write_attribute(file, name, saved(option));
  });
  if (!replay.empty()) hdf5::write_attribute(file, "replay", replay);
}

// The tables of a file. They refer to the columns.
// @param columns  of this rank, whose rows lie behind those of the ranks below; their offsets become those of
// the file
// @param together  null: the columns are those of all ranks
// Collective if the ranks write together.
hdf5::Tables tables_of(ScheduleColumns& columns, const Communicator* together) {
  hdf5::Tables all;
  for_each_column(columns, [&](const std::string& name, Column& column, ColumnKind kind) {
    if (kind == ColumnKind::offsets && together != nullptr) {
      // Offsets count from the first rank's first number. The leading 0 of the other ranks is the last
      // offset of the rank below, which has written it.
      const std::int64_t below = sum_below(*together, column.back());
      if (together->rank() > 0) column.erase(column.begin());
      for (std::int64_t& offset : column) offset += below;
    }
    const hdf5::Place place =
        together == nullptr ? hdf5::Place{0, std::ssize(column)} : hdf5::place_of(*together, column.size());
    all.add<std::int64_t>(name, column, place);
  });
  return all;
}

// --- Reading and judging ---

// HDF5 reads the bytes that were checked, not the file again.
hdf5::Group opened(std::vector<char>& bytes) {
  const hdf5::Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  hdf5::check(H5Pset_fapl_core(access, bytes.size(), false));
  hdf5::check(H5Pset_file_image(access, bytes.data(), bytes.size()));
  return {{H5Fopen("in memory", H5F_ACC_RDONLY, access), H5Fclose}, bytes.size()};
}

SavedSchedule read_all(std::vector<char> bytes) {
  const hdf5::QuietErrors quiet;
  const hdf5::Group file = opened(bytes);
  const int ranks = read_int(file, "ranks");
  ScheduleColumns columns;
  for_each_column(columns, [&](const std::string& name, Column& column, ColumnKind) {
    column = file.table(name).read<std::int64_t>();
  });
  check_shape(columns, ranks);

  ScheduleOptions options;
  for_each_option(options, OptionReader{file, ranks});
  std::vector<DestinationVector> rows;
  std::vector<IndexRuns> runs;
  Schedule forward{options, {}}, backward{options, {}};
  for (std::size_t k = 0; k < static_cast<std::size_t>(ranks); ++k) {
    rows.push_back(destinations(columns, k));
    runs.push_back(indices(columns, k));
    PhaseTables both = tables(columns, k);
    forward.tables.push_back(std::move(both.forward));
    backward.tables.push_back(std::move(both.backward));
  }
  SavedSchedule saved{CommunicationMatrix(std::move(rows)).with_indices(std::move(runs)), std::move(forward),
                      std::move(backward)};
  if (H5Aexists(file, "replay") > 0) saved.replay = hdf5::read_string(file, "replay");
  if (hdf5::read_string(file, "matrix_fingerprint") != hex(matrix_fingerprint(saved.matrix)))
    throw Error("its fingerprint is not that of its matrix");
  return saved;
}

}  // namespace

void save_schedule(const std::filesystem::path& path, const SavedSchedule& schedule) {
  const auto& [matrix, forward, backward, replay] = schedule;
  require_named_machine(forward.options, matrix.ranks());
  ScheduleColumns columns;
  for (int rank = 0; rank < matrix.ranks(); ++rank) {
    const auto k = static_cast<std::size_t>(rank);
    append(columns, matrix.destinations(rank),
           indices_of_copies(matrix.indices(rank), rank, forward.options.machine.ranks_per_host,
                             forward.tables[k]),
           {forward.tables[k], backward.tables[k]});
  }

  const hdf5::Tables all = tables_of(columns, nullptr);
  const auto describe = [&](hid_t file) {
    write_attributes(file, schedule.matrix.ranks(), matrix_fingerprint(schedule.matrix),
                     schedule.forward.options, schedule.replay);
  };
  hdf5::write_alone(path, all, sealed_schedule, describe);
}

SavedSchedule load_schedule(const std::filesystem::path& path) {
  std::vector<char> bytes = read_sealed(path, sealed_schedule);
  try {
    SavedSchedule saved = read_all(std::move(bytes));
    if (const auto fault = verify(saved.forward, saved.backward, saved.matrix)) throw Error(*fault);
    return saved;
  } catch (const Error& error) {
    throw Error(path.string(), " is no schedule: ", error.what(), "; save it again");
  }
}

void save_schedule(const Communicator& comm, const std::filesystem::path& path,
                   const DestinationVector& destinations, const ScheduleOptions& options,
                   const PhaseTables& tables, const std::string& replay, const IndexRuns& indices) {
  require_same(comm, Hash().add(fingerprint(options), replay).value(),
               "the options of the schedule to be saved");
  collectively(comm, [&] { require_named_machine(options, comm.size()); });
  const std::uint64_t fingerprint = sum(comm, row_fingerprint(comm.rank(), destinations));
  ScheduleColumns columns;
  append(columns, destinations,
         indices_of_copies(indices, comm.rank(), options.machine.ranks_per_host, tables.forward), tables);
  const hdf5::Tables all = tables_of(columns, &comm);
  const auto describe = [&](hid_t file) {
    write_attributes(file, comm.size(), fingerprint, options, replay);
  };
  hdf5::write_together(comm, path, all, sealed_schedule, describe);
}

LoadedTables load_schedule(const Communicator& comm, const std::filesystem::path& path,
                           const DestinationVector& destinations, const IndexRuns& indices) {
  const std::uint64_t fingerprint = sum(comm, row_fingerprint(comm.rank(), destinations));
  LoadedTables loaded;
  std::vector<Parcel<std::int64_t>> parts = collectively(comm, [&] {
    if (comm.rank() != 0) return std::vector<Parcel<std::int64_t>>();
    const SavedSchedule saved = load_schedule(path);
    if (saved.matrix.ranks() != comm.size())
      throw Error(path.string(), " is a schedule for ", saved.matrix.ranks(), " ranks, not for ", comm.size(),
                  "; schedule anew");
    if (const auto of_file = matrix_fingerprint(saved.matrix); of_file != fingerprint)
      throw Error(path.string(), " is a schedule of other messages (fingerprint ", hex(of_file),
                  ", and here ", hex(fingerprint), "), as of another mesh or partition; schedule anew");
    loaded.options = saved.forward.options;
    loaded.replay = saved.replay;
    return packed_parts(saved);
  });
  broadcast_options(comm, loaded.options);
  broadcast(comm, loaded.replay);

  const auto arrived = sparse_exchange(comm, std::move(parts));
  collectively(comm, [&] {
    auto words = arrived.front().content.begin();
    const ScheduleColumns part = take_columns(words);
    loaded.tables = tables(part, 0);
    const int ranks_per_host = loaded.options.machine.ranks_per_host;
    if (detail::indices(part, 0) !=
        indices_of_copies(indices, comm.rank(), ranks_per_host, loaded.tables.forward))
      throw Error(path.string(), " is a schedule that sends shared values once, but rank ", comm.rank(),
                  " shares other values; schedule anew");
  });
  return loaded;
}

}  // namespace partita

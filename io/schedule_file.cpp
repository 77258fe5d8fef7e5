#include <string>
#include <utility>
#include <vector>

#include <partita/io/schedule_file.hpp>
#include <partita/schedule/schedule_columns.hpp>
#include <partita/schedule/verify.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/seal.hpp>
#include <partita/support/sparse_exchange.hpp>

#include "hdf5/attribute.hpp"
#include "hdf5/datasets.hpp"
#include "hdf5/image.hpp"
#include "hdf5/write_together.hpp"
#include "rank_part.hpp"
#include "saved_options.hpp"

namespace partita {

using namespace detail;

namespace {

constexpr SealedContent sealed_schedule{"schedule", 6};

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

// --- Writing ---

void write_attributes(hid_t file, int ranks, std::uint64_t fingerprint, const ScheduleOptions& options,
                      const std::string& replay) {
  hdf5::write_attribute(file, "ranks", std::int64_t{ranks});
  hdf5::write_attribute(file, "matrix_fingerprint", hex(fingerprint));
  write_options(file, options);
  if (!replay.empty()) hdf5::write_attribute(file, "replay", replay);
}

// Of the columns.
std::uint64_t bytes_of(const ScheduleColumns& columns) {
  std::uint64_t numbers = 0;
  for_each_column(columns,
                  [&](const std::string&, const Column& column, ColumnKind) { numbers += column.size(); });
  return sizeof(std::int64_t) * numbers;
}

bool write_column(hid_t file, const std::string& name, const Column& column, const hdf5::Shape& shape,
                  const hdf5::Share& share, const Communicator* together) {
  return hdf5::write_rows(file, name, hdf5::native<std::int64_t>(), shape, share, column.data(), together);
}

// Writes this rank's rows behind those of the ranks below. False if some of them could not be written.
bool write_rows(hid_t file, const Communicator& comm, const ScheduleColumns& columns) {
  bool written = true;
  for_each_column(columns, [&](const std::string& name, const Column& column, ColumnKind kind) {
    Column offsets;
    if (kind == ColumnKind::offsets) {
      // Offsets count from the first rank's first number. The leading 0 of the other ranks is the last
      // offset of the rank below, which has written it.
      offsets.assign(column.begin() + (comm.rank() > 0), column.end());
      const std::int64_t below = sum_below(comm, column.back());
      for (std::int64_t& offset : offsets) offset += below;
    }
    const Column& mine = kind == ColumnKind::offsets ? offsets : column;
    const std::uint64_t count = mine.size();
    const hdf5::Shape all{sum(comm, count)};
    const hdf5::Share share{sum_below(comm, count), count};
    written = write_column(file, name, mine, all, share, &comm) && written;
  });
  return written;
}

// All rows, in one process.
void write_all(hid_t file, const ScheduleColumns& columns) {
  for_each_column(columns, [&](const std::string& name, const Column& column, ColumnKind) {
    if (!write_column(file, name, column, {column.size()}, {0, column.size()}, nullptr))
      throw Error("memory may be short");
  });
}

// --- Reading and judging ---

SavedSchedule read_all(std::vector<char> bytes) {
  const hdf5::QuietErrors quiet;
  const hdf5::Handle file = hdf5::open_image(bytes);
  const int ranks = read_int(file, "ranks");
  ScheduleColumns columns;
  for_each_column(columns, [&](const std::string& name, Column& column, ColumnKind) {
    column = hdf5::read_column(file, name, bytes.size());
  });
  check_shape(columns, ranks);

  const ScheduleOptions options = read_options(file, ranks);
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

  AtomicFile whole(path);
  const hdf5::QuietErrors quiet;
  try {
    const hdf5::Handle file = hdf5::create_in_memory();
    write_attributes(file, matrix.ranks(), matrix_fingerprint(matrix), forward.options, replay);
    write_all(file, columns);
    hdf5::write_image(file, whole.temporary());
  } catch (const Error& error) {
    throw Error("cannot write ", path.string(), ": ", error.what());
  }
  seal(whole.temporary(), sealed_schedule);
  whole.commit();
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
  require_same(comm, Hash().add(fingerprint(options)).add(replay).value(),
               "the options of the schedule to be saved");
  collectively(comm, [&] { require_named_machine(options, comm.size()); });
  const std::uint64_t fingerprint = sum(comm, row_fingerprint(comm.rank(), destinations));
  ScheduleColumns columns;
  append(columns, destinations,
         indices_of_copies(indices, comm.rank(), options.machine.ranks_per_host, tables.forward), tables);
  hdf5::write_together(comm, path, bytes_of(columns), sealed_schedule, [&](hid_t file) {
    write_attributes(file, comm.size(), fingerprint, options, replay);
    return write_rows(file, comm, columns);
  });
}

LoadedTables load_schedule(const Communicator& comm, const std::filesystem::path& path,
                           const DestinationVector& destinations, const SourceVector& sources,
                           const IndexRuns& indices) {
  const std::uint64_t fingerprint = sum(comm, row_fingerprint(comm.rank(), destinations));
  std::string replay;
  std::vector<Parcel<std::int64_t>> parts = collectively(comm, [&] {
    if (comm.rank() != 0) return std::vector<Parcel<std::int64_t>>();
    const SavedSchedule saved = load_schedule(path);
    if (saved.matrix.ranks() != comm.size())
      throw Error(path.string(), " is a schedule for ", saved.matrix.ranks(), " ranks, not for ", comm.size(),
                  "; schedule anew");
    if (const auto of_file = matrix_fingerprint(saved.matrix); of_file != fingerprint)
      throw Error(path.string(), " is a schedule of other messages (fingerprint ", hex(of_file),
                  ", and here ", hex(fingerprint), "), as of another mesh or partition; schedule anew");
    replay = saved.replay;
    return packed_parts(saved.matrix, saved.forward, saved.backward);
  });
  broadcast(comm, replay);

  auto arrived = sparse_exchange(comm, std::move(parts));
  return collectively(comm, [&] {
    RankPart part = unpacked(arrived.front().content, comm.size());
    if (part.destinations != destinations || part.sources != sources)
      throw Error(path.string(), " is a schedule of other messages than rank ", comm.rank(),
                  " has; schedule anew");
    const int ranks_per_host = part.options.machine.ranks_per_host;
    if (part.indices != indices_of_copies(indices, comm.rank(), ranks_per_host, part.tables.forward))
      throw Error(path.string(), " is a schedule that sends shared values once, but rank ", comm.rank(),
                  " shares other values; schedule anew");
    return LoadedTables{std::move(part.options), std::move(part.tables), replay};
  });
}

}  // namespace partita

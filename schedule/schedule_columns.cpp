#include <algorithm>
#include <tuple>
#include <type_traits>

#include <partita/schedule/schedule_columns.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {

namespace {

// The fields of a record, const or not, that are columns: in the order of for_each_column.
template <class Record>
auto fields_of(Record& record) {
  using Kind = std::remove_const_t<Record>;
  if constexpr (std::is_same_v<Kind, MatrixEntry>)
    return std::tie(record.rank, record.length);
  else if constexpr (std::is_same_v<Kind, IndexRun>)
    return std::tie(record.target, record.offset, record.index, record.length);
  else if constexpr (std::is_same_v<Kind, Transfer>)
    return std::tie(record.phase, record.partner);
  else if constexpr (std::is_same_v<Kind, Piece>)
    return std::tie(record.origin, record.target, record.offset, record.length);
  else  // Copy, whose two pieces have one origin and one length
    return std::tie(record.phase, record.from.origin, record.from.length, record.from.target,
                    record.from.offset, record.to.target, record.to.offset);
}

// Appends a row.
template <std::size_t count, class Record>
void append(RowColumns<count>& columns, const std::vector<Record>& row) {
  for (const Record& record : row) {
    auto column = columns.fields.begin();
    std::apply([&](auto... field) { ((column++)->push_back(field), ...); }, fields_of(record));
  }
  columns.offsets.push_back(std::ssize(columns.fields.front()));
}

void append(TransferColumns& columns, const std::vector<Transfer>& transfers) {
  append(columns.transfers, transfers);
  for (const Transfer& transfer : transfers) append(columns.pieces, transfer.pieces);
}

void append(TableColumns& columns, const PhaseTable& table) {
  columns.phases.push_back(table.phases);
  append(columns.sends, table.sends);
  append(columns.receives, table.receives);
  append(columns.copies, table.copies);
}

// Row k.
template <class Record, std::size_t count>
std::vector<Record> row(const RowColumns<count>& columns, std::size_t k) {
  auto at = static_cast<std::size_t>(columns.offsets[k]);
  std::vector<Record> all(static_cast<std::size_t>(columns.offsets[k + 1]) - at);
  for (Record& record : all) {
    auto column = columns.fields.begin();
    const auto set = [&]<class T>(T& field) { field = static_cast<T>((*column++)[at]); };
    std::apply([&](auto&... field) { (set(field), ...); }, fields_of(record));
    ++at;
  }
  return all;
}

std::vector<Transfer> transfers(const TransferColumns& columns, std::size_t k) {
  std::vector<Transfer> all = row<Transfer>(columns.transfers, k);
  auto number = static_cast<std::size_t>(columns.transfers.offsets[k]);
  for (Transfer& transfer : all) transfer.pieces = row<Piece>(columns.pieces, number++);
  return all;
}

std::vector<Copy> copies(const RowColumns<7>& columns, std::size_t k) {
  std::vector<Copy> all = row<Copy>(columns, k);
  for (auto& [phase, from, to] : all) {
    to.origin = from.origin;
    to.length = from.length;
  }
  return all;
}

PhaseTable table(const TableColumns& columns, std::size_t k) {
  return {static_cast<int>(columns.phases[k]), transfers(columns.sends, k), transfers(columns.receives, k),
          copies(columns.copies, k)};
}

void require(bool right) {
  if (!right) throw Error("its columns do not fit one another");
}

template <std::size_t count>
void check_shape(const RowColumns<count>& columns, std::size_t rows) {
  const Column& offsets = columns.offsets;
  require(offsets.size() == rows + 1 && offsets.front() == 0 && std::ranges::is_sorted(offsets));
  for (const Column& field : columns.fields) require(std::ssize(field) == offsets.back());
}

}  // namespace

void append(ScheduleColumns& columns, const DestinationVector& destinations, const IndexRuns& indices,
            const PhaseTables& tables) {
  append(columns.matrix, destinations);
  append(columns.indices, indices);
  append(columns.forward, tables.forward);
  append(columns.backward, tables.backward);
}

void check_shape(const ScheduleColumns& columns, int ranks) {
  require(ranks > 0);
  const auto rows = static_cast<std::size_t>(ranks);
  check_shape(columns.matrix, rows);
  check_shape(columns.indices, rows);
  for (const TableColumns* table : {&columns.forward, &columns.backward}) {
    require(table->phases.size() == rows);
    for (const TransferColumns* ends : {&table->sends, &table->receives}) {
      check_shape(ends->transfers, rows);
      check_shape(ends->pieces, ends->transfers.fields.front().size());
    }
    check_shape(table->copies, rows);
  }
  for_each_column(columns, [](const std::string&, const Column& column, ColumnKind kind) {
    if (kind == ColumnKind::ints)
      for (const std::int64_t number : column) require(number == static_cast<int>(number) && number >= 0);
  });
}

DestinationVector destinations(const ScheduleColumns& columns, std::size_t k) {
  return row<MatrixEntry>(columns.matrix, k);
}

IndexRuns indices(const ScheduleColumns& columns, std::size_t k) { return row<IndexRun>(columns.indices, k); }

PhaseTables tables(const ScheduleColumns& columns, std::size_t k) {
  return {table(columns.forward, k), table(columns.backward, k)};
}

void put(Column& words, const Column& column) {
  words.push_back(std::ssize(column));
  words.insert(words.end(), column.begin(), column.end());
}

Column take(Column::const_iterator& next) {
  const auto begin = next + 1;
  next = begin + *next;
  return {begin, next};
}

void put(Column& words, const ScheduleColumns& columns) {
  for_each_column(columns, [&](const std::string&, const Column& column, ColumnKind) { put(words, column); });
}

ScheduleColumns take_columns(Column::const_iterator& next) {
  ScheduleColumns columns;
  for_each_column(columns, [&](const std::string&, Column& column, ColumnKind) { column = take(next); });
  return columns;
}

}  // namespace partita::detail

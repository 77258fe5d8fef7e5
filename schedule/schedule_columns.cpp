
#include <algorithm>
#include <initializer_list>
#include <utility>

#include <partita/schedule/schedule_columns.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {

namespace {

std::int64_t length_of(const Column& column) { return static_cast<std::int64_t>(column.size()); }

// The numbers of row k: [first, last).
std::pair<std::size_t, std::size_t> row(const Column& offsets, std::size_t k) {
  return {static_cast<std::size_t>(offsets[k]), static_cast<std::size_t>(offsets[k + 1])};
}

void append(TransferColumns& columns, const std::vector<Transfer>& transfers) {
  for (const auto& [phase, partner, pieces] : transfers) {
    columns.phase.push_back(phase);
    columns.partner.push_back(partner);
    for (const auto& [origin, target, offset, length] : pieces) {
      columns.origin.push_back(origin);
      columns.target.push_back(target);
      columns.offset.push_back(offset);
      columns.length.push_back(length);
    }
    columns.piece_offsets.push_back(length_of(columns.origin));
  }
  columns.offsets.push_back(length_of(columns.phase));
}

void append(CopyColumns& columns, const std::vector<Copy>& copies) {
  for (const auto& [phase, from, to] : copies) {
    columns.phase.push_back(phase);
    columns.origin.push_back(from.origin);
    columns.length.push_back(from.length);
    columns.from_target.push_back(from.target);
    columns.from_offset.push_back(from.offset);
    columns.to_target.push_back(to.target);
    columns.to_offset.push_back(to.offset);
  }
  columns.offsets.push_back(length_of(columns.phase));
}

void append(TableColumns& columns, const PhaseTable& table) {
  columns.phases.push_back(table.phases);
  append(columns.sends, table.sends);
  append(columns.receives, table.receives);
  append(columns.copies, table.copies);
}

std::vector<Transfer> transfers(const TransferColumns& columns, std::size_t k) {
  std::vector<Transfer> all;
  const auto [first, last] = row(columns.offsets, k);
  for (std::size_t t = first; t < last; ++t) {
    all.push_back({static_cast<int>(columns.phase[t]), static_cast<int>(columns.partner[t]), {}});
    const auto [first_piece, last_piece] = row(columns.piece_offsets, t);
    for (std::size_t p = first_piece; p < last_piece; ++p)
      all.back().pieces.push_back({static_cast<int>(columns.origin[p]), static_cast<int>(columns.target[p]),
                                   columns.offset[p], columns.length[p]});
  }
  return all;
}

std::vector<Copy> copies(const CopyColumns& columns, std::size_t k) {
  std::vector<Copy> all;
  const auto [first, last] = row(columns.offsets, k);
  for (std::size_t c = first; c < last; ++c) {
    const auto piece = [&](const Column& target, const Column& offset) {
      return Piece{static_cast<int>(columns.origin[c]), static_cast<int>(target[c]), offset[c],
                   columns.length[c]};
    };
    all.push_back({static_cast<int>(columns.phase[c]), piece(columns.from_target, columns.from_offset),
                   piece(columns.to_target, columns.to_offset)});
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

// Checks offsets that cut columns, all of one length, into rows.
void check_rows(const Column& offsets, std::size_t rows, std::initializer_list<const Column*> cut) {
  require(offsets.size() == rows + 1 && offsets.front() == 0 &&
          std::is_sorted(offsets.begin(), offsets.end()));
  for (const Column* column : cut) require(length_of(*column) == offsets.back());
}

void check_shape(const TransferColumns& columns, std::size_t ranks) {
  check_rows(columns.offsets, ranks, {&columns.phase, &columns.partner});
  check_rows(columns.piece_offsets, columns.phase.size(),
             {&columns.origin, &columns.target, &columns.offset, &columns.length});
}

}  // namespace

void append(ScheduleColumns& columns, const DestinationVector& destinations, const IndexRuns& indices,
            const PhaseTables& tables) {
  for (const auto [to, length] : destinations) {
    columns.matrix.rank.push_back(to);
    columns.matrix.length.push_back(length);
  }
  columns.matrix.offsets.push_back(length_of(columns.matrix.rank));
  IndexColumns& runs = columns.matrix.indices;
  for (const auto& [target, offset, index, length] : indices) {
    runs.target.push_back(target);
    runs.offset.push_back(offset);
    runs.index.push_back(index);
    runs.length.push_back(length);
  }
  runs.offsets.push_back(length_of(runs.target));
  append(columns.forward, tables.forward);
  append(columns.backward, tables.backward);
}

void check_shape(const ScheduleColumns& columns, int ranks) {
  require(ranks > 0);
  const auto rows = static_cast<std::size_t>(ranks);
  check_rows(columns.matrix.offsets, rows, {&columns.matrix.rank, &columns.matrix.length});
  const IndexColumns& runs = columns.matrix.indices;
  check_rows(runs.offsets, rows, {&runs.target, &runs.offset, &runs.index, &runs.length});
  for (const TableColumns* table : {&columns.forward, &columns.backward}) {
    require(table->phases.size() == rows);
    check_shape(table->sends, rows);
    check_shape(table->receives, rows);
    const CopyColumns& copies = table->copies;
    check_rows(copies.offsets, rows,
               {&copies.phase, &copies.origin, &copies.length, &copies.from_target, &copies.from_offset,
                &copies.to_target, &copies.to_offset});
  }
  for_each_column(columns, [](const std::string&, const Column& column, ColumnKind kind) {
    if (kind == ColumnKind::ints)
      for (const std::int64_t number : column) require(number == static_cast<int>(number) && number >= 0);
  });
}

DestinationVector destinations(const ScheduleColumns& columns, std::size_t k) {
  DestinationVector all;
  const auto [first, last] = row(columns.matrix.offsets, k);
  for (std::size_t entry = first; entry < last; ++entry)
    all.push_back({static_cast<int>(columns.matrix.rank[entry]), columns.matrix.length[entry]});
  return all;
}

IndexRuns indices(const ScheduleColumns& columns, std::size_t k) {
  const IndexColumns& runs = columns.matrix.indices;
  IndexRuns all;
  const auto [first, last] = row(runs.offsets, k);
  for (std::size_t run = first; run < last; ++run)
    all.push_back({static_cast<int>(runs.target[run]), runs.offset[run], runs.index[run], runs.length[run]});
  return all;
}

PhaseTables tables(const ScheduleColumns& columns, std::size_t k) {
  return {table(columns.forward, k), table(columns.backward, k)};
}

void put(Column& words, const Column& column) {
  words.push_back(static_cast<std::int64_t>(column.size()));
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

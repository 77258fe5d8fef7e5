#pragma once
/// \file A schedule as columns of numbers, to be stored in a file or sent to another rank: compressed rows, a
/// row for each rank.

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <partita/schedule/schedule.hpp>

namespace partita::detail {

using Column = std::vector<std::int64_t>;

/// Rows of records: those of row k are [offsets[k], offsets[k+1]).
template <std::size_t count>
struct RowColumns {
  Column offsets{0};
  std::array<Column, count> fields;
};

/// Sends, or receives: a row of transfers for each rank, and a row of pieces for each transfer.
struct TransferColumns {
  RowColumns<2> transfers;
  RowColumns<4> pieces;
};

/// Phase tables, of the schedule or of its reverse.
struct TableColumns {
  Column phases;  ///< by rank
  TransferColumns sends, receives;
  RowColumns<7> copies;
};

/// Columns of consecutive ranks: one rank, or all.
struct ScheduleColumns {
  RowColumns<2> matrix;
  RowColumns<4> indices;
  TableColumns forward, backward;
};

/// Kind of the numbers of a column.
enum class ColumnKind {
  ints,  ///< numbers from 0 to the largest int: ranks, phases
  units,
  offsets  ///< one more than there are rows, from 0 to the length of the columns that they cut
};

/// The one list of a file's columns. Calls visit(name, column, kind) for each; `columns` is a
/// ScheduleColumns, const or not.
template <class Columns, class Visit>
void for_each_column(Columns& columns, Visit&& visit) {
  using enum ColumnKind;
  using Names = std::initializer_list<std::pair<const char*, ColumnKind>>;
  const auto rows = [&](const std::string& group, auto& all, Names names) {
    visit(group + "/offsets", all.offsets, offsets);
    auto column = all.fields.begin();
    for (const auto& [name, kind] : names) visit(group + "/" + name, *column++, kind);
  };
  const auto transfers = [&](const std::string& group, auto& all) {
    rows(group, all.transfers, {{"phase", ints}, {"partner", ints}});
    rows(group + "/pieces", all.pieces,
         {{"origin", ints}, {"target", ints}, {"offset", units}, {"length", units}});
  };
  const auto tables = [&](const std::string& group, auto& all) {
    visit(group + "/phases", all.phases, ints);
    transfers(group + "/sends", all.sends);
    transfers(group + "/receives", all.receives);
    rows(group + "/copies", all.copies,
         {{"phase", ints},
          {"origin", ints},
          {"length", units},
          {"from_target", ints},
          {"from_offset", units},
          {"to_target", ints},
          {"to_offset", units}});
  };
  rows("matrix", columns.matrix, {{"rank", ints}, {"length", units}});
  rows("matrix/indices", columns.indices,
       {{"target", ints}, {"offset", units}, {"index", units}, {"length", units}});
  tables("forward", columns.forward);
  tables("backward", columns.backward);
}

/// Adds the next rank.
void append(ScheduleColumns& columns, const DestinationVector& destinations, const IndexRuns& indices,
            const PhaseTables& tables);

/// Throws Error unless these are columns of that many ranks: offsets ascend and fit the columns that they
/// cut, columns side by side have one length, numbers of ranks and phases are ints. `verify` checks their
/// meaning.
void check_shape(const ScheduleColumns& columns, int ranks);

/// The k-th rank's part of columns that check_shape accepts.
DestinationVector destinations(const ScheduleColumns& columns, std::size_t k);
IndexRuns indices(const ScheduleColumns& columns, std::size_t k);
PhaseTables tables(const ScheduleColumns& columns, std::size_t k);

/// Packs a column behind others, with its length before it.
void put(Column& words, const Column& column);

/// Unpacks the column at `next`, which moves behind it.
Column take(Column::const_iterator& next);

/// The same of all columns.
void put(Column& words, const ScheduleColumns& columns);
ScheduleColumns take_columns(Column::const_iterator& next);

}  // namespace partita::detail

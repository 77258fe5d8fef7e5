#pragma once
/// \file A schedule as columns of numbers, to be stored in a file or sent to another rank: compressed rows, a
/// row for each rank.

#include <cstdint>
#include <string>
#include <vector>

#include <partita/schedule/schedule.hpp>

namespace partita::detail {

using Column = std::vector<std::int64_t>;

/// The index runs of rank k: [offsets[k], offsets[k+1]).
struct IndexColumns {
  Column offsets{0};
  Column target, offset, index, length;
};

/// The matrix: rank k sends entries [offsets[k], offsets[k+1]).
struct MatrixColumns {
  Column offsets{0};
  Column rank, length;
  IndexColumns indices;
};

/// Sends, or receives: those of rank k are transfers [offsets[k], offsets[k+1]), and transfer t carries
/// pieces [piece_offsets[t], piece_offsets[t+1]).
struct TransferColumns {
  Column offsets{0};
  Column phase, partner;
  Column piece_offsets{0};
  Column origin, target, offset, length;
};

/// Copies: those in the table of rank k are [offsets[k], offsets[k+1]).
struct CopyColumns {
  Column offsets{0};
  Column phase, origin, length;
  Column from_target, from_offset, to_target, to_offset;
};

/// Phase tables, of the schedule or of its reverse.
struct TableColumns {
  Column phases;  ///< by rank
  TransferColumns sends, receives;
  CopyColumns copies;
};

/// Columns of consecutive ranks: one rank, or all.
struct ScheduleColumns {
  MatrixColumns matrix;
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
  const auto transfers = [&](const std::string& group, auto& all) {
    visit(group + "/offsets", all.offsets, ColumnKind::offsets);
    visit(group + "/phase", all.phase, ColumnKind::ints);
    visit(group + "/partner", all.partner, ColumnKind::ints);
    visit(group + "/pieces/offsets", all.piece_offsets, ColumnKind::offsets);
    visit(group + "/pieces/origin", all.origin, ColumnKind::ints);
    visit(group + "/pieces/target", all.target, ColumnKind::ints);
    visit(group + "/pieces/offset", all.offset, ColumnKind::units);
    visit(group + "/pieces/length", all.length, ColumnKind::units);
  };
  const auto tables = [&](const std::string& group, auto& all) {
    visit(group + "/phases", all.phases, ColumnKind::ints);
    transfers(group + "/sends", all.sends);
    transfers(group + "/receives", all.receives);
    visit(group + "/copies/offsets", all.copies.offsets, ColumnKind::offsets);
    visit(group + "/copies/phase", all.copies.phase, ColumnKind::ints);
    visit(group + "/copies/origin", all.copies.origin, ColumnKind::ints);
    visit(group + "/copies/length", all.copies.length, ColumnKind::units);
    visit(group + "/copies/from_target", all.copies.from_target, ColumnKind::ints);
    visit(group + "/copies/from_offset", all.copies.from_offset, ColumnKind::units);
    visit(group + "/copies/to_target", all.copies.to_target, ColumnKind::ints);
    visit(group + "/copies/to_offset", all.copies.to_offset, ColumnKind::units);
  };
  visit("matrix/offsets", columns.matrix.offsets, ColumnKind::offsets);
  visit("matrix/rank", columns.matrix.rank, ColumnKind::ints);
  visit("matrix/length", columns.matrix.length, ColumnKind::units);
  visit("matrix/indices/offsets", columns.matrix.indices.offsets, ColumnKind::offsets);
  visit("matrix/indices/target", columns.matrix.indices.target, ColumnKind::ints);
  visit("matrix/indices/offset", columns.matrix.indices.offset, ColumnKind::units);
  visit("matrix/indices/index", columns.matrix.indices.index, ColumnKind::units);
  visit("matrix/indices/length", columns.matrix.indices.length, ColumnKind::units);
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

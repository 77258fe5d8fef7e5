#pragma once
/// \file The exchange: gather and scatter of fields, known at run time, by the replays that directors say.
///
/// All front ends stand on it (see PlannedExchange). Messages are packed straight from fields, ghosts
/// unpacked straight into them, and contributions combined straight from the messages that they come in.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <partita/executor/fields/combine.hpp>
#include <partita/executor/fields/message_contents.hpp>
#include <partita/executor/replay/director.hpp>

namespace partita::detail {

class FieldExchange {
 public:
  /// `scatter` may be null: then there are only gathers. Not collective.
  FieldExchange(MessageContents contents, std::unique_ptr<Director> gather,
                std::unique_ptr<Director> scatter);

  const MessageContents& contents() const { return contents_; }
  const AccessPattern& pattern() const { return contents_.entries().front().pattern; }

  /// For messages that the caller packs and unpacks.
  DirectedReplay& gather_replay() { return gather_replay_; }
  DirectedReplay* scatter_replay() { return scatter_replay_ ? &*scatter_replay_ : nullptr; }
  const DirectedReplay& gather_replay() const { return gather_replay_; }
  const DirectedReplay* scatter_replay() const { return scatter_replay_ ? &*scatter_replay_ : nullptr; }

  /// Takes any fields for messages of one pattern, and one field for each entry of a list. Owned values and
  /// ghosts may lie in different fields. Collective over the neighbours.
  /// @param at_once  packs all messages now, so that owned values may be changed before `finish_gather`
  /// @throws Error if a field does not have the shape of its entry, or a replay is under way
  void begin_gather(FieldList owned, FieldList ghosts, bool at_once = false);
  void finish_gather();

  /// `combine` has one for each field: copies of a ghost are combined with one another.
  void begin_scatter(FieldList owned, FieldList ghosts, std::span<const Combine> combine);

  /// Combines the copies of own values first, then the contributions of others, ascending by rank.
  void finish_scatter(std::span<const Combine> combine);

  /// @throws Error unless these fields have as many bytes a value as those that were begun with
  void require_gather_of(FieldList fields) const { require_begun_with(gather_.record_bytes, fields); }
  void require_scatter_of(FieldList fields) const { require_begun_with(scatter_.record_bytes, fields); }

  /// @throws Error if a scatter combines copies before it sends them: it needs the operation then
  void require_single_copies() const;

 private:
  // The fields of one direction while they are under way.
  struct Direction {
    std::vector<FieldMemory> owned, ghosts;  // as given
    std::vector<RecordPart> owned_parts, ghost_parts;
    std::vector<RecordRun> owned_runs, ghost_runs;
    std::size_t record_bytes = 0;
    std::uint16_t types = 0;            // of a record
    std::vector<FieldMemory> combined;  // by field: first copies, then all, of each ghost
    std::vector<std::vector<std::byte>> combined_bytes;
    std::vector<std::byte> packed;  // messages packed at once; contributions, when a unit is a granule
  };

  std::size_t granule() const { return contents_.granule(); }
  std::size_t unit_bytes(const Direction& direction) const {
    return granule() == 0 ? direction.record_bytes : granule();
  }
  const ExchangeEntry& entry_of(std::size_t field) const {
    return contents_.entries()[granule() == 0 ? 0 : field];
  }
  void take(Direction& direction, FieldList owned, FieldList ghosts) const;
  FieldMemory first_copies(std::size_t field);
  void combine_one(const Combine& combine, const FieldMemory& field, local_index to, const FieldMemory& other,
                   local_index from);

  MessageContents contents_;
  DirectedReplay gather_replay_;
  std::optional<DirectedReplay> scatter_replay_;
  std::size_t units_sent_ = 0;  // by a gather
  Direction gather_, scatter_;
  std::vector<std::byte> one_;                          // values of an entity, packed
  std::vector<std::vector<local_index>> ghost_counts_;  // by entry, where counts differ
};

}  // namespace partita::detail

#pragma once
/// \file The exchange: gather and scatter of fields, known at run time, by the replays that directors say.
///
/// All front ends stand on it (see PlannedExchange). Messages are packed straight from fields, ghosts
/// unpacked straight into them, and contributions combined straight from the messages that they come in.

#include <cstddef>
#include <exception>
#include <optional>
#include <span>
#include <vector>

#include <partita/executor/exchange_entry.hpp>
#include <partita/executor/fields/combine.hpp>
#include <partita/executor/fields/message_contents.hpp>
#include <partita/executor/replay/director.hpp>

namespace partita::detail {

class FieldExchange : public FieldMover {
 public:
  struct Parts {
    MessageContents contents;
    DirectedReplay gather;
    std::optional<DirectedReplay> scatter;  ///< none: there are only gathers
  };

  /// Not collective.
  explicit FieldExchange(Parts parts);
  FieldExchange(const FieldExchange&) = delete;
  FieldExchange& operator=(const FieldExchange&) = delete;
  /// See Replay.
  ~FieldExchange() override;

  const MessageContents& contents() const { return contents_; }
  const AccessPattern& pattern() const override { return contents_.entries().front().pattern; }
  const DirectedReplay& gather_replay() const { return gather_replay_; }
  const DirectedReplay* scatter_replay() const { return scatter_replay_ ? &*scatter_replay_ : nullptr; }

  /// Gives field f, of which only the data are known, the shape that this number of elements has here.
  /// @throws Error if they do not fit. Not collective.
  void fit(FieldMemory& field, std::size_t elements, std::size_t f) const override;

  /// Takes any fields for messages of one pattern, and one field for each entry of a list. Owned values and
  /// ghosts may lie in different fields. Collective over the neighbours.
  /// @param at_once  packs all messages now, so that owned values may be changed before `finish_gather`
  /// @throws Error if a field does not have the shape of its entry, or a replay is under way
  void begin_gather(FieldList owned, FieldList ghosts, bool at_once = false) override;
  void finish_gather() override;

  /// `combine` has one for each field: copies of a ghost are combined with one another.
  void begin_scatter(FieldList owned, FieldList ghosts, Combines combine) override;

  /// Combines the copies of own values first, then the contributions of others, ascending by rank.
  void finish_scatter(Combines combine) override;

  /// @throws Error unless these fields have as many bytes a value as those that were begun with
  void require_begun_with(Direction direction, FieldList fields) const override;

  /// @throws Error if a scatter combines copies before it sends them: it needs the operation then
  void require_single_copies() const override;

  /// @throws Error if a replay of this direction is under way, or one has failed
  void require_idle(Direction direction) const override;

  /// Exchanges records that the caller packs and unpacks: the owned values that neighbours need follow one
  /// another as `needed_values` lists them, and so do all ghosts. Collective over the neighbours.
  void begin_records(Direction direction, const std::byte* from, std::byte* into, std::size_t record_bytes,
                     FieldList values) override;
  void finish_records(Direction direction) override { replay(direction).finish(); }

 private:
  // The fields of one direction while they are under way.
  struct Begun {
    std::vector<FieldMemory> owned, ghosts;  // as given;
    bool in_one = false;                     // both are the same
    std::vector<RecordPart> owned_parts, ghost_parts;
    std::vector<RecordRun> owned_runs, ghost_runs;
    std::size_t record_bytes = 0;
    UnitValues values;
    Records owned_records{nullptr, 0}, ghost_records{nullptr, 0}, packed_records{nullptr, 0};
    std::vector<FieldMemory> combined;  // by field: first copies, then all, of each ghost
    std::vector<std::vector<std::byte>> combined_bytes;
    std::vector<std::byte> packed;  // messages packed at once; contributions, when a unit is a granule

    bool is_with(FieldList now_owned, FieldList now_ghosts) const;  // as most replays are
  };

  std::size_t granule() const { return contents_.granule(); }
  std::size_t unit_bytes(const Begun& begun) const { return granule() == 0 ? begun.record_bytes : granule(); }
  DirectedReplay& replay(Direction direction) {
    return direction == Direction::gather ? gather_replay_ : *scatter_replay_;
  }
  const ExchangeEntry& entry_of(std::size_t field) const {
    return contents_.entries()[granule() == 0 ? 0 : field];
  }
  void take(Begun& begun, FieldList owned, FieldList ghosts) const;
  FieldMemory first_copies(std::size_t field);
  void combine_copies(Combines combine);
  void combine_arrived(Combines combine);
  void combine_one(const Combine& combine, const FieldMemory& field, local_index to, const FieldMemory& other,
                   local_index from);

  MessageContents contents_;
  bool has_copies_ = false;          // of a value, on this rank: further ones of a ghost, or of an own value
  std::exception_ptr copies_threw_;  // of the scatter that has begun
  DirectedReplay gather_replay_;
  std::optional<DirectedReplay> scatter_replay_;
  std::size_t units_sent_ = 0;  // by a gather
  Begun gather_, scatter_;
  std::vector<std::byte> one_;                          // values of an entity, packed
  std::vector<std::vector<local_index>> ghost_counts_;  // by entry, where counts differ
};

}  // namespace partita::detail

#pragma once
/// \file The exchange: gather and scatter of fields, known at run time, by replaying a plan.
///
/// All front ends stand on it: Exchange (spans), KokkosExchange (views), petsc::VecExchange, loops::Chain.
/// Messages are packed straight from fields, ghosts unpacked straight into them, and contributions combined
/// straight from the messages that they come in.

#include <cstddef>
#include <string>
#include <vector>

#include <partita/executor/fields/combine.hpp>
#include <partita/executor/fields/message_contents.hpp>
#include <partita/executor/replay/pattern_replays.hpp>

namespace partita::detail {

class FieldExchange {
 public:
  /// Collective. Throws as make_replays does. `name`: what sentences call the messages. Without `scatter`,
  /// only gathers are set up.
  FieldExchange(MessageContents contents, const Plan& plan, const std::string& name = {},
                bool scatter = true);

  const MessageContents& contents() const { return contents_; }
  const AccessPattern& pattern() const { return contents_.entries().front().pattern; }
  PatternReplays& replays() { return replays_; }
  const PatternReplays& replays() const { return replays_; }

  /// Takes any fields for messages of one pattern, and one field for each entry of a list. Owned values and
  /// ghosts may lie in different fields. Collective over the neighbours.
  /// @param at_once  packs all messages now, so that owned values may be changed before `finish_gather`
  /// @throws Error if a field does not have the shape of its entry, or a replay is under way
  void begin_gather(FieldList owned, FieldList ghosts, bool at_once = false);
  void finish_gather();

  /// `combine` combines copies with one another, see Combine.
  template <class Combine>
  void begin_scatter(FieldList owned, FieldList ghosts, const Combine& combine) {
    replays_.scatter->require_idle();
    take(scatter_, owned, ghosts);
    for (std::size_t f = 0; f < ghosts.size(); ++f) {
      const Places& places = entry_of(f).places;
      if (places.further().empty()) continue;
      pack_first_copies(f);
      const FieldMemory& combined = *scatter_.ghost_parts[f].field;
      for (const auto& [ghost, place] : places.further()) combine(f, combined, ghost, ghosts[f], place);
    }
    send_ghosts();
  }

  /// Combines the copies of own values first, then the contributions of others, ascending by rank.
  template <class Combine>
  void finish_scatter(const Combine& combine) {
    replays_.scatter->finish();
    for (std::size_t f = 0; f < scatter_.owned.size(); ++f) {
      const FieldMemory &owned = scatter_.owned[f], &copies = scatter_.ghosts[f];
      const Places& places = entry_of(f).places;
      for (const auto& [value, place] : places.own())
        if (const local_index home = places.of_owned(value);
            owned.first_value(home) != copies.first_value(place))
          combine(f, owned, home, copies, place);
    }
    const auto use = [&](const RecordRun& run, std::size_t first, std::size_t count,
                         const std::byte* packed) {
      std::size_t f = run.entry;
      for (const auto& [field, offset] : run.parts)
        combine(f++, *field, Contributions{run.entities.subspan(first, count), packed + offset, run.bytes});
    };
    for (const RecordRun& run : scatter_.owned_runs)
      if (granule() != 0) use(run, 0, run.records, scatter_.packed.data() + run.first_unit * granule());
    replays_.scatter->for_each_delivery([&](const Delivery& delivery, const std::byte* packed) {
      if (granule() == 0) use(scatter_.owned_runs.front(), delivery.first, delivery.length, packed);
    });
  }

  /// @throws Error unless these fields have as many bytes a value as those that were begun with
  void require_gather_of(FieldList fields) const { require_begun_with(gather_.record_bytes, fields); }
  void require_scatter_of(FieldList fields) const { require_begun_with(scatter_.record_bytes, fields); }
  static void require_begun_with(std::size_t begun, FieldList fields);

  /// @throws Error if a scatter combines copies before it sends them: it needs the operation then
  void require_single_copies() const;

 private:
  // The fields of one direction while they are under way.
  struct Direction {
    std::vector<FieldMemory> owned, ghosts;  // as given
    std::vector<RecordPart> owned_parts, ghost_parts;
    std::vector<RecordRun> owned_runs, ghost_runs;
    std::size_t record_bytes = 0;
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
  void pack_first_copies(std::size_t field);
  void send_ghosts();

  MessageContents contents_;
  PatternReplays replays_;
  std::size_t units_sent_ = 0;  // by a gather
  Direction gather_, scatter_;
  std::vector<std::vector<local_index>> ghost_counts_;  // by entry, where counts differ
};

}  // namespace partita::detail

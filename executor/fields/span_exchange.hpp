#pragma once
/// \file Gather and scatter of fields in the host's memory.

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <partita/executor/fields/record.hpp>
#include <partita/executor/fields/records.hpp>
#include <partita/executor/fields/span_field.hpp>
#include <partita/executor/plan.hpp>
#include <partita/executor/replay/pattern_replays.hpp>
#include <partita/inspector/access_pattern.hpp>
#include <partita/support/error.hpp>

namespace partita {

/// What exchanges of fields have in common, whatever holds the fields: Exchange makes SpanFields of
/// containers, KokkosExchange of views. Messages are packed straight from fields, ghosts unpacked straight
/// into them, and contributions combined straight from the messages that they come in.
class SpanExchange {
 public:
  /// Collective. Throws as make_replays does.
  SpanExchange(const AccessPattern& pattern, const Plan& plan)
      : pattern_(pattern), replays_(make_replays(pattern, plan)), needed_(needed_values(pattern)) {}

  const AccessPattern& pattern() const { return pattern_; }
  PatternReplays& replays() { return replays_; }

  /// See Exchange.
  template <class... T>
  void begin_gather(const SpanField<T>&... fields) {
    replays_.gather.require_idle();
    take_apart(gather_, fields...);
    const Records owned(gather_.owned, gather_.record_bytes, needed_),
        ghosts(gather_.ghosts, gather_.record_bytes);
    replays_.gather.begin({&owned, 1}, {&ghosts, 1}, gather_.record_bytes);
  }

  template <class... T>
  void finish_gather(const SpanField<T>&... fields) {
    replays_.gather.finish();
    require_begun_with(gather_.record_bytes, record_of(fields...).bytes);
  }

  template <class... T>
  void begin_scatter(const SpanField<T>&... fields) {
    replays_.scatter.require_idle();
    take_apart(scatter_, fields...);
    const Records ghosts(scatter_.ghosts, scatter_.record_bytes);
    replays_.scatter.begin({&ghosts, 1}, {}, scatter_.record_bytes);
  }

  template <class Operation, class... T>
  void finish_scatter(Operation& operation, const SpanField<T>&... fields) {
    replays_.scatter.finish();
    const auto record = record_of(fields...);
    require_begun_with(scatter_.record_bytes, record.bytes);
    replays_.scatter.for_each_delivery([&](const Delivery& delivery, const std::byte* contributions) {
      const auto owned = std::span(needed_).subspan(delivery.first, delivery.length);
      for_each_field(
          record,
          [&](const auto& field, std::size_t offset) {
            field.combine(owned, operation, contributions + offset, record.bytes);
          },
          fields...);
    });
  }

  /// Throws Error unless both are the same: bytes of a record.
  static void require_begun_with(std::size_t begun, std::size_t finished) {
    if (begun != finished)
      throw Error(text("an exchange was begun with fields of ", begun, " bytes a value and finished with ",
                       finished, "; finish it with the fields that it was begun with"));
  }

 private:
  // The fields of one direction as parts of records, while they are under way.
  struct Parts {
    std::vector<RecordPart> owned, ghosts;
    std::size_t record_bytes = 0;
  };

  template <class... T>
  static auto record_of(const SpanField<T>&... fields) {
    static_assert(sizeof...(T) > 0, "an exchange takes at least one field");
    return Record(std::array<FieldSize, sizeof...(T)>{fields.size()...});
  }

  template <class... T>
  void take_apart(Parts& parts, const SpanField<T>&... fields) const {
    const auto record = record_of(fields...);
    parts.owned.clear();
    parts.ghosts.clear();
    for_each_field(
        record,
        [&](const auto& field, std::size_t offset) {
          parts.owned.push_back({field.from(0), field.size().bytes, offset});
          parts.ghosts.push_back({field.from(pattern_.first_ghost()), field.size().bytes, offset});
        },
        fields...);
    parts.record_bytes = record.bytes;
  }

  AccessPattern pattern_;
  PatternReplays replays_;
  std::vector<local_index> needed_;  // owned values by the units of messages: neighbour after neighbour
  Parts gather_, scatter_;
};

}  // namespace partita

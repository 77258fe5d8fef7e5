#pragma once
/// \file The exchange: gather and scatter of fields that are known at run time, by the replays of a plan.
///
/// Exchange, KokkosExchange, loops, PETSc's part and the C interface are faces of it. Messages are packed
/// straight from fields, ghosts unpacked straight into them, and contributions combined straight from the
/// messages that they come in.

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include <partita/executor/exchange/combine.hpp>
#include <partita/executor/replay/memory/field_memory.hpp>
#include <partita/inspector/access_pattern.hpp>

namespace partita {

class MessageContents;  // executor/exchange/message_contents.hpp
struct Plan;            // executor/plan/plan.hpp
enum class Direction;   // there, too

/// Exchanges fields of run-time type by a plan; see Exchange for what all calls have in common. Owned values
/// and ghosts may lie in different fields. One gather and one scatter may be under way at once: tags,
/// requests and channels belong to the exchange, so a second gather under way needs an exchange of its own.
class FieldExchange {
 public:
  /// Replays the best candidate of `plan`, or races all of them. Collective.
  ///
  /// @param scatters  false: only gathers are set up
  /// @throws CollectiveError if the plan is for other messages, or does not carry all of them
  FieldExchange(MessageContents contents, Plan plan, bool scatters = true);
  FieldExchange(FieldExchange&&) noexcept;
  FieldExchange& operator=(FieldExchange&&) noexcept;
  /// One under way while an exception unwinds is left as it is; else it ends the job with a sentence.
  ~FieldExchange();

  /// Patterns, places, and the messages: contents().vectors(). Not collective.
  const MessageContents& contents() const;
  const AccessPattern& pattern() const;

  /// The plan with the candidate that is replayed now; its reason says what the race has found. If gathers
  /// and scatters differ, that of the direction with more replays. An exchange that is given it races
  /// nothing. Not collective, but the same on every rank.
  Plan plan() const;

  /// Whether a race has found that plan. The same on every rank.
  bool has_raced() const;

  /// Gives field f, of which only the data are known, the shape that this number of elements has here.
  /// @throws Error if they do not fit. Not collective.
  void fit(FieldMemory& field, std::size_t elements, std::size_t f) const;

  /// Takes any fields for messages of one pattern, and one field for each entry of a list. Collective over
  /// the neighbours.
  /// @param at_once  packs all messages now, so that owned values may be changed before `finish_gather`
  /// @throws Error if a field does not have the shape of its entry, or a gather is under way
  void begin_gather(FieldList owned, FieldList ghosts, bool at_once = false);
  void finish_gather();

  /// @throws Error unless these fields have as many bytes a value as those that were begun with
  void finish_gather(FieldList fields);

  /// `combine` has one for each field: copies of a ghost are combined with one another.
  void begin_scatter(FieldList owned, FieldList ghosts, Combines combine);

  /// Combines the copies of own values first, then the contributions of others, ascending by rank.
  void finish_scatter(Combines combine);
  void finish_scatter(Combines combine, FieldList fields);

  /// Entities 0, 1, ... of all fields are owned here, and have these global numbers, for marks and checks.
  /// Negative: another rank computes the entity, too, and numbers it.
  /// Exchanges of patterns that were inspected while a record is kept know them. Not collective.
  void number(std::vector<global_index> numbers);

  /// See executor/marks/mark.hpp, with the places and numbers of this exchange. Collective.
  void mark(std::string_view name, FieldList fields) const;
  void check_ghosts(std::string_view name, FieldList fields) const;

  /// @throws Error if a scatter combines copies before it sends them: it needs the operation then
  void require_single_copies() const;

  /// @throws Error if a replay of this direction is under way, or one has failed
  void require_idle(Direction direction) const;

  /// Exchanges records that the caller packs and unpacks: the owned values that neighbours need follow one
  /// another as `needed_values` lists them, and so do all ghosts. Collective over the neighbours.
  void begin_records(Direction direction, const std::byte* from, std::byte* into, std::size_t record_bytes,
                     FieldList values);
  void finish_records(Direction direction);

 private:
  struct State;
  State& state() const;  // throws Error if this one was moved from

  std::unique_ptr<State> state_;
};

}  // namespace partita

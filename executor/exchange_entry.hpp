#pragma once
/// \file What an exchange is made of: an entry for each of its patterns; and what an Exchange asks of the one
/// that it hides.

#include <cstddef>
#include <span>

#include <partita/executor/memory/field_memory.hpp>
#include <partita/inspector/access_pattern.hpp>
#include <partita/inspector/places.hpp>

namespace partita {

struct Plan;  // executor/plan.hpp

/// One field of an exchange of several: its pattern, where its values lie, and its shape. The data may be
/// another's at each replay.
struct ExchangeEntry {
  AccessPattern pattern;
  Places places;
  FieldMemory field;
};

namespace detail {

struct Combine;  // executor/fields/combine.hpp

enum class Direction {
  gather,  ///< sends what the destinations need, receives from the sources
  scatter  ///< the other way
};

/// What an Exchange asks of the exchange that it hides. For each function, its errors, and whether it is
/// collective, see FieldExchange.
class FieldMover {
 public:
  using Fields = std::span<const FieldMemory>;
  using Combines = std::span<const Combine>;

  virtual ~FieldMover() = default;

  virtual const AccessPattern& pattern() const = 0;
  virtual Plan plan() const = 0;

  virtual void fit(FieldMemory& field, std::size_t elements, std::size_t f) const = 0;
  virtual void begin_gather(Fields owned, Fields ghosts, bool at_once) = 0;
  virtual void finish_gather() = 0;
  virtual void begin_scatter(Fields owned, Fields ghosts, Combines combine) = 0;
  virtual void finish_scatter(Combines combine) = 0;
  virtual void require_begun_with(Direction direction, Fields fields) const = 0;
  virtual void require_single_copies() const = 0;

  // Of records that the caller packs.
  virtual void require_idle(Direction direction) const = 0;
  virtual void begin_records(Direction direction, const std::byte* from, std::byte* into,
                             std::size_t record_bytes, Fields values) = 0;
  virtual void finish_records(Direction direction) = 0;
};

}  // namespace detail

}  // namespace partita

#pragma once
/// \file What the handles of the C interface hold.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <partita/executor/fields/field_exchange.hpp>
#include <partita/executor/fields/placed_pattern.hpp>
#include <partita/support/communicator.hpp>

#include "bindings/c/fields.hpp"

// Members are destroyed from the last to the first: the communicator ends after all that uses it.
struct partita_pattern {
  std::shared_ptr<const partita::Communicator> comm;
  partita::PlacedPattern placed;
};

struct partita_exchange {
  std::shared_ptr<const partita::Communicator> comm;
  std::string name, plan;
  partita::detail::FieldExchange exchange;
  std::vector<partita::FieldMemory> memories = {}, others = {};  // of a call: no call allocates
  std::optional<partita::c::Operation> scatter = {};             // under way
  bool gathers_nothing = false, scatters_nothing = false;        // under way: fields without values

  /// Where the values of field f lie; an exchange of any fields of one pattern has one answer for all.
  const partita::Places& places_of(std::size_t f) const {
    const auto& entries = exchange.contents().entries();
    return entries[std::min(f, entries.size() - 1)].places;
  }

  /// Entities that field f must have.
  partita::local_index entities_of(std::size_t f) const {
    return std::max(places_of(f).owned_extent(), places_of(f).ghost_extent());
  }

  /// For sentences.
  std::string here() const { return partita::text("rank ", comm->rank(), ", exchange \"", name, "\": "); }
};

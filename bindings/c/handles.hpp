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
  partita::local_index owned_extent, ghost_extent;  // entities that fields must have
  partita::detail::FieldExchange exchange;
  std::vector<partita::FieldMemory> memories = {}, others = {};  // of a call: no call allocates
  std::optional<partita::c::Operation> scatter = {};             // under way
  bool gathers_nothing = false, scatters_nothing = false;        // under way: fields without values

  /// That a field must have in which owned values and copies lie.
  partita::local_index entities() const { return std::max(owned_extent, ghost_extent); }

  /// For sentences.
  std::string here() const { return partita::text("rank ", comm->rank(), ", exchange \"", name, "\": "); }
};

#pragma once
/// \file What the handles of the C interface hold.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <partita/executor/exchange/field_exchange.hpp>
#include <partita/executor/exchange/message_contents.hpp>
#include <partita/executor/nice.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/inspector/inspected_loop.hpp>
#include <partita/inspector/placed_pattern.hpp>
#include <partita/inspector/remap.hpp>
#include <partita/inspector/translation_table.hpp>
#include <partita/io/environment.hpp>
#include <partita/support/communicator.hpp>

#include "bindings/c/device_memory.hpp"
#include "bindings/c/fields.hpp"

// Members are destroyed from the last to the first: the communicator ends after all that uses it.
struct partita_pattern {
  std::shared_ptr<const partita::Communicator> comm;
  partita::PlacedPattern placed;
};

struct partita_table {
  std::shared_ptr<const partita::Communicator> comm;
  partita::TranslationTable table;
  int base;  // of global numbers and places
};

struct partita_loop {
  std::shared_ptr<const partita::Communicator> comm;
  std::optional<partita::InspectedLoop> loop;  // none: lost by an update that failed
  std::vector<int> bases;                      // by index array
  std::size_t share;                           // iterations brought here

  /// @throws Error if it is lost
  const partita::InspectedLoop& inspected() const {
    if (!loop) throw partita::Error("the loop was lost when partita_update_named failed; inspect it anew");
    return *loop;
  }

  /// The index array `number`, where the first one is `first`. @throws Error if there is none
  std::size_t index_array(int number, int first) const {
    const int last = first + static_cast<int>(inspected().arrays()) - 1;
    if (number < first || number > last)
      throw partita::Error("loop \"", loop->name(), "\" has no index array ", number, "; there are ", first,
                           " to ", last);
    return static_cast<std::size_t>(number - first);
  }
};

struct partita_remap {
  std::shared_ptr<const partita::Communicator> comm;
  partita::Remap remap;
};

struct partita_scheduling_table {
  std::shared_ptr<const partita::Communicator> comm;
  partita::nice::SchedulingTable table;
  partita::nice::Communication communication;
};

struct partita_exchange {
  std::shared_ptr<const partita::Communicator> comm;
  std::string name;
  partita::Environment environment;
  partita::FieldExchange exchange;
  mutable std::string reason = {};  // last told
  partita::c::DeviceMemory device = {};
  std::vector<partita::FieldMemory> memories = {}, others = {};  // of a call: no call allocates
  std::optional<partita::c::Operation> scatter = {};             // under way
  std::vector<int> counts = {};                                  // that Fortran's entities have

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

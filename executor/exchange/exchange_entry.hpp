#pragma once
/// \file What an exchange is made of: an entry for each of its patterns.

#include <partita/executor/replay/memory/field_memory.hpp>
#include <partita/inspector/access_pattern.hpp>
#include <partita/inspector/places.hpp>

namespace partita {

/// One field of an exchange of several: its pattern, where its values lie, and its shape. The data may be
/// another's at each replay.
struct ExchangeEntry {
  AccessPattern pattern;
  Places places;
  FieldMemory field;
};

}  // namespace partita

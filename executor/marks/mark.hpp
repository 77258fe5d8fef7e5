#pragma once
/// \file Marks: named places of a program where the values of fields are recorded, to compare runs.
///
/// With PARTITA_RECORD=FILE each mark writes the fingerprint of each field to the file. `partita-diff` finds
/// the first mark where two runs part, on any numbers of ranks. Exchanges and declared loops mark themselves.
/// Without the variable a mark does nothing. See docs/find_out_what_is_wrong.md.

#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include <partita/executor/marks/fingerprint.hpp>
#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// Records the owned values of fields here. Collective while a record is kept: all ranks pass the same marks
/// and begin the same exchanges in the same order.
///
/// @param name     what has just been done: "after limiter"
/// @param pattern  says which values are owned; from `localize` or `inspect`, so that global numbers are
/// known
/// @param fields   with owned value k at entity k
void mark(std::string_view name, const AccessPattern& pattern, FieldList fields);

template <class... Fields>
requires(sizeof...(Fields) > 0 && (std::is_base_of_v<FieldMemory, Fields> &&
                                   ...)) void mark(std::string_view name, const AccessPattern& pattern,
                                                   const Fields&... fields) {
  const FieldMemory all[]{fields...};
  mark(name, pattern, FieldList(all));
}

/// Compares every ghost with its owner's value, bit by bit: the first copy, if places have several.
/// Collective: two sparse exchanges, two reductions.
///
/// @param name    the field's, in the sentence
/// @param places  where values and ghosts lie in the field
/// @throws CollectiveError if one differs: it names the rank, the global number (if the pattern knows it),
/// both values, how many differ, and the last exchange that has brought ghosts to this memory, if a record is
/// kept
void check_ghosts(std::string_view name, const AccessPattern& pattern, const Places& places,
                  const FieldMemory& field);
inline void check_ghosts(std::string_view name, const AccessPattern& pattern, const FieldMemory& field) {
  check_ghosts(name, pattern, pattern, field);
}

/// With PARTITA_POISON=1: owned values of these fields have changed, so their ghosts become NaN until they
/// are exchanged. If they are read before, marks count NaNs among owned values. Fields of other values than
/// floating-point numbers stay as they are. Not collective.
void changed(const AccessPattern& pattern, FieldList fields);
template <class... Fields>
requires(sizeof...(Fields) > 0 && (std::is_base_of_v<FieldMemory, Fields> &&
                                   ...)) void changed(const AccessPattern& pattern, const Fields&... fields) {
  const FieldMemory all[]{fields...};
  changed(pattern, FieldList(all));
}

namespace detail {

class MarkFile;

/// Records one field at mark `number`, and its values if they are asked for. Collective.
/// @param bordering  which of the owned values other ranks need, ascending
void record(MarkFile& file, const Communicator& comm, std::uint64_t number, std::string_view mark,
            std::string_view site, std::string_view field, const OwnedValues& values,
            std::span<const local_index> bordering);

}  // namespace detail

}  // namespace partita

#pragma once
/// \file Copies of values that no message goes to: further places of a ghost, and places of a rank's own
/// values.

#include <cstddef>
#include <exception>
#include <vector>

#include <partita/executor/exchange/combine.hpp>
#include <partita/executor/exchange/message_contents.hpp>

namespace partita::detail {

/// The copies that the places of an exchange name, on this rank. A gather makes them equal to their value; a
/// scatter combines them with it.
class Copies {
 public:
  /// Of these contents, which must stay as long.
  explicit Copies(const MessageContents& contents);

  bool exist() const { return exist_; }

  /// Of a gather: this rank's own values to their places, ghosts that have arrived to their further places.
  void copy_own(FieldList owned, FieldList ghosts) const;
  void copy_further(FieldList ghosts) const;

  /// Of a scatter: what is sent of the ghosts of field f, if some have further places: the copies of each
  /// combined, ghost after ghost. Else null. If the operation throws, messages leave nevertheless, because
  /// others wait; `rethrow` throws it then.
  const FieldMemory* combined(std::size_t f, FieldList ghosts, Combines combine);
  void rethrow();

  /// Of a scatter: the places of this rank's own values.
  void combine_own(FieldList owned, FieldList ghosts, Combines combine);

  /// Memory that messages may still leave from.
  std::vector<std::vector<std::byte>> give_up() { return std::move(bytes_); }

 private:
  // Own values whose places follow one another.
  struct Run {
    std::vector<local_index> homes;  // entities of the values
    local_index place;               // of the first
    bool homes_follow;
  };

  static std::vector<Run> runs_of(const Places& places);
  FieldMemory first_places(std::size_t f, const FieldMemory& ghosts);
  void combine_one(const Combine& combine, const FieldMemory& field, local_index to, const FieldMemory& other,
                   local_index from);

  const MessageContents& contents_;
  bool exist_ = false;
  std::vector<std::vector<Run>> own_;             // by entry
  std::vector<std::vector<local_index>> counts_;  // of ghosts, by entry, where counts differ
  std::vector<FieldMemory> combined_;             // by field
  std::vector<std::vector<std::byte>> bytes_;     // of these
  std::vector<std::byte> one_;                    // values of an entity, packed
  std::exception_ptr thrown_;                     // of the scatter that has begun
};

}  // namespace partita::detail

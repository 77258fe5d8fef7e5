#pragma once
/// \file The first message of every collective, where collectives that do not match meet.
///
/// MPI compares neither kinds of collectives nor their types: a rank in a sum of ints takes the bytes of a
/// sum of doubles for its own. So every collective of Partita begins with one reduction, or follows one that
/// has. Its message has one form: the fingerprint of a *header*, which says what the collective is, and two
/// words for values. A reduction of so few is done with it; longer ones follow it. Values are combined only
/// under equal headers. Unequal ones leave no values, and all ranks see that. If a profile is kept, the stamp
/// of the rank that came last goes with it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include <mpi.h>

#include <partita/support/stamp.hpp>

namespace partita::detail {

class FirstMessage {
 public:
  /// @param header  the collective in words, the same on all ranks; must outlive this object
  explicit FirstMessage(std::string_view header);

  /// Takes values to be reduced.
  /// @return whether it can reduce them so; otherwise it has taken none
  bool carry(const void* values, int count, MPI_Datatype type, MPI_Op operation);

  /// Gives this rank's stamp: alike, all ranks give one or none.
  void give(const Stamp& stamp);

  /// After `reduce`: of the rank that sent last.
  Stamp latest() const;

  /// Reduces it over all ranks. Collective.
  /// @param poll  is called again and again until all have come; empty: MPI waits
  /// @throws CollectiveError if headers differ, with the first that does; and what `poll` throws
  void reduce(MPI_Comm comm, const std::function<void()>& poll);

  /// Gives back as many values as it has taken.
  void give_back(void* values) const;

 private:
  // A fingerprint, 0 where headers differ; what is done with the values; the values.
  static constexpr std::size_t fingerprint = 0, how = 1, first = 2, words = 4,
                               with_stamp = words + sizeof(Stamp) / sizeof(std::uint64_t);

  std::string_view header_;
  std::size_t bytes_ = 0;  // of the values
  bool has_stamp_ = false;
  std::array<std::uint64_t, with_stamp> words_ = {};
};

}  // namespace partita::detail

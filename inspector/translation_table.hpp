#pragma once
/// \file Translation table: global index -> (owner rank, index on the owner).
///
/// The tables of PARTI and CHAOS, the run-time inspectors that NICE builds on (Wang, Lin, Ranka 1993, section
/// 5).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <partita/inspector/location.hpp>
#include <partita/inspector/row_of.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/types.hpp>

namespace partita {

namespace detail {
class OwnedIndices;
}

/// The owner of each of the global indices 0 .. size-1. Every index has exactly one owner.
///
/// Three kinds. *Block*: equal blocks; closed form, no memory, no messages. *Distributed* (paged): any
/// ownership; every rank holds one page of the table, asks other ranks for entries on theirs, and remembers
/// the answers: O(size / ranks + owned + asked for) memory. *Replicated*: every rank holds all, O(size)
/// memory, and look-ups send nothing.
///
/// Immutable except for the remembered answers; copies share them.
class TranslationTable {
 public:
  /// Rank r owns the r-th of equal blocks. Collective. @throws CollectiveError when the ranks give different
  /// sizes.
  static TranslationTable block(const Communicator& comm, global_index size);

  /// Rank r owns the r-th of consecutive blocks. Distributed. Collective.
  /// @param length of this rank's block
  /// @throws CollectiveError when a length is negative
  static TranslationTable from_block_sizes(const Communicator& comm, local_index length);

  /// From a partition vector. An owner's local order is ascending by global index. Distributed. Collective.
  /// @param parts this rank's share of the vector, any share, also an empty one: the concatenation of all
  /// shares in rank order gives the owner of every global index
  /// @throws CollectiveError when a part is not a rank
  static TranslationTable from_partition(const Communicator& comm, std::span<const int> parts);

  /// From the global indices that each rank owns, of any integral type, in its local order. The size is the
  /// total length of the lists. Distributed. Collective.
  /// @throws CollectiveError when two ranks own an index, or an index is not within 0 .. size-1; names it.
  /// (Together these imply that every index has an owner.)
  static TranslationTable from_owned(const Communicator& comm, const GlobalIndices& owned);

  /// The same if the number of indices is known. Collective.
  /// @throws CollectiveError as above, when an index has no owner, and when the ranks give different sizes
  static TranslationTable from_owned(const Communicator& comm, const GlobalIndices& owned, global_index size);

  /// The same table with all of it on every rank. Collective.
  TranslationTable replicated() const;

  TranslationTable(const TranslationTable&) = default;  // moves copy, too: none is ever empty
  TranslationTable& operator=(const TranslationTable&) = default;

  const Communicator& communicator() const;
  global_index size() const;  ///< of the whole machine

  /// Number of values this rank owns.
  local_index owned() const;

  /// Global index of an owned value.
  global_index global(local_index owned_value) const;

  /// Local index of a global one if this rank owns it. Not collective.
  std::optional<local_index> local(global_index index) const;

  /// Both ways, for loops over many indices. Lives as long as the table.
  const detail::OwnedIndices& owned_indices() const;

  /// The owner and local index of each of `indices`. Collective; ranks may ask for different numbers of
  /// indices. Linear in their number. A distributed table sends each distinct index that this rank neither
  /// owns nor has asked for before, once. @throws CollectiveError when an index is out of range.
  std::vector<Location> locate(const GlobalIndices& indices) const;

  /// Hash of size and ownership: the same on all ranks, and for all kinds of table.
  std::uint64_t fingerprint() const;

  /// The same owners in the same local order. Fingerprints tell, because no rank knows all owners: two tables
  /// that differ count as equal with a chance of 2^-64.
  bool operator==(const TranslationTable& other) const;

  /// Whether both are copies of one table, not only equal.
  bool is_copy_of(const TranslationTable& other) const { return state_ == other.state_; }

  /// Checks an index. `what` and `number` name it in the message: "look-up 3". Not collective.
  /// @throws Error when it is out of range
  void check(global_index index, std::string_view what, std::size_t number) const;

 private:
  struct State;

  TranslationTable(State state);

  std::shared_ptr<State> state_;
};

}  // namespace partita

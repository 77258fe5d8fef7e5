#pragma once
/// \file Translation table: global index -> (owner rank, index on the owner).
///
/// The tables of PARTI and CHAOS, the run-time inspectors that NICE builds on (Wang, Lin, Ranka 1993, section
/// 5).

#include <optional>
#include <span>
#include <vector>

#include <partita/inspector/location.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/types.hpp>

namespace partita {

/// Consecutive blocks of 0 .. size-1, one a rank: the first (size mod ranks) blocks are one longer than the
/// rest.
struct BlockDistribution {
  global_index size;
  int ranks;

  global_index first(int rank) const;  ///< of that rank's block
  local_index length(int rank) const { return checked_local(first(rank + 1) - first(rank)); }
  Location locate(global_index index) const;
};

/// Who owns which of the global indices 0 .. size-1, every index exactly once.
///
/// *Block*: a BlockDistribution; closed form, no memory. *Distributed* (paged): any ownership; the table
/// itself is cut into pages by a BlockDistribution, so it takes O(size / ranks) memory on each rank and none
/// O(size).
class TranslationTable {
 public:
  /// Rank r owns the r-th of equal blocks. Collective. Throws CollectiveError when the ranks give different
  /// sizes.
  static TranslationTable block(const Communicator& comm, global_index size);

  /// `parts` is this rank's share of the partition vector: the concatenation of all ranks' shares, in rank
  /// order, gives the owner of every global index. Any rank may bring any share, none too. An owner's local
  /// order is ascending by global index. Collective. Throws CollectiveError when a part is not a rank.
  static TranslationTable from_partition(const Communicator& comm, std::span<const int> parts);

  /// Every rank lists the global indices it owns, in its local order. Collective. Throws CollectiveError when
  /// an index is owned by none or by two, or is negative, and names it.
  static TranslationTable from_owned(const Communicator& comm, std::span<const global_index> owned);

  const Communicator& communicator() const { return comm_; }
  global_index size() const { return distribution_.size; }  ///< of the whole machine
  local_index owned() const;                                ///< number of values this rank owns
  global_index global(local_index owned_value) const;       ///< global index of an owned value

  /// The owner and local index of each of `indices` (duplicates are fine, each costs a look-up). Collective:
  /// every rank calls, with as many indices as it likes. Throws CollectiveError when an index is out of
  /// range.
  std::vector<Location> locate(std::span<const global_index> indices) const;

 private:
  struct Pages {
    std::vector<global_index> owned;  // this rank's, in local order
    std::vector<Location> page;       // of the indices in this rank's block of the table
  };

  TranslationTable(const Communicator& comm, global_index size)
      : comm_(comm), distribution_{size, comm.size()} {}

  Communicator comm_;
  BlockDistribution distribution_;  // of the indices, or of the table's pages
  std::optional<Pages> pages_;      // absent: block
};

}  // namespace partita

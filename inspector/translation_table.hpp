#pragma once
/// \file Translation table: global index -> (owner rank, index on the owner).
///
/// Das, Uysal, Saltz, Hwang, "Communication Optimizations for Irregular Scientific Computations on Distributed Memory
/// Architectures", JPDC 22, 1994 (PARTI/CHAOS).

#include <span>
#include <variant>
#include <vector>

#include <partita/support/communicator.hpp>
#include <partita/support/types.hpp>

namespace partita {

/// Where one global index lives.
struct Location {
  int rank;
  local_index index;  ///< its place among the owner's owned values

  bool operator==(const Location&) const = default;
};

/// Who owns which of the global indices 0 .. size-1, every index exactly once.
///
/// *Block*: consecutive indices, sizes equal to one; closed form, no memory. *Distributed* (paged): any ownership;
/// the table itself is cut into equal pages, one page a rank, so it takes O(size / ranks) memory on each.
class TranslationTable {
 public:
  /// Rank r owns the r-th of equal blocks (the first size mod ranks blocks are one longer). Not collective.
  static TranslationTable block(Communicator comm, global_index size);

  /// `parts` is this rank's share of the partition vector: the concatenation of all ranks' shares, in rank order,
  /// gives the owner of every global index. Any rank may bring any share, none too. An owner's local order is
  /// ascending by global index. Collective. Throws CollectiveError when a part is not a rank.
  static TranslationTable from_partition(Communicator comm, std::span<const int> parts);

  /// Every rank lists the global indices it owns, in its local order. Collective. Throws CollectiveError when an
  /// index is owned by none or by two, or is out of range, and names it.
  static TranslationTable from_owned(Communicator comm, std::span<const global_index> owned);

  const Communicator& communicator() const { return comm_; }
  global_index size() const { return size_; }                ///< of the whole machine
  local_index owned() const { return owned_; }               ///< number of values this rank owns
  global_index global(local_index owned_value) const;        ///< global index of an owned value
  local_index local(global_index index) const;               ///< place of an owned value here; -1 when not owned here

  /// The owner and local index of each of `indices` (duplicates are fine). Collective for distributed tables: every
  /// rank calls, with as many indices as it likes. Throws CollectiveError when an index is out of range.
  std::vector<Location> locate(std::span<const global_index> indices) const;

 private:
  struct Block {};
  struct Distributed {
    std::vector<global_index> owned;         // local order
    std::vector<local_index> by_global;      // owned values, ascending by global index
    std::vector<Location> page;              // this rank's page of the table
  };

  TranslationTable(Communicator comm, global_index size, local_index owned, std::variant<Block, Distributed> kind);

  Communicator comm_;
  global_index size_;
  local_index owned_;
  std::variant<Block, Distributed> kind_;
};

}  // namespace partita

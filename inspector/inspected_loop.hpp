#pragma once
/// \file A loop, inspected: which rank executes which iteration, on which local values of which sets.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <partita/inspector/access_pattern.hpp>
#include <partita/inspector/index_array.hpp>
#include <partita/inspector/iterations.hpp>
#include <partita/inspector/remap.hpp>

namespace partita {

/// This rank's iterations of a loop, ascending by global iteration number, with local indices.
///
/// The values of one set have one numbering and one access pattern, however many index arrays point there.
class InspectedLoop {
 public:
  const std::string& name() const { return name_; }
  const Communicator& communicator() const { return comm_; }
  Execution execution() const { return execution_; }

  /// Global number of each iteration executed here: its place in the concatenation of all ranks' shares.
  std::span<const global_index> iterations() const { return executed_.numbers; }

  /// In whose share an iteration (of those executed here) is, and its place there. O(log neighbours).
  Location origin(std::size_t iteration) const;

  std::size_t arrays() const { return arrays_.size(); }
  int arity(std::size_t array) const { return arrays_[array].arity; }

  /// Local indices of what the iterations refer to through one index array, arity an iteration.
  std::span<const local_index> indices(std::size_t array) const { return executed_.indices[array]; }

  /// Of the set that the index array points into.
  const AccessPattern& pattern(std::size_t array) const { return arrays_[array].pattern; }
  const TranslationTable& table(std::size_t array) const { return arrays_[array].table; }

  /// Brings one value per iteration of this rank's original share (a normal, a length) to the ranks that
  /// execute it, in the order of `iterations()`. A field is any contiguous range of trivially copyable
  /// values; several travel together and come back as a tuple. Collective. Throws CollectiveError when a rank
  /// brings another number of values.
  template <class... Fields>
  auto take(const Fields&... fields) const {
    return remap_.forward(fields...);
  }

  /// Of all that the loop says on this rank. Two loops are the same if theirs agree on every rank.
  /// O(indices).
  std::uint64_t fingerprint() const;

  /// Throws CollectiveError unless the loop was inspected for just these index arrays: tables and entries.
  /// Collective; one reduction.
  void require_current(std::span<const IndexArray> arrays) const {
    require_current(arrays, iterations().size());
  }

 private:
  friend class Inspection;
  friend class EdgeLoop;
  friend std::vector<InspectedLoop> update(const Communicator&, std::vector<InspectedLoop>,
                                           std::span<const std::span<const IndexArray>>);
  struct Array {
    std::string name;
    TranslationTable table;
    int arity;
    bool decides;
    AccessPattern pattern;
  };

  // What this rank brought, to find out what differs when it comes again. Iterations that refer to owned
  // values only are executed here: what they refer to is told by their local indices. Of the others there are
  // marks.
  struct Share {
    struct Marked {
      std::size_t place;
      std::uint64_t mark;
    };
    global_index first = 0;      // global number of its first iteration
    std::vector<Marked> marked;  // ascending by place
  };

  InspectedLoop(const Communicator& comm, const IndexedLoop& loop, Share share, Remap remap,
                Iterations executed, std::vector<Array> arrays);

  void check_arrays(std::span<const IndexArray> given) const;
  void require_current(std::span<const IndexArray> arrays, std::size_t ascending) const;
  std::vector<std::size_t> changed(const IndexedLoop& now, std::size_t ascending) const;

  Communicator comm_;
  std::string name_;
  Execution execution_;
  Share share_;
  Remap remap_;
  Iterations executed_;
  std::vector<Array> arrays_;
};

}  // namespace partita

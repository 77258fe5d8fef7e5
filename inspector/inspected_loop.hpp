#pragma once
/// \file Inspected loop: the iterations that a rank executes, and the local values that they refer to.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <partita/inspector/access_pattern.hpp>
#include <partita/inspector/index_array.hpp>
#include <partita/inspector/index_list.hpp>
#include <partita/inspector/iterations.hpp>
#include <partita/inspector/remap.hpp>

namespace partita {

struct InteriorFirst;

namespace detail {
class Inspection;
}

/// This rank's iterations of a loop, with local indices. They ascend by number, except after
/// `interior_first`. So sums in their order are the same on any number of ranks if all owners of an
/// iteration's values execute it.
///
/// The values of one set have one numbering and one access pattern, also if several index arrays point there.
class InspectedLoop {
 public:
  const std::string& name() const { return name_; }
  const Communicator& communicator() const { return comm_; }
  Execution execution() const { return execution_; }

  /// Number of each iteration executed here: given with the loop, else its place in the concatenation of all
  /// ranks' shares.
  const IndexList& iterations() const {
    return executed_.numbers.empty() ? executed_.places : executed_.numbers;
  }

  std::size_t arrays() const { return arrays_.size(); }
  int arity(std::size_t array) const { return arrays_[array].arity; }

  /// Local indices of the values that the iterations refer to through one index array: `arity` per iteration,
  /// owned values first, then ghosts, or `nowhere` for values of other ranks if the array needs no ghosts.
  std::span<const local_index> indices(std::size_t array) const { return executed_.indices[array]; }

  /// The same as rows, one per iteration: `for (const auto [a, b] : loop.rows<2>(0))`. Not collective.
  /// @throws Error unless the index array has that arity
  template <std::size_t Arity>
  std::span<const std::array<local_index, Arity>> rows(std::size_t array) const {
    if (arity(array) != static_cast<int>(Arity))
      throw Error("loop \"", name_, "\": index array ", array, " has rows of ", arity(array),
                  " references, not of ", Arity);
    const std::span<const local_index> all = indices(array);  // without gaps: they are rows
    return {reinterpret_cast<const std::array<local_index, Arity>*>(all.data()), all.size() / Arity};
  }

  /// Local end points, if the first index array leads from edges to their ends. Not collective.
  std::span<const LocalEdge> edges() const { return rows<2>(0); }

  /// Access pattern of the set that the index array points into.
  const AccessPattern& pattern(std::size_t array = 0) const { return arrays_[array].pattern; }
  const TranslationTable& table(std::size_t array = 0) const { return arrays_[array].table; }

  /// Brings one value per iteration of this rank's original share (a normal, a length) to the ranks that
  /// execute it. Collective.
  /// @param fields contiguous ranges of trivially copyable values; several travel at once
  /// @return values in the order of `iterations()`: a vector, or a tuple of vectors
  /// @throws CollectiveError when a rank brings another number of values than its share has iterations
  template <class... Fields>
  auto take(const Fields&... fields) const {
    auto arrived = remap_.forward(fields...);
    const auto order = [this]<class T>(std::vector<T>& list) {
      this->put_in_order(std::as_writable_bytes(std::span(list)), sizeof(T));
    };
    if constexpr (sizeof...(Fields) == 1)
      order(arrived);
    else
      std::apply([&](auto&... each) { (order(each), ...); }, arrived);
    return arrived;
  }

  /// The same for values of `bytes` bytes, of a type that only the caller knows. Collective.
  std::vector<std::byte> take_bytes(std::span<const std::byte> values, std::size_t bytes) const {
    auto arrived = remap_.forward_bytes(values, bytes);
    put_in_order(arrived, bytes);
    return arrived;
  }

  /// Whether the last inspection or update brought an iteration to this rank, took one away, or changed its
  /// references or its place. If not, all local indices are as before where `pattern` is. Not collective.
  bool edited() const { return edited_; }

  /// The rows that the last inspection or update changed. Besides, iterations of `touching` may know their
  /// ghosts by other local indices. Not collective.
  const ChangedRows& changed_rows() const { return executed_.changed; }

  /// The iterations that refer to values of other ranks, ghosts or `nowhere`, ascending. Not collective.
  std::span<const local_index> touching() const { return executed_.touching; }

 private:
  friend class detail::Inspection;
  friend InteriorFirst interior_first(InspectedLoop loop);
  struct Array {
    TranslationTable table;
    int arity;
    bool decides, needs_ghosts;
    AccessPattern pattern;
  };

  // The share of this rank, kept to find the differences when it comes again. Iterations that refer to owned
  // values only are executed here: local indices say their references. Of the others, the share has a copy.
  struct Share {
    global_index first = 0;             // place of its first iteration in the concatenation of all shares
    std::vector<std::size_t> places;    // of the iterations that refer to values of other ranks, ascending
    std::vector<global_index> entries;  // of each of these: its number, if it has one, and its references
  };

  InspectedLoop(const Communicator& comm, const IndexedLoop& loop, Share share, Remap remap,
                detail::Iterations executed, bool edited, std::vector<Array> arrays);

  void check_same_shape(const IndexedLoop& now) const;
  std::vector<std::size_t> changed(const IndexedLoop& now) const;
  void put_in_order(std::span<std::byte> values, std::size_t bytes) const;

  Communicator comm_;
  std::string name_;
  Execution execution_;
  bool numbered_;  // by the caller
  Share share_;
  Remap remap_;
  detail::Iterations executed_;
  bool edited_;
  std::vector<Array> arrays_;
};

/// A loop in two parts: the iterations that refer to owned values only before all others, to overlap them
/// with an exchange. `const auto [loop, interior] = interior_first(inspect(table, edges));`, then
/// `loop.edges().first(interior)` while a gather is under way, and `loop.edges().subspan(interior)` after it.
struct InteriorFirst {
  InspectedLoop loop;
  std::size_t interior;  ///< how many iterations refer to owned values only: those before all others
};

/// Puts the iterations that refer to values of other ranks behind the others, also where the array needs no
/// ghosts. Both parts ascend by number. Sums in this order depend on the partition in their last bits. An
/// update of the loop ascends by number again. Not collective.
InteriorFirst interior_first(InspectedLoop loop);

}  // namespace partita

#pragma once
/// \file Field: values on the elements of a set, in the memory of the kernels.

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>

#include <partita/executor/replay/memory/field_memory.hpp>
#include <partita/inspector/remap.hpp>
#include <partita/loops/set.hpp>

namespace partita::loops {

/// K components of one element: T itself when K is 1, else a Kokkos::Array.
template <class T, int K>
using Values = std::conditional_t<K == 1, T, Kokkos::Array<T, K>>;

/// Component c of one element's values.
template <class Row>
KOKKOS_INLINE_FUNCTION constexpr auto& component(Row& values, [[maybe_unused]] int c) {
  if constexpr (std::is_arithmetic_v<Row>)
    return values;
  else
    return values[c];
}

/// A type of numbers, without the type.
struct NumberType {
  std::size_t bytes, alignment;
  const void* nan;  ///< none: it has no such value
  ValueKind kind;
};

template <class T>
inline constexpr T nan_of = std::numeric_limits<T>::quiet_NaN();

template <class T>
inline constexpr NumberType number_type{sizeof(T), alignof(T),
                                        std::is_floating_point_v<T> ? &nan_of<T> : nullptr, kind_of<T>()};

/// Whether the host reaches the memory of kernels, where fields are.
constexpr bool fields_on_host =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, Kokkos::DefaultExecutionSpace::memory_space>::accessible;

/// A field without its type: rows of bytes. Owned values, then ghosts, then one row that is never read: loops
/// write to that row if another rank owns the element.
class FieldState {
 public:
  /// All zero; has no memory before it is used.
  /// @param number  of the field among those of its domain
  FieldState(std::string name, std::shared_ptr<SetState> set, const NumberType& type, int components,
             std::size_t number);
  FieldState(const FieldState&) = delete;
  FieldState& operator=(const FieldState&) = delete;

  const std::string& name() const { return name_; }
  const SetState& set() const { return *set_; }
  std::size_t bytes() const { return bytes_; }  ///< of one element
  std::size_t rows() const { return static_cast<std::size_t>(set().local()) + 1; }

  /// The rows, in the memory of kernels.
  template <class T>
  T* data() {
    touch();
    return reinterpret_cast<T*>(rows_.data());
  }

  /// Room for `rows` rows of contributions that kernels store. Later calls use it again.
  template <class T>
  T* stage(std::size_t rows) {
    if (stage_.size() < rows * bytes_) stage_ = uninitialized<Bytes>(rows);
    return reinterpret_cast<T*>(stage_.data());
  }
  void forget_stage() { stage_ = {}; }

  bool fresh() const { return fresh_; }  ///< ghosts have the values of their owners
  void now_fresh() { fresh_ = true; }

  const std::string& changed_by() const { return changed_by_; }  ///< the last loop that made the ghosts stale

  /// Rows without memory are zero. They get it now.
  bool is_untouched() const { return rows_.size() == 0; }
  void touch() {
    if (is_untouched()) clear();
  }

  /// Owned values changed. With PARTITA_POISON=1 and in a debug build, the ghosts become NaN: code that reads
  /// them without a descriptor computes with NaN.
  void now_stale(const std::string& by);

  /// Copies the owned rows, in local order, to the host's memory.
  void copy_owned_to(void* values) const;

  /// On rank 0: take(first, rows) for all rows, ascending by number, some at a time. Collective.
  /// @throws CollectiveError with what `take` throws
  void gather_to_root(
      const std::function<void(global_index first, std::span<const std::byte> rows)>& take) const;

  /// Sets the owned rows. Collective. @throws CollectiveError when a rank gives another number of rows.
  void assign(const void* values, std::size_t rows);

  /// The rows, in the memory of kernels.
  FieldMemory memory();

  /// Adapts the field to the set's new number of ghosts. Keeps owned values, and moves them only if there is
  /// no room.
  void resize();

  /// Sends the values to their new owners. The set has not moved yet. Not collective: untouched on all ranks
  /// or on none.
  void depart(const Remap& remap, Remap::Journey& journey);

  /// At the journey's end. Value k is the order[k]-th that has arrived; none: as they have arrived.
  void arrive(std::span<const local_index> order);

 private:
  using Bytes = Kokkos::View<std::byte*, Kokkos::LayoutRight>;
  using HostBytes = Kokkos::View<std::byte*, Kokkos::LayoutRight, Kokkos::HostSpace>;

  template <class Memory>
  Memory uninitialized(std::size_t rows) const {
    const Memory all(Kokkos::ViewAllocateWithoutInitializing(name_), rows * bytes_ + page);
    return Kokkos::subview(all, std::pair(offset_, offset_ + rows * bytes_));
  }

  void clear();
  HostBytes owned_on_host() const;

  // Large arrays begin at one place of a page each, so that a processor takes a store to one for a store to
  // the row of another that it loads next (it compares the low 12 bits of addresses): OP2's flux loop then
  // takes 1.1 times as long. So fields begin at places of their own.
  static constexpr std::size_t page = 4096, step = 11 * 64;

  std::string name_;
  std::shared_ptr<SetState> set_;
  NumberType type_;
  std::size_t bytes_, offset_;
  bool poisons_;  // stale ghosts
  bool fresh_ = false;
  std::string changed_by_ = "the program";
  Bytes rows_, stage_;
  HostBytes copy_;  // of values on their way to new owners
};

/// K values of type T on every element of a set. Copies are the same field.
template <class T, int K>
class Field {
 public:
  using View = Kokkos::View<T* [K], Kokkos::LayoutRight>;

  explicit Field(std::shared_ptr<FieldState> state) : state_(std::move(state)) {}

  const std::string& name() const { return state_->name(); }

  /// Values of the owned elements, ascending by global number, and these numbers. Not collective.
  std::vector<Values<T, K>> values() const {
    std::vector<Values<T, K>> values(state_->set().numbers.size());
    state_->copy_owned_to(values.data());
    return values;
  }
  std::span<const global_index> numbers() const { return state_->set().numbers; }

  /// On rank 0: take(number, values) for every element, ascending by number: for output. Rank 0 holds a few
  /// MiB of them at a time. Collective. @throws CollectiveError with what `take` throws
  template <class Take>
  void gather_to_root(Take&& take) const {
    state_->gather_to_root([&](global_index first, std::span<const std::byte> rows) {
      const auto* const values = reinterpret_cast<const Values<T, K>*>(rows.data());
      for (std::size_t k = 0; k < rows.size() / sizeof(*values); ++k)
        take(first + static_cast<global_index>(k), values[k]);
    });
  }

  /// All values on rank 0, ascending by number; none elsewhere. Collective.
  std::vector<Values<T, K>> gather_to_root() const {
    std::vector<Values<T, K>> all;
    gather_to_root([&](global_index, const Values<T, K>& values) { all.push_back(values); });
    return all;
  }

  /// Sets the owned elements. Collective. @throws CollectiveError when a rank gives another number of values.
  void assign(std::span<const Values<T, K>> values) const { state_->assign(values.data(), values.size()); }

  /// Rows for the program's own kernels: owned values, ghosts, and one row that is never read. Valid until
  /// the field's set is partitioned, a map changes, or the program declares a loop that needs more ghosts.
  /// Not collective.
  View view() const { return View(state_->template data<T>(), state_->rows()); }

  /// Marks ghosts as stale after the program wrote to the view. Not collective, but every rank must call it.
  void changed() const { state_->now_stale("the program"); }

  const std::shared_ptr<FieldState>& state() const { return state_; }

 private:
  std::shared_ptr<FieldState> state_;
};

}  // namespace partita::loops

#pragma once
/// \file Field: values on the elements of a set, in the memory of the kernels.

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>

#include <partita/executor/memory/field_memory.hpp>
#include <partita/inspector/remap.hpp>
#include <partita/inspector/row_order.hpp>
#include <partita/loops/set.hpp>
#include <partita/support/collectively.hpp>

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

/// A field without its type, for exchanges and plans.
class FieldState {
 public:
  FieldState(std::string name, std::shared_ptr<SetState> set, std::size_t bytes)
      : name_(std::move(name)), set_(std::move(set)), bytes_(bytes) {}
  FieldState(const FieldState&) = delete;
  FieldState& operator=(const FieldState&) = delete;
  virtual ~FieldState() = default;

  const std::string& name() const { return name_; }
  const SetState& set() const { return *set_; }
  const std::shared_ptr<SetState>& set_state() const { return set_; }
  std::size_t bytes() const { return bytes_; }  ///< of one element

  bool fresh() const { return fresh_; }  ///< ghosts have the values of their owners
  void now_fresh() { fresh_ = true; }

  const std::string& changed_by() const { return changed_by_; }  ///< the last loop that made the ghosts stale

  /// Owned values changed. A debug build sets the ghosts to NaN: code that reads them without a descriptor
  /// computes with NaN.
  void now_stale(const std::string& by);

  /// The rows in host memory: the field's own memory, or a copy if the field is on a device.
  virtual FieldMemory memory() = 0;

  /// Copies the values that other ranks need to that copy, and the ghosts from it. No effect if the field is
  /// in host memory.
  virtual void copy_needed_to_host() = 0;
  virtual void copy_ghosts_from_host() = 0;

  /// Adapts the field to the set's new number of ghosts. Keeps owned values.
  virtual void resize() = 0;

  /// Moves the values to their new owners. Value k is then the order[k]-th that arrives. Collective.
  virtual void move(const Remap& remap, std::span<const local_index> order) = 0;

 protected:
  virtual void poison() = 0;

 private:
  std::string name_;
  std::shared_ptr<SetState> set_;
  std::size_t bytes_;
  bool fresh_ = false;
  std::string changed_by_ = "the program";
};

/// The rows of a field that `which` lists, in the field's memory space.
template <class Rows, class Which>
Rows rows_of(const Rows& field, const Which& which) {
  const Rows some(Kokkos::ViewAllocateWithoutInitializing("some rows"), which.size());
  Kokkos::parallel_for(
      "rows_of", which.size(), KOKKOS_LAMBDA(std::size_t k) {
        for (std::size_t c = 0; c < field.extent(1); ++c) some(k, c) = field(which(k), c);
      });
  return some;
}

/// Rows of K components: owned values, then ghosts, then one row that is never read. Kernels write to that
/// row if another rank owns the element.
template <class T, int K>
class FieldOf final : public FieldState {
 public:
  using View = Kokkos::View<T* [K], Kokkos::LayoutRight>;

  FieldOf(std::string name, std::shared_ptr<SetState> set)
      : FieldState(std::move(name), std::move(set), sizeof(T) * K) {
    view_ = View(Kokkos::ViewAllocateWithoutInitializing(this->name()), rows());
    Kokkos::deep_copy(view_, T{});
  }

  const View& view() const { return view_; }

  /// Room for `rows` rows of contributions that kernels store. Later calls use it again.
  const View& stage(std::size_t rows) {
    if (stage_.extent(0) < rows) stage_ = View(Kokkos::ViewAllocateWithoutInitializing("stage"), rows);
    return stage_;
  }

  /// Owned values, in local order.
  std::vector<Values<T, K>> owned_values() const {
    return with_owned_values([](std::span<const Values<T, K>> owned) {
      return std::vector<Values<T, K>>(owned.begin(), owned.end());
    });
  }

  void set_owned_values(std::span<const Values<T, K>> values) {
    fill(values);
    now_stale("the program");
  }

  FieldMemory memory() override {
    if constexpr (on_host) return FieldView<T>::contiguous(view_.data(), K);
    if (copy_.extent(0) != view_.extent(0))
      copy_ = HostRows(Kokkos::ViewAllocateWithoutInitializing(name()), view_.extent(0));
    return FieldView<T>::contiguous(copy_.data(), K);
  }

  void copy_needed_to_host() override {
    if constexpr (!on_host) {
      memory();
      const std::vector<local_index> needed = detail::needed_values(set().pattern->needed_by());
      const Kokkos::View<const local_index*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> listed(
          needed.data(), needed.size());
      const auto which = Kokkos::create_mirror_view_and_copy(typename View::memory_space(), listed);
      const auto rows = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows_of(view_, which));
      for (std::size_t k = 0; k < needed.size(); ++k)
        for (std::size_t c = 0; c < K; ++c) copy_(needed[k], c) = rows(k, c);
    }
  }

  void copy_ghosts_from_host() override {
    if constexpr (!on_host) {
      const AccessPattern& pattern = *set().pattern;
      const std::pair<std::size_t, std::size_t> ghosts(pattern.first_ghost(), pattern.local_size());
      Kokkos::deep_copy(Kokkos::subview(view_, ghosts, Kokkos::ALL),
                        Kokkos::subview(copy_, ghosts, Kokkos::ALL));
    }
  }

  // Not by Kokkos::resize, which ends in a segmentation fault for these views in Kokkos 4.6.99.
  void resize() override {
    const View resized(name(), rows());
    const std::pair<std::size_t, std::size_t> kept(0, std::min(rows(), view_.extent(0)));
    Kokkos::deep_copy(Kokkos::subview(resized, kept, Kokkos::ALL), Kokkos::subview(view_, kept, Kokkos::ALL));
    view_ = resized;
  }

  void move(const Remap& remap, std::span<const local_index> order) override {
    auto values =
        with_owned_values([&](std::span<const Values<T, K>> owned) { return remap.forward(owned); });
    view_ = {};  // its memory is needed now
    detail::put_in_order(order, 1, values);
    view_ = View(Kokkos::ViewAllocateWithoutInitializing(name()), order.size() + 1);
    fill(values);  // does not mark ghosts as stale: the set has not moved yet
  }

 private:
  static constexpr bool on_host =
      Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename View::memory_space>::accessible;
  using HostRows = Kokkos::View<T* [K], Kokkos::LayoutRight, Kokkos::HostSpace>;

  std::size_t rows() const { return static_cast<std::size_t>(set().local()) + 1; }

  auto with_owned_values(const auto& use) const {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view_);
    return use(std::span(reinterpret_cast<const Values<T, K>*>(host.data()),
                         static_cast<std::size_t>(set().owned())));
  }

  void fill(std::span<const Values<T, K>> first_rows) {
    const auto host = Kokkos::create_mirror_view(view_);
    std::copy(first_rows.begin(), first_rows.end(), reinterpret_cast<Values<T, K>*>(host.data()));
    Kokkos::deep_copy(view_, host);
  }

  void poison() override {
    if constexpr (std::is_floating_point_v<T>) {
      const std::pair<std::size_t, std::size_t> ghosts(set().owned(), view_.extent(0));
      Kokkos::deep_copy(Kokkos::subview(view_, ghosts, Kokkos::ALL), std::numeric_limits<T>::quiet_NaN());
    }
  }

  View view_, stage_;
  HostRows copy_;  // of fields on a device
};

/// K values of type T on every element of a set. Copies are the same field.
template <class T, int K>
class Field {
 public:
  explicit Field(std::shared_ptr<FieldOf<T, K>> state) : state_(std::move(state)) {}

  const std::string& name() const { return state_->name(); }

  /// Values of the owned elements, ascending by global number, and these numbers. Not collective.
  std::vector<Values<T, K>> values() const { return state_->owned_values(); }
  std::span<const global_index> numbers() const { return state_->set().numbers; }

  /// Sets the owned elements. Collective. @throws CollectiveError when a rank gives another number of values.
  void assign(std::span<const Values<T, K>> values) {
    const SetState& set = state_->set();
    collectively(set.table.communicator(), [&] { set.require_rows("field " + name(), values.size()); });
    state_->set_owned_values(values);
  }

  /// Rows for the program's own kernels: owned values, ghosts, and one row that is never read. Valid until
  /// the field's set is partitioned, a map changes, or the program declares a loop that needs more ghosts.
  /// Not collective.
  const typename FieldOf<T, K>::View& view() const { return state_->view(); }

  /// Marks ghosts as stale after the program wrote to the view. Not collective, but every rank must call it.
  void changed() { state_->now_stale("the program"); }

  const std::shared_ptr<FieldOf<T, K>>& state() const { return state_; }

 private:
  std::shared_ptr<FieldOf<T, K>> state_;
};

}  // namespace partita::loops

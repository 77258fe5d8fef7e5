#pragma once
/// \file Gather and scatter between owners and ghosts, by replaying phase tables.

#include <array>
#include <cstddef>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <partita/executor/exchange/exchange_entry.hpp>
#include <partita/executor/exchange/field_exchange.hpp>
#include <partita/executor/exchange/operations.hpp>

namespace partita {

struct PlanOptions;  // executor/plan/plan.hpp

namespace detail {

template <class Values>
inline constexpr bool is_field_view = std::is_base_of_v<FieldMemory, std::remove_cvref_t<Values>>;

template <class T>
std::type_identity<T> value_type_of(const FieldView<T>&);
template <class Values>
requires(!is_field_view<Values>) auto value_type_of(Values& values)
    -> std::type_identity<std::remove_pointer_t<decltype(std::ranges::data(values))>>;

}  // namespace detail

/// A field in the host's memory: a contiguous range with one element of T for each of n entities, or a
/// FieldView, whose values have components, lie at strides, in blocks, or have counts that differ. With the
/// usual places, n is pattern.local_size(): owned values first, then ghosts. Other places have the n entities
/// from 0 to the last one that they name.
///
/// A range of 2 n elements may have two components, or be twice as long as it needs to be. So it is refused:
/// k components, and longer arrays, are given as `FieldView<T>::contiguous(range, k)`.
template <class Values>
concept HostField = detail::is_field_view<Values> ||
    (std::ranges::contiguous_range<Values>&& std::ranges::sized_range<Values>);

/// Exchanges the values of one access pattern, or of several, as often as wanted.
///
/// Every call takes one field or several; several travel together, in one message per neighbour. Each has its
/// own T, trivially copyable, and its own components (a structure of arrays is several fields). Both may
/// differ from call to call but not from rank to rank. Where the ghosts of several patterns lie in one array
/// (`subtract`), each exchange is given the front of the array that ends with its own ghosts, and leaves
/// those of the others alone.
///
/// An exchange of several entries takes one field for each, in their order: of several sets, or with counts
/// of values that differ from entity to entity. Their values still travel in one message per neighbour.
///
/// All calls are collective over the neighbours: every rank makes the same calls in the same order. Nothing
/// is synchronised beyond what the messages need, but while candidates race a begin may wait for all ranks. A
/// gather and a scatter may be under way at once, and so may several exchanges; a finish takes the fields
/// that its begin took. Between begin and finish a gather's ghosts may not be read nor its owned values
/// written; a scatter's ghosts may not be written, its owned values may. All calls throw Error if a field has
/// a size that does not fit.
///
/// Results do not depend on algorithm, protocol or order of arrival: contributions are combined after all
/// have arrived, ascending by the rank they come from. So they do not depend on a race.
class Exchange {
 public:
  /// By the plan for this pattern on `machine_here` (see choose_plan): all messages at once. Collective.
  explicit Exchange(const AccessPattern& pattern);

  /// Replays the best candidate of `plan`, or races all of them: choose_plan gives several, make_plan and
  /// load_plan one.
  ///
  /// @param pattern  what is exchanged
  /// @param plan     made from this very pattern, or one with the same fingerprint on every rank
  /// @throws CollectiveError if the plan is for another pattern, or its messages are not those of the pattern
  ///
  /// Collective.
  Exchange(const AccessPattern& pattern, Plan plan);

  /// The same with `places`, which say where owned values and ghosts lie in every field. Without a plan, as
  /// the first constructor. Collective.
  Exchange(const AccessPattern& pattern, Places places);
  Exchange(const AccessPattern& pattern, Places places, Plan plan);

  /// Exchanges one field for each entry. The second constructor chooses a plan.
  ///
  /// @param entries  the same number on every rank, with fields of the same shapes
  /// @param options  how to schedule and replay
  /// @throws CollectiveError if shapes differ from rank to rank, or a ghost has another count of values than
  /// its owner's value
  /// Collective.
  Exchange(std::vector<ExchangeEntry> entries, const PlanOptions& options);
  explicit Exchange(std::vector<ExchangeEntry> entries);

  /// The plan that is replayed now, with the reason. After a race the reason says what was tried.
  Plan plan() const;

  /// The exchange of which this one is a face.
  FieldExchange& untyped() { return untyped_; }

  /// Owner -> ghosts: every ghost becomes a copy of its owner's value.
  template <HostField... Fields>
  void gather(Fields&&... fields) {
    const auto all = list(fields...);
    untyped_.begin_gather(all, all);
    untyped_.finish_gather();
  }

  template <HostField... Fields>
  void begin_gather(Fields&&... fields) {
    const auto all = list(fields...);
    untyped_.begin_gather(all, all);
  }

  template <HostField... Fields>
  void finish_gather(Fields&&... fields) {
    const auto all = list(fields...);
    untyped_.finish_gather(all);
  }

  /// Ghosts -> owner: every owner's value becomes operation(value, ghost), ghost after ghost. Ghosts stay as
  /// they are. See operations.hpp; `operation` takes the elements of every field, one by one. If it throws,
  /// the exchange ends as ever, and some values have been combined.
  template <class Operation, HostField... Fields>
  void scatter(Operation operation, Fields&&... fields) {
    const auto all = list(fields...);
    const auto combine = combines_of<Fields...>(operation);
    untyped_.begin_scatter(all, all, combine);
    untyped_.finish_scatter(combine);
  }

  /// The operation is not needed before everything has arrived, unless places have several copies of a ghost.
  template <HostField... Fields>
  void begin_scatter(Fields&&... fields) {
    untyped_.require_single_copies();
    begin_scatter(Replace{}, fields...);
  }

  template <class Operation, HostField... Fields>
  requires(!HostField<Operation>) void begin_scatter(Operation operation, Fields&&... fields) {
    const auto all = list(fields...);
    untyped_.begin_scatter(all, all, combines_of<Fields...>(operation));
  }

  template <class Operation, HostField... Fields>
  void finish_scatter(Operation operation, Fields&&... fields) {
    const auto all = list(fields...);
    untyped_.finish_scatter(combines_of<Fields...>(operation), all);
  }

  /// The same with Add: every ghost's value is added to its owner's.
  template <HostField... Fields>
  void scatter_add(Fields&&... fields) {
    scatter(Add{}, fields...);
  }

  template <HostField... Fields>
  void begin_scatter_add(Fields&&... fields) {
    begin_scatter(Add{}, fields...);
  }

  template <HostField... Fields>
  void finish_scatter_add(Fields&&... fields) {
    finish_scatter(Add{}, fields...);
  }

 private:
  template <class Values>
  using ValueOf = typename decltype(detail::value_type_of(std::declval<Values&>()))::type;

  template <class... Fields>
  auto list(Fields&... fields) const {
    static_assert(sizeof...(Fields) > 0, "an exchange takes at least one field");
    if constexpr (sizeof...(Fields) == 1 && (detail::is_field_view<Fields> && ...)) {
      return std::span(static_cast<const FieldMemory*>((&fields, ...)), 1);
    } else {
      std::size_t f = 0;
      return std::array<FieldMemory, sizeof...(Fields)>{memory(fields, f++)...};
    }
  }

  template <class... Fields, class Operation>
  static std::array<Combine, sizeof...(Fields)> combines_of(Operation& operation) {
    return {combine_by<ValueOf<Fields>>(operation)...};
  }

  // Of field f.
  template <class Values>
  FieldMemory memory(Values& values, std::size_t f) const {
    if constexpr (detail::is_field_view<Values>) {
      return values;
    } else {
      FieldMemory field = FieldView<ValueOf<Values>>::contiguous(std::ranges::data(values));
      untyped_.fit(field, std::ranges::size(values), f);
      return field;
    }
  }

  FieldExchange untyped_;
};

}  // namespace partita

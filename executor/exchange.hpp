#pragma once
/// \file Gather and scatter between owners and ghosts, by replaying phase tables.

#include <cstddef>
#include <ranges>
#include <span>

#include <partita/executor/choice/choose_plan.hpp>
#include <partita/executor/fields/span_exchange.hpp>
#include <partita/executor/fields/span_field.hpp>
#include <partita/executor/operations.hpp>
#include <partita/executor/plan.hpp>
#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// A field is contiguous: k * pattern.local_size() elements of T, k components a value, owned values first,
/// then ghosts.
template <class Values>
concept HostField = std::ranges::contiguous_range<Values> && std::ranges::sized_range<Values>;

/// Exchanges the values of one access pattern, as often as wanted.
///
/// Every call takes one field or several; several travel together, in one message per neighbour. Each has its
/// own T, trivially copyable, and its own k (a structure of arrays is several fields). Both may differ from
/// call to call but not from rank to rank. Where the ghosts of several patterns lie in one array
/// (`subtract`), each exchange is given the front of the array that ends with its own ghosts, and leaves
/// those of the others alone. Throws Error when a field has a size that does not fit.
///
/// All calls are collective over the neighbours: every rank makes the same calls in the same order. Nothing
/// is synchronised beyond what the messages need. A gather and a scatter may be under way at once, and so may
/// several exchanges; a finish takes the fields that its begin took. Between begin and finish a gather's
/// ghosts may not be read nor its owned values written; a scatter's ghosts may not be written, its owned
/// values may.
///
/// Results do not depend on algorithm, protocol or order of arrival: contributions are combined after all
/// have arrived, ascending by the rank they come from.
class Exchange {
 public:
  /// Chooses a plan for this pattern on this machine (see choose_plan). Collective.
  explicit Exchange(const AccessPattern& pattern) : Exchange(pattern, choose_plan(pattern)) {}

  /// Replays `plan`, which was made from this very pattern (or one with the same fingerprint on every rank).
  /// Collective. Throws CollectiveError when the plan is for another pattern, or its messages are not those
  /// of the pattern.
  Exchange(const AccessPattern& pattern, Plan plan);

  const Plan& plan() const { return plan_; }

  /// Owner -> ghosts: every ghost becomes a copy of its owner's value.
  template <HostField... Fields>
  void gather(Fields&&... fields) {
    begin_gather(fields...);
    finish_gather(fields...);
  }

  template <HostField... Fields>
  void begin_gather(Fields&&... fields) {
    spans_.begin_gather(field(fields)...);
  }

  template <HostField... Fields>
  void finish_gather(Fields&&... fields) {
    spans_.finish_gather(field(fields)...);
  }

  /// Ghosts -> owner: every owner's value becomes operation(value, ghost), ghost after ghost. Ghosts stay as
  /// they are. See operations.hpp; `operation` takes the elements of every field, one by one.
  template <class Operation, HostField... Fields>
  void scatter(Operation operation, Fields&&... fields) {
    begin_scatter(fields...);
    finish_scatter(operation, fields...);
  }

  /// The operation is not needed before everything has arrived.
  template <HostField... Fields>
  void begin_scatter(Fields&&... fields) {
    spans_.begin_scatter(field(fields)...);
  }

  template <class Operation, HostField... Fields>
  void finish_scatter(Operation operation, Fields&&... fields) {
    spans_.finish_scatter(operation, field(fields)...);
  }

  /// The same with Add: every ghost's value is added to its owner's.
  template <HostField... Fields>
  void scatter_add(Fields&&... fields) {
    scatter(Add{}, fields...);
  }

  template <HostField... Fields>
  void begin_scatter_add(Fields&&... fields) {
    begin_scatter(fields...);
  }

  template <HostField... Fields>
  void finish_scatter_add(Fields&&... fields) {
    finish_scatter(Add{}, fields...);
  }

 private:
  template <class Values>
  auto field(Values& values) const {
    const std::span elements(std::ranges::data(values), std::ranges::size(values));
    return SpanField(elements, components(elements.size()));
  }

  // k, from the size of a field. Throws Error when it is no multiple of the local size.
  std::size_t components(std::size_t elements) const;

  Plan plan_;
  SpanExchange spans_;
};

}  // namespace partita

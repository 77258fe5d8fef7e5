#pragma once
/// \file Access descriptors: the values that a loop uses, and the access to each. All are not collective.
///
///     read(q)                      the iteration's own q; the body takes a const Values&
///     read(x, edge_nodes[1])       x of the second node of the edge
///     increment(res, edge_cells[0])
///     transfer(res, edge_cells[0], edge_cells[1])        added to the one, subtracted from the other
///     sum(rms), minimum(dt), maximum(speed), read(dt)    globals
///     minimum(dt, onward)                                goes on from what an earlier loop reduced

#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <partita/loops/access.hpp>
#include <partita/loops/field.hpp>
#include <partita/loops/global.hpp>

namespace partita::loops {

/// A descriptor without its types.
struct Descriptor {
  static constexpr std::size_t arguments_here = 1;  ///< number of arguments that it stands for
  static constexpr std::size_t floating_bytes = 0;  ///< of a field's number, if it is floating-point
  static constexpr bool indirect = false;

  /// Kernels may store the body's result first, and add it to the target, or set the target to it,
  /// afterwards.
  static constexpr bool stored = false;

  Descriptor(Access access, const std::shared_ptr<FieldState>& field, const Column& column);
  Descriptor(Access access, const std::shared_ptr<FieldState>& field, const Column& one, const Column& other);
  Descriptor(Access access, std::shared_ptr<GlobalState> global, Reduction reduction = Reduction::sum,
             bool onward = false);
  Descriptor(const Descriptor&);
  ~Descriptor();

  std::vector<Argument> arguments;
};

template <class T, int K, Access A, bool Indirect>
struct FieldArgument : Descriptor {
  using Value = Values<T, K>;
  static constexpr std::size_t floating_bytes = std::is_floating_point_v<T> * sizeof(T);
  static constexpr Access access = A;
  static constexpr bool indirect = Indirect;
  static constexpr bool stored = Indirect && stores_contributions(A);
  using Passed = std::conditional_t<writes(A), Value&, const Value&>;  ///< to the body

  FieldArgument(const Field<T, K>& field, const Column& column = {}) : Descriptor(A, field.state(), column) {}
};

/// What leaves one element enters another: the body's value is added to the first, and subtracted from the
/// second.
template <class T, int K>
struct TransferArgument : Descriptor {
  using Value = Values<T, K>;
  static constexpr std::size_t arguments_here = 2, floating_bytes = std::is_floating_point_v<T> * sizeof(T);
  static constexpr Access access = Access::increment;
  static constexpr bool indirect = true, stored = true;
  using Passed = Value&;

  TransferArgument(const Field<T, K>& field, const Column& plus, const Column& minus)
      : Descriptor(access, field.state(), plus, minus) {}
};

template <class T>
struct GlobalRead : Descriptor {
  using Value = T;
  static constexpr Access access = Access::read;
  using Passed = const T&;

  GlobalRead(const Global<T>& global) : Descriptor(access, global.state()) {}
};

template <class T, Reduction R>
struct GlobalReduction : Descriptor {
  static_assert(reducible<T>, "only a number is reduced: declare one global for each component of an array");
  using Value = T;
  static constexpr Access access = Access::increment;
  using Passed = T&;

  GlobalReduction(const Global<T>& global, bool onward) : Descriptor(access, global.state(), R, onward) {}
};

/// Said of a reduction that goes on from the global's value so far: from what an earlier loop reduced.
struct Onward {};
inline constexpr Onward onward;

/// False after a sum, minimum or maximum that does not compile: its loop then adds no errors of its own.
template <class A>
constexpr bool can_be_reduced = true;
template <class T, Reduction R>
constexpr bool can_be_reduced<GlobalReduction<T, R>> = reducible<T>;

/// The number of the first argument of each descriptor.
template <class... Descriptors>
constexpr auto first_arguments = [] {
  std::array<std::size_t, sizeof...(Descriptors)> firsts{};
  std::size_t descriptor = 0, arguments = 0;
  ((firsts[descriptor++] = arguments, arguments += Descriptors::arguments_here), ...);
  return firsts;
}();

template <class T, int K>
FieldArgument<T, K, Access::read, false> read(const Field<T, K>& field) {
  return {field};
}
template <class T, int K>
FieldArgument<T, K, Access::read, true> read(const Field<T, K>& field, const Column& column) {
  return {field, column};
}
template <class T, int K>
FieldArgument<T, K, Access::write, false> write(const Field<T, K>& field) {
  return {field};
}
template <class T, int K>
FieldArgument<T, K, Access::write, true> write(const Field<T, K>& field, const Column& column) {
  return {field, column};
}
template <class T, int K>
FieldArgument<T, K, Access::increment, false> increment(const Field<T, K>& field) {
  return {field};
}
template <class T, int K>
FieldArgument<T, K, Access::increment, true> increment(const Field<T, K>& field, const Column& column) {
  return {field, column};
}
template <class T, int K>
TransferArgument<T, K> transfer(const Field<T, K>& field, const Column& plus, const Column& minus) {
  return {field, plus, minus};
}
template <class T, int K>
FieldArgument<T, K, Access::read_write, false> read_write(const Field<T, K>& field) {
  return {field};
}
template <class T, int K>
FieldArgument<T, K, Access::read_write, true> read_write(const Field<T, K>& field, const Column& column) {
  return {field, column};
}
template <class T>
GlobalRead<T> read(const Global<T>& global) {
  return {global};
}
template <class T, int K>
GlobalRead<T> of_a_field() {
  static_assert(
      K < 0,
      "only globals are reduced: declare one, as domain.global<double>(\"total\"), and let the body "
      "add the field's value to it");
  throw;
}
template <class T, int K>
auto sum(const Field<T, K>&) {
  return of_a_field<T, K>();
}
template <class T, int K>
auto minimum(const Field<T, K>&) {
  return of_a_field<T, K>();
}
template <class T, int K>
auto maximum(const Field<T, K>&) {
  return of_a_field<T, K>();
}
template <class T>
GlobalReduction<T, Reduction::sum> sum(const Global<T>& global) {
  return {global, false};
}
template <class T>
GlobalReduction<T, Reduction::sum> sum(const Global<T>& global, Onward) {
  return {global, true};
}
template <class T>
GlobalReduction<T, Reduction::minimum> minimum(const Global<T>& global) {
  return {global, false};
}
template <class T>
GlobalReduction<T, Reduction::minimum> minimum(const Global<T>& global, Onward) {
  return {global, true};
}
template <class T>
GlobalReduction<T, Reduction::maximum> maximum(const Global<T>& global) {
  return {global, false};
}
template <class T>
GlobalReduction<T, Reduction::maximum> maximum(const Global<T>& global, Onward) {
  return {global, true};
}

}  // namespace partita::loops

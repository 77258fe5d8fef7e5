#pragma once
/// \file Access descriptors: the values that a loop uses, and the access to each. All are not collective.
///
///     read(q)                      the iteration's own q; the body takes a const Values&
///     read(x, edge_nodes[1])       x of the second node of the edge
///     increment(res, edge_cells[0])
///     transfer(res, edge_cells[0], edge_cells[1])        added to the one, subtracted from the other
///     sum(rms), minimum(dt), maximum(speed), read(dt)    globals

#include <array>
#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <partita/loops/access.hpp>
#include <partita/loops/field.hpp>
#include <partita/loops/global.hpp>

namespace partita::loops {

/// Descriptors: the loop calls `begin` of each before its first iteration.
template <class T, int K, Access A, bool Indirect>
struct FieldArgument {
  using Value = Values<T, K>;
  static constexpr Access access = A;
  static constexpr bool indirect = Indirect;

  /// Kernels store the body's result first, and add it to the target, or set the target to it, afterwards.
  static constexpr bool staged = Indirect && is_staged_through_map(A);
  using Passed = std::conditional_t<writes(A), Value&, const Value&>;  ///< to the body

  std::shared_ptr<FieldOf<T, K>> field;
  Column column;

  Argument untyped() const { return {A, field, column}; }
  void begin(std::size_t) const {}
};

/// What leaves one element enters another: the body's value is added to the first, and subtracted from the
/// second.
template <class T, int K>
struct TransferArgument {
  using Value = Values<T, K>;
  static constexpr Access access = Access::increment;
  static constexpr bool indirect = true;
  using Passed = Value&;

  std::shared_ptr<FieldOf<T, K>> field;
  Column plus, minus;

  std::array<Argument, 2> untyped() const { return {{{access, field, plus}, {access, field, minus}}}; }
  void begin(std::size_t) const {}
};

template <class T>
struct GlobalRead {
  using Value = T;
  static constexpr Access access = Access::read;
  static constexpr bool indirect = false;
  using Passed = const T&;

  std::shared_ptr<GlobalState<T>> global;
  Argument untyped() const { return {access, nullptr, {}, global, global->name}; }
  void begin(std::size_t) const { global->settle(); }
};

template <class T, Reduction R>
struct GlobalReduction {
  static_assert(reducible<T>, "only a number is reduced: declare one global for each component of an array");
  using Value = T;
  static constexpr Access access = Access::increment;
  static constexpr bool indirect = false;
  using Passed = T&;

  std::shared_ptr<GlobalState<T>> global;
  Argument untyped() const { return {access, nullptr, {}, global, global->name}; }
  void begin(std::size_t threads) const { global->begin(R, threads); }
};

/// Bytes of a number that bodies compute with; 0 for others.
template <class A>
constexpr std::size_t bytes_computed_with = 0;
template <class T, int K, Access A, bool Indirect>
constexpr std::size_t bytes_computed_with<FieldArgument<T, K, A, Indirect>> = std::is_floating_point_v<T> *
                                                                              sizeof(T);
template <class T, int K>
constexpr std::size_t bytes_computed_with<TransferArgument<T, K>> = std::is_floating_point_v<T> * sizeof(T);

/// False after a sum, minimum or maximum that does not compile: its loop then adds no errors of its own.
template <class A>
constexpr bool can_be_reduced = true;
template <class T, Reduction R>
constexpr bool can_be_reduced<GlobalReduction<T, R>> = reducible<T>;

template <class A>
concept Descriptor = requires(const A& argument) {
  typename A::Passed;
  argument.begin(std::size_t{1});
};

/// Arguments without types that a descriptor stands for.
template <class A>
constexpr std::size_t arguments_of = 1;
template <class T, int K>
constexpr std::size_t arguments_of<TransferArgument<T, K>> = 2;

/// The number of the first argument of each descriptor, and at the end the number of all.
template <class... Descriptors>
constexpr auto first_arguments = [] {
  std::array<std::size_t, sizeof...(Descriptors) + 1> firsts{};
  std::size_t descriptor = 0;
  ((firsts[descriptor + 1] = firsts[descriptor] + arguments_of<Descriptors>, ++descriptor), ...);
  return firsts;
}();

/// The arguments of all descriptors, one after the other.
template <class... Descriptors>
std::vector<Argument> untyped(const Descriptors&... descriptors) {
  std::vector<Argument> all;
  std::size_t number = 0;
  const auto append = [&](Argument argument) {
    argument.descriptor = number;
    all.push_back(std::move(argument));
  };
  const auto append_all = [&](const auto& one_or_two) {
    if constexpr (std::is_same_v<decltype(one_or_two), const Argument&>)
      append(one_or_two);
    else
      for (const Argument& argument : one_or_two) append(argument);
    ++number;
  };
  (append_all(descriptors.untyped()), ...);
  return all;
}

template <class T, int K>
FieldArgument<T, K, Access::read, false> read(const Field<T, K>& field) {
  return {field.state(), {}};
}
template <class T, int K>
FieldArgument<T, K, Access::read, true> read(const Field<T, K>& field, const Column& column) {
  return {field.state(), column};
}
template <class T, int K>
FieldArgument<T, K, Access::write, false> write(const Field<T, K>& field) {
  return {field.state(), {}};
}
template <class T, int K>
FieldArgument<T, K, Access::write, true> write(const Field<T, K>& field, const Column& column) {
  return {field.state(), column};
}
template <class T, int K>
FieldArgument<T, K, Access::increment, false> increment(const Field<T, K>& field) {
  return {field.state(), {}};
}
template <class T, int K>
FieldArgument<T, K, Access::increment, true> increment(const Field<T, K>& field, const Column& column) {
  return {field.state(), column};
}
template <class T, int K>
TransferArgument<T, K> transfer(const Field<T, K>& field, const Column& plus, const Column& minus) {
  return {field.state(), plus, minus};
}
template <class T, int K>
FieldArgument<T, K, Access::read_write, false> read_write(const Field<T, K>& field) {
  return {field.state(), {}};
}
template <class T, int K>
FieldArgument<T, K, Access::read_write, true> read_write(const Field<T, K>& field, const Column& column) {
  return {field.state(), column};
}

template <class T>
GlobalRead<T> read(const Global<T>& global) {
  return {global.state()};
}
template <class T>
GlobalReduction<T, Reduction::sum> sum(const Global<T>& global) {
  return {global.state()};
}
template <class T>
GlobalReduction<T, Reduction::minimum> minimum(const Global<T>& global) {
  return {global.state()};
}
template <class T>
GlobalReduction<T, Reduction::maximum> maximum(const Global<T>& global) {
  return {global.state()};
}

}  // namespace partita::loops

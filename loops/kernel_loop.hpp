#pragma once
/// \file Runs a body over iterations in any Kokkos execution space, with the same bits as in order.
///
/// Threads that add to one target need atomics, and the bits of the sum then depend on the timing. There are
/// two ways without:
///
///   stored      One kernel runs over iterations and stores the contribution of each. A second one runs over
///               targets and adds the contributions in the order of the iterations.
///   per target  One kernel runs over targets, computes each iteration that contributes to its target, and
///               keeps this contribution alone. Nothing is stored, but an iteration is computed once for each
///               of its targets. Only if it changes nothing else.
///
/// Which is faster depends on the body: see way_choice.hpp. What is reduced needs no order: see
/// kernel_reduction.hpp.

#include <string>
#include <type_traits>
#include <vector>

#include <Kokkos_Core.hpp>

#include <partita/loops/argument.hpp>
#include <partita/loops/kernel_reduction.hpp>
#include <partita/loops/traversal.hpp>

namespace partita::loops {

/// Iterations [begin, end) of a traversal: one of its two sections, not empty.
struct Section {
  const std::string& loop;
  const std::vector<Argument>& arguments;
  const Traversal& traversal;
  std::size_t begin, end;
  bool per_target;

  FieldState& field(std::size_t a) const { return *arguments[a].field; }
  const Rows& rows(std::size_t a) const { return traversal.rows[a]; }
  std::size_t writer(std::size_t a) const { return static_cast<std::size_t>(traversal.staging[a].writer); }
  std::size_t writers(std::size_t a) const { return static_cast<std::size_t>(traversal.staging[a].writers); }
  const auto& sums(std::size_t a) const { return traversal.sums[begin < traversal.early() ? 0 : 1][a]; }

  /// Where the iterations store what they contribute to the field of argument a.
  template <class T>
  T* stage(std::size_t a) const {
    return field(a).template stage<T>((end - begin) * writers(a));
  }
};

/// Adds to each target the values that the iterations of a section stored for it, in their order, or sets it
/// to the last.
template <Access A, class T, int K>
void sum_in_order(const Section& section, std::size_t a) {
  const Sums sums = section.sums(a);
  const auto targets = static_cast<local_index>(sums.targets.size());
  if (targets == 0) return;
  const T* const stage = section.stage<T>(a);
  T* const rows = section.field(a).data<T>();
  Kokkos::parallel_for(
      section.loop, Kokkos::RangePolicy<Kokkos::IndexType<local_index>>(0, targets),
      KOKKOS_LAMBDA(local_index k) {
        T* const target = rows + static_cast<std::ptrdiff_t>(sums.targets(k)) * K;
        for (int c = 0; c < K; ++c) {
          T total = target[c];
          for (local_index at = sums.first(k); at < sums.first(k + 1); ++at) {
            const T value = stage[static_cast<std::ptrdiff_t>(sums.numbers(at)) * K + c];
            total = A == Access::increment ? total + value : value;
          }
          target[c] = total;
        }
      });
}

/// What a writer of a field contributes to it in one iteration.
template <class T, int K>
struct Contribution {
  const T* rows;
  std::size_t writer;
  Values<T, K> values{};
};

/// The argument of a descriptor in a kernel. `finish` brings the values that a section stored for it to their
/// targets. `give` gives the values of an iteration to the contribution that they are, if they are it.
template <class Descriptor>
struct KernelArgument;

template <class T, int K, Access A, bool Indirect>
struct KernelArgument<FieldArgument<T, K, A, Indirect>> {
  static constexpr bool stored = FieldArgument<T, K, A, Indirect>::stored;
  static constexpr bool reads_first = reads(A), written = writes(A);  // constants: kernels call no `reads`
  static constexpr T start = unread<T, A>;

  T *rows, *stage = nullptr;
  Indices read, target;
  local_index unused_row;  // the target if another rank owns it
  std::size_t begin, writers = 1, writer = 0;

  KernelArgument(const Section& section, std::size_t a)
      : rows(section.field(a).template data<T>()),
        read(section.rows(a).read),
        target(section.rows(a).target),
        unused_row(section.field(a).set().local()),
        begin(section.begin) {
    if constexpr (stored) {
      if (!section.per_target) stage = section.stage<T>(a);
      writers = section.writers(a);
      writer = section.writer(a);
    }
  }

  KOKKOS_INLINE_FUNCTION static std::ptrdiff_t row_of(local_index row) {
    return static_cast<std::ptrdiff_t>(row) * K;
  }

  KOKKOS_INLINE_FUNCTION Values<T, K> get(std::size_t iteration) const {
    Values<T, K> values;
    for (int c = 0; c < K; ++c)
      component(values, c) = reads_first ? rows[row_of(read(iteration)) + c] : start;
    return values;
  }

  KOKKOS_INLINE_FUNCTION void keep(std::size_t iteration, Values<T, K>& values) const {
    if constexpr (stored) {
      T* const to = stage + ((iteration - begin) * writers + writer) * K;
      for (int c = 0; c < K; ++c) to[c] = component(values, c);
    } else if constexpr (written) {
      if (target(iteration) == unused_row) return;
      T* const to = rows + row_of(target(iteration));
      for (int c = 0; c < K; ++c)
        to[c] = A == Access::increment ? to[c] + component(values, c) : component(values, c);
    }
  }

  template <class Wanted>
  KOKKOS_INLINE_FUNCTION void give(const Values<T, K>&, Wanted&) const {}
  KOKKOS_INLINE_FUNCTION void give(const Values<T, K>& values, Contribution<T, K>& wanted) const {
    if (wanted.rows == rows && wanted.writer == writer) wanted.values = values;
  }

  void finish([[maybe_unused]] const Section& section, [[maybe_unused]] std::size_t a) const {
    if constexpr (stored) sum_in_order<A, T, K>(section, a);
  }
};

template <class T, int K>
struct KernelArgument<TransferArgument<T, K>> : KernelArgument<FieldArgument<T, K, Access::increment, true>> {
  using Plus = KernelArgument<FieldArgument<T, K, Access::increment, true>>;

  std::size_t minus;  // place among the writers

  KernelArgument(const Section& section, std::size_t a) : Plus(section, a), minus(section.writer(a + 1)) {}

  KOKKOS_INLINE_FUNCTION void keep(std::size_t iteration, Values<T, K>& values) const {
    Plus::keep(iteration, values);
    T* const to = this->stage + ((iteration - this->begin) * this->writers + minus) * K;
    for (int c = 0; c < K; ++c) to[c] = -component(values, c);
  }

  template <class Wanted>
  KOKKOS_INLINE_FUNCTION void give(const Values<T, K>&, Wanted&) const {}
  KOKKOS_INLINE_FUNCTION void give(const Values<T, K>& values, Contribution<T, K>& wanted) const {
    Plus::give(values, wanted);
    if (wanted.rows != this->rows || wanted.writer != minus) return;
    for (int c = 0; c < K; ++c) component(wanted.values, c) = -component(values, c);
  }
};

template <class T>
struct KernelArgument<GlobalRead<T>> {
  T value;

  KernelArgument(const Section& section, std::size_t a)
      : value(*reinterpret_cast<const T*>(section.arguments[a].global->value())) {}

  KOKKOS_INLINE_FUNCTION T get(std::size_t) const { return value; }
  KOKKOS_INLINE_FUNCTION void keep(std::size_t, T&) const {}
  void finish(const Section&, std::size_t) const {}
};

template <class T, Reduction R>
struct KernelArgument<GlobalReduction<T, R>> {
  using Reduced = KernelReduction<T, R>;

  typename Reduced::Words words{Kokkos::ViewAllocateWithoutInitializing("reduced"), Reduced::copies};
  Kokkos::View<const char*> counts;
  T start = identity<T>(R);

  KernelArgument(const Section& section, std::size_t) : counts(section.traversal.counts_there) {
    Reduced::begin(words);
  }

  KOKKOS_INLINE_FUNCTION T get(std::size_t) const { return start; }
  KOKKOS_INLINE_FUNCTION void keep(std::size_t iteration, T& value) const {
    if (counts.extent(0) == 0 || counts(iteration)) Reduced::take(words, iteration, value);
  }

  void finish(const Section& section, std::size_t a) const {
    Reduced::finish(words, static_cast<GlobalOf<T>&>(*section.arguments[a].global));
  }
};

/// The arguments of some descriptors, from argument `a` on. `run` reads the values of each argument, calls
/// the body with all of them, and keeps the results argument by argument: if two arguments change one
/// element, the first one does so first.
template <class... Descriptors>
struct KernelArguments;

template <>
struct KernelArguments<> {
  KernelArguments(const Section&, std::size_t) {}

  template <class Body, class All, class... Values>
  KOKKOS_INLINE_FUNCTION void run(const Body& body, const All& all, std::size_t iteration,
                                  Values&... values) const {
    body(values...);
    all.keep(iteration, values...);
  }

  KOKKOS_INLINE_FUNCTION void keep(std::size_t) const {}
  template <class Wanted>
  KOKKOS_INLINE_FUNCTION void give(Wanted&) const {}
  void finish(const Section&, std::size_t) const {}
};

template <class First, class... Others>
struct KernelArguments<First, Others...> {
  static constexpr bool constant = First::access == Access::read;

  KernelArgument<First> first;
  KernelArguments<Others...> others;

  KernelArguments(const Section& section, std::size_t a)
      : first(section, a), others(section, a + First::arguments_here) {}

  template <class Body, class All, class... Values>
  KOKKOS_INLINE_FUNCTION void run(const Body& body, const All& all, std::size_t iteration,
                                  Values&... values) const {
    auto value = first.get(iteration);
    if constexpr (constant) {
      const auto& unchanged = value;
      others.run(body, all, iteration, values..., unchanged);
    } else {
      others.run(body, all, iteration, values..., value);
    }
  }

  template <class Value, class... Values>
  KOKKOS_INLINE_FUNCTION void keep(std::size_t iteration, Value& value, Values&... values) const {
    if constexpr (!constant) first.keep(iteration, value);
    others.keep(iteration, values...);
  }

  template <class Wanted, class Value, class... Values>
  KOKKOS_INLINE_FUNCTION void give(Wanted& wanted, Value& value, Values&... values) const {
    if constexpr (First::stored) first.give(value, wanted);
    others.give(wanted, values...);
  }

  void finish(const Section& section, std::size_t a) const {
    first.finish(section, a);
    others.finish(section, a + First::arguments_here);
  }
};

/// Takes the results of an iteration in place of the fields.
template <class Arguments, class Wanted>
struct Receiver {
  const Arguments& arguments;
  Wanted& wanted;

  template <class... Values>
  KOKKOS_INLINE_FUNCTION void keep(std::size_t, Values&... values) const {
    arguments.give(wanted, values...);
  }
};

/// Brings a section's contributions to the field of argument a, whose descriptor is of this type.
template <class T, int K, Access A, class Body, class Arguments>
void sum_per_target(const Body& body, const Arguments& arguments, const Section& section, std::size_t a) {
  const Sums sums = section.sums(a);
  const auto targets = static_cast<local_index>(sums.targets.size());
  if (targets == 0) return;
  const auto writers = static_cast<local_index>(section.writers(a));
  const std::size_t begin = section.begin;
  T* const rows = section.field(a).template data<T>();
  Kokkos::parallel_for(
      section.loop, Kokkos::RangePolicy<Kokkos::IndexType<local_index>>(0, targets),
      KOKKOS_LAMBDA(local_index k) {
        T* const target = rows + static_cast<std::ptrdiff_t>(sums.targets(k)) * K;
        const local_index end = sums.first(k + 1);
        Contribution<T, K> one{rows, 0};
        Values<T, K> total{};
        for (int c = 0; c < K; ++c) component(total, c) = target[c];
        for (local_index at = A == Access::increment ? sums.first(k) : end - 1; at < end; ++at) {
          const local_index number = sums.numbers(at);
          one.writer = static_cast<std::size_t>(number % writers);
          arguments.run(body, Receiver<Arguments, Contribution<T, K>>{arguments, one},
                        begin + static_cast<std::size_t>(number / writers));
          for (int c = 0; c < K; ++c)
            component(total, c) = A == Access::increment ? component(total, c) + component(one.values, c)
                                                         : component(one.values, c);
        }
        for (int c = 0; c < K; ++c) target[c] = component(total, c);
      });
}

/// Whether all that an iteration changes are its contributions through maps.
template <class... Descriptors>
constexpr bool may_run_per_target = (Descriptors::stored || ...) &&
                                    ((Descriptors::stored || Descriptors::access == Access::read) && ...);

template <class T, int K, Access A, bool Indirect, class Body, class Arguments>
void run_per_target(std::type_identity<FieldArgument<T, K, A, Indirect>>, const Body& body,
                    const Arguments& arguments, const Section& section, std::size_t a) {
  if constexpr (FieldArgument<T, K, A, Indirect>::stored)
    if (section.writer(a) == 0) sum_per_target<T, K, A>(body, arguments, section, a);
}
template <class T, int K, class Body, class Arguments>
void run_per_target(std::type_identity<TransferArgument<T, K>>, const Body& body, const Arguments& arguments,
                    const Section& section, std::size_t a) {
  if (section.writer(a) == 0) sum_per_target<T, K, Access::increment>(body, arguments, section, a);
}
template <class T, class Body, class Arguments>
void run_per_target(std::type_identity<GlobalRead<T>>, const Body&, const Arguments&, const Section&,
                    std::size_t) {}

// CUDA wants the parameter pack of a template with a KOKKOS_LAMBDA last.
template <class Body, class... Descriptors>
void run_in_kernels(const Body& body, const Section& section) {
  const KernelArguments<Descriptors...> arguments(section, 0);
  if constexpr (may_run_per_target<Descriptors...>)
    if (section.per_target) {
      constexpr auto first = first_arguments<Descriptors...>;
      std::size_t d = 0;
      (run_per_target(std::type_identity<Descriptors>(), body, arguments, section, first[d++]), ...);
      return;
    }
  Kokkos::parallel_for(
      section.loop, Kokkos::RangePolicy<>(section.begin, section.end),
      KOKKOS_LAMBDA(std::size_t iteration) { arguments.run(body, arguments, iteration); });
  arguments.finish(section, 0);
}

}  // namespace partita::loops

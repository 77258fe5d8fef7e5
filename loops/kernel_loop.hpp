#pragma once
/// \file Runs a body over iterations in any Kokkos execution space, with the same bits as in order.
///
/// Threads that add to one target would need atomics, and give other bits each time. So it is two kernels:
/// one over iterations stores what each contributes, one over targets adds, in the order of the iterations.

#include <tuple>
#include <type_traits>
#include <vector>

#include <Kokkos_Core.hpp>

#include <partita/loops/argument.hpp>
#include <partita/loops/traversal.hpp>

namespace partita::loops {

/// Whether what an argument writes is stored first and added, or set, by target afterwards.
template <class Argument>
constexpr bool is_staged = false;
template <class T, int K, Access A>
constexpr bool is_staged<FieldArgument<T, K, A, true>> = is_staged_through_map(A);

/// An argument in a kernel.
template <class Argument>
struct KernelArgument;

template <class T, int K, Access A, bool Indirect>
struct KernelArgument<FieldArgument<T, K, A, Indirect>> {
  static constexpr bool constant = A == Access::read;
  static constexpr bool staged = is_staged<FieldArgument<T, K, A, Indirect>>;
  static constexpr bool reads_first = reads(A), written = writes(A);  // constants: kernels call no `reads`
  using Rows = typename FieldOf<T, K>::View;

  Rows rows, stage;
  Indices read, target;
  local_index nobody;
  std::size_t begin, writers, writer;

  KOKKOS_INLINE_FUNCTION Values<T, K> get(std::size_t iteration) const {
    Values<T, K> values = {};
    if constexpr (reads_first)
      for (int c = 0; c < K; ++c) at(values, c) = rows(read(iteration), c);
    return values;
  }

  KOKKOS_INLINE_FUNCTION void keep(std::size_t iteration, Values<T, K>& values) const {
    if constexpr (staged) {
      for (int c = 0; c < K; ++c) stage((iteration - begin) * writers + writer, c) = at(values, c);
    } else if constexpr (written) {
      const local_index to = target(iteration);
      if (to == nobody) return;
      for (int c = 0; c < K; ++c)
        rows(to, c) = A == Access::increment ? rows(to, c) + at(values, c) : at(values, c);
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION static T& at(Values<T, K>& values, [[maybe_unused]] int c) {
    if constexpr (K == 1)
      return values;
    else
      return values[c];
  }
};

template <class T>
struct KernelArgument<GlobalRead<T>> {
  static constexpr bool constant = true;
  T value;

  KOKKOS_INLINE_FUNCTION T get(std::size_t) const { return value; }
  KOKKOS_INLINE_FUNCTION void keep(std::size_t, T&) const {}
};

template <class T, Reduction R>
struct KernelArgument<GlobalReduction<T, R>> {
  static constexpr bool constant = false;
  Kokkos::View<T*> values;
  std::size_t begin;
  T start;

  KOKKOS_INLINE_FUNCTION T get(std::size_t) const { return start; }
  KOKKOS_INLINE_FUNCTION void keep(std::size_t iteration, T& value) const {
    values(iteration - begin) = value;
  }
};

template <class T, int K, Access A, bool Indirect>
auto kernel_argument(const FieldArgument<T, K, A, Indirect>& argument, const Traversal& traversal,
                     std::size_t a, std::size_t begin, std::size_t end) {
  using Kernel = KernelArgument<FieldArgument<T, K, A, Indirect>>;
  Kernel kernel{argument.field->view(),
                {},
                traversal.rows[a].read,
                traversal.rows[a].target,
                argument.field->set().local(),
                begin,
                1,
                0};
  if constexpr (Kernel::staged) {
    kernel.writers = static_cast<std::size_t>(traversal.staging[a].writers);
    kernel.writer = static_cast<std::size_t>(traversal.staging[a].writer);
    kernel.stage = argument.field->stage((end - begin) * kernel.writers);
  }
  return kernel;
}

template <class T>
auto kernel_argument(const GlobalRead<T>& argument, const Traversal&, std::size_t, std::size_t, std::size_t) {
  return KernelArgument<GlobalRead<T>>{argument.global->value};
}

template <class T, Reduction R>
auto kernel_argument(const GlobalReduction<T, R>&, const Traversal&, std::size_t, std::size_t begin,
                     std::size_t end) {
  return KernelArgument<GlobalReduction<T, R>>{Kokkos::View<T*>("reduced", end - begin), begin,
                                               identity<T>(R)};
}

/// All arguments of a kernel. Values are gathered one after the other, the body is called with all of them,
/// and results are kept one after the other: of two arguments that change one element, the first does it
/// first.
template <class... Arguments>
struct KernelArguments;

template <>
struct KernelArguments<> {
  template <class Body, class All, class... Values>
  KOKKOS_INLINE_FUNCTION void run(const Body& body, const All& all, std::size_t iteration,
                                  Values&... values) const {
    body(values...);
    all.keep(iteration, values...);
  }

  KOKKOS_INLINE_FUNCTION void keep(std::size_t) const {}
};

template <class First, class... Others>
struct KernelArguments<First, Others...> {
  First first;
  KernelArguments<Others...> others;

  template <class Body, class All, class... Values>
  KOKKOS_INLINE_FUNCTION void run(const Body& body, const All& all, std::size_t iteration,
                                  Values&... values) const {
    auto value = first.get(iteration);
    if constexpr (First::constant) {
      const auto& unchanged = value;
      others.run(body, all, iteration, values..., unchanged);
    } else {
      others.run(body, all, iteration, values..., value);
    }
  }

  template <class Value, class... Values>
  KOKKOS_INLINE_FUNCTION void keep(std::size_t iteration, Value& value, Values&... values) const {
    if constexpr (!First::constant) first.keep(iteration, value);
    others.keep(iteration, values...);
  }
};

inline KernelArguments<> kernel_arguments() { return {}; }

template <class First, class... Others>
KernelArguments<First, Others...> kernel_arguments(First first, Others... others) {
  return {std::move(first), kernel_arguments(std::move(others)...)};
}

/// Adds to each target, or sets it to, what the iterations stored for it, in their order.
template <Access A, class Rows>
void sum_in_order(const std::string& name, const detail::KokkosContributions<>& sum, const Rows& stage,
                  const Rows& rows) {
  Kokkos::parallel_for(
      name, Kokkos::RangePolicy<Kokkos::IndexType<local_index>>(0, sum.size()), KOKKOS_LAMBDA(local_index k) {
        const local_index target = sum.targets(k);
        for (std::size_t c = 0; c < rows.extent(1); ++c) {
          auto total = rows(target, c);
          sum.for_each(k, [&](local_index number) {
            const auto value = stage(number, c);
            total = A == Access::increment ? total + value : value;
          });
          rows(target, c) = total;
        }
      });
}

template <class Argument>
void add_what_was_stored(const std::string&, const Argument&, const Traversal&, std::size_t, int) {}

template <class T, int K, Access A, bool Indirect>
void add_what_was_stored(const std::string& name, const FieldArgument<T, K, A, Indirect>& argument,
                         const Traversal& traversal, std::size_t a, int section) {
  if constexpr (is_staged<FieldArgument<T, K, A, Indirect>>)
    if (const auto& sum = traversal.sums[section][a])
      sum_in_order<A>(name, *sum, argument.field->stage(0), argument.field->view());
}

template <class Argument, class Kernel>
void reduce_what_was_stored(const Argument&, const Kernel&, const Traversal&) {}

template <class T, Reduction R>
void reduce_what_was_stored(const GlobalReduction<T, R>& argument,
                            const KernelArgument<GlobalReduction<T, R>>& kernel, const Traversal& traversal) {
  const auto values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), kernel.values);
  std::vector<T> counted;
  for (std::size_t k = 0; k < values.size(); ++k)
    if (traversal.counts.empty() || traversal.counts[kernel.begin + k]) counted.push_back(values(k));
  argument.global->take(counted);
}

template <class Body, class Arguments>
void run_kernel(const std::string& name, const Body& body, std::size_t begin, std::size_t end,
                const Arguments& arguments) {
  Kokkos::parallel_for(
      name, Kokkos::RangePolicy<>(begin, end),
      KOKKOS_LAMBDA(std::size_t iteration) { arguments.run(body, arguments, iteration); });
}

/// Runs one section of `traversal`: 0, what needs no message, or 1, the rest.
template <class Body, class... Arguments>
void run_in_kernels(const std::string& name, const Body& body, const std::tuple<Arguments...>& arguments,
                    const Traversal& traversal, int section) {
  const std::size_t begin = section == 0 ? 0 : traversal.early();
  const std::size_t end = section == 0 ? traversal.early() : traversal.size;
  [&]<std::size_t... a>(std::index_sequence<a...>) {
    const std::tuple kernels{kernel_argument(std::get<a>(arguments), traversal, a, begin, end)...};
    run_kernel(name, body, begin, end, kernel_arguments(std::get<a>(kernels)...));
    (add_what_was_stored(name, std::get<a>(arguments), traversal, a, section), ...);
    (reduce_what_was_stored(std::get<a>(arguments), std::get<a>(kernels), traversal), ...);
  }
  (std::index_sequence_for<Arguments...>());
}

}  // namespace partita::loops

#pragma once
/// \file Runs a body over iterations in any Kokkos execution space, with the same bits as in order.
///
/// Threads that add to one target need atomics, and the bits of the sum then depend on the timing. So a loop
/// is two kernels. The first runs over iterations and stores the contribution of each. The second runs over
/// targets and adds the contributions in the order of the iterations.

#include <tuple>
#include <vector>

#include <Kokkos_Core.hpp>

#include <partita/loops/argument.hpp>
#include <partita/loops/traversal.hpp>

namespace partita::loops {

/// An argument in a kernel.
template <class Argument>
struct KernelArgument;

template <class T, int K, Access A, bool Indirect>
struct KernelArgument<FieldArgument<T, K, A, Indirect>> {
  static constexpr bool constant = A == Access::read;
  static constexpr bool staged = FieldArgument<T, K, A, Indirect>::staged;
  static constexpr bool reads_first = reads(A), written = writes(A);  // constants: kernels call no `reads`
  static constexpr T start = unread<T, A>;
  using Rows = typename FieldOf<T, K>::View;

  Rows rows, stage;
  Indices read, target;
  local_index unused_row;  // the target if another rank owns it
  std::size_t begin, writers, writer;

  KOKKOS_INLINE_FUNCTION Values<T, K> get(std::size_t iteration) const {
    Values<T, K> values;
    for (int c = 0; c < K; ++c) component(values, c) = reads_first ? rows(read(iteration), c) : start;
    return values;
  }

  KOKKOS_INLINE_FUNCTION void keep(std::size_t iteration, Values<T, K>& values) const {
    if constexpr (staged) {
      for (int c = 0; c < K; ++c) stage((iteration - begin) * writers + writer, c) = component(values, c);
    } else if constexpr (written) {
      const local_index to = target(iteration);
      if (to == unused_row) return;
      for (int c = 0; c < K; ++c)
        rows(to, c) = A == Access::increment ? rows(to, c) + component(values, c) : component(values, c);
    }
  }
};

template <class T, int K>
struct KernelArgument<TransferArgument<T, K>> {
  static constexpr bool constant = false;

  typename FieldOf<T, K>::View stage;
  std::size_t begin, writers, plus, minus;  // places among the writers

  KOKKOS_INLINE_FUNCTION Values<T, K> get(std::size_t) const {
    constexpr T start = unread<T, Access::increment>;
    Values<T, K> values;
    for (int c = 0; c < K; ++c) component(values, c) = start;
    return values;
  }
  KOKKOS_INLINE_FUNCTION void keep(std::size_t iteration, Values<T, K>& values) const {
    const std::size_t first = (iteration - begin) * writers;
    for (int c = 0; c < K; ++c) {
      stage(first + plus, c) = component(values, c);
      stage(first + minus, c) = -component(values, c);
    }
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

template <class T, int K>
auto kernel_argument(const TransferArgument<T, K>& argument, const Traversal& traversal, std::size_t a,
                     std::size_t begin, std::size_t end) {
  const Staging &plus = traversal.staging[a], &minus = traversal.staging[a + 1];
  const auto writers = static_cast<std::size_t>(plus.writers);
  return KernelArgument<TransferArgument<T, K>>{argument.field->stage((end - begin) * writers), begin,
                                                writers, static_cast<std::size_t>(plus.writer),
                                                static_cast<std::size_t>(minus.writer)};
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

/// All arguments of a kernel. `run` reads the values of each argument, calls the body with all of them, and
/// keeps the results argument by argument: if two arguments change one element, the first one does so first.
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

/// Adds to each target the values that the iterations stored for it, in their order, or sets it to the last.
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

/// Brings the values that a section stored for an argument to their targets.
template <class T, int K, Access A, bool Indirect, class Kernel>
void finish(const std::string& name, const FieldArgument<T, K, A, Indirect>& argument, const Kernel&,
            const Traversal& traversal, std::size_t a, int section) {
  if constexpr (Kernel::staged)
    if (const auto& sum = traversal.sums[section][a])
      sum_in_order<A>(name, *sum, argument.field->stage(0), argument.field->view());
}

template <class T, int K, class Kernel>
void finish(const std::string& name, const TransferArgument<T, K>& argument, const Kernel&,
            const Traversal& traversal, std::size_t a, int section) {
  if (const auto& sum = traversal.sums[section][a])
    sum_in_order<Access::increment>(name, *sum, argument.field->stage(0), argument.field->view());
}

template <class T, class Kernel>
void finish(const std::string&, const GlobalRead<T>&, const Kernel&, const Traversal&, std::size_t, int) {}

template <class T, Reduction R, class Kernel>
void finish(const std::string&, const GlobalReduction<T, R>& argument, const Kernel& kernel,
            const Traversal& traversal, std::size_t, int) {
  const auto values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), kernel.values);
  std::vector<T> counted;
  for (std::size_t k = 0; k < values.size(); ++k)
    if (traversal.counts.empty() || traversal.counts[kernel.begin + k]) counted.push_back(values(k));
  argument.global->part(0).take(R, counted);
}

template <class Body, class Arguments>
void run_kernel(const std::string& name, const Body& body, std::size_t begin, std::size_t end,
                const Arguments& arguments) {
  Kokkos::parallel_for(
      name, Kokkos::RangePolicy<>(begin, end),
      KOKKOS_LAMBDA(std::size_t iteration) { arguments.run(body, arguments, iteration); });
}

/// Runs iterations [begin, end) of `traversal`: one of its two sections, not empty.
template <class Body, class... Arguments>
void run_in_kernels(const std::string& name, const Body& body, const std::tuple<Arguments...>& arguments,
                    const Traversal& traversal, std::size_t begin, std::size_t end) {
  const int section = begin < traversal.early() ? 0 : 1;
  constexpr auto first = first_arguments<Arguments...>;
  [&]<std::size_t... a>(std::index_sequence<a...>) {
    const std::tuple kernels{kernel_argument(std::get<a>(arguments), traversal, first[a], begin, end)...};
    run_kernel(name, body, begin, end, kernel_arguments(std::get<a>(kernels)...));
    (finish(name, std::get<a>(arguments), std::get<a>(kernels), traversal, first[a], section), ...);
  }
  (std::index_sequence_for<Arguments...>());
}

}  // namespace partita::loops

#pragma once
/// \file Exact sums, dot products and norms of Kokkos views of doubles.
///
/// A view is of one dimension, in any memory. The host sums the values where they are if it reaches them,
/// after all kernels launched before on the view's execution space. Else it copies them to its own memory
/// first, at every call; such a view is contiguous.

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <Kokkos_Core.hpp>

#include <partita/executor/exchange/kokkos_memory.hpp>
#include <partita/support/exact_sum.hpp>

namespace partita {

template <class View>
concept ViewOfDoubles = Kokkos::is_view<View>::value && View::rank == 1 &&
                        std::same_as<typename View::non_const_value_type, double>;

namespace detail::kokkos {

template <class View, class Use>
void use_on_host(const View& view, const Use& use) {
  if constexpr (!on_host<typename View::memory_space>) {
    use_on_host(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view), use);
  } else {
    typename View::execution_space().fence();
    if (view.span_is_contiguous()) return use({view.data(), view.extent(0)});
    std::vector<double> values;
    for (std::size_t k = 0; k < view.extent(0); ++k) values.push_back(view(k));
    use(values);
  }
}

}  // namespace detail::kokkos

/// Adds all values of a view. Not collective.
template <ViewOfDoubles View>
void add_values(ExactSum& sum, const View& values) {
  detail::kokkos::use_on_host(values, [&](std::span<const double> all) { sum.add(all); });
}

/// Adds all products a(k) * b(k). Not collective.
/// @throws Error if one view is longer than the other
template <ViewOfDoubles A, ViewOfDoubles B>
void add_products(ExactSum& sum, const A& a, const B& b) {
  detail::kokkos::use_on_host(a, [&](std::span<const double> of_a) {
    detail::kokkos::use_on_host(b, [&](std::span<const double> of_b) { sum.add_products(of_a, of_b); });
  });
}

/// The exact sum of the values of all ranks, as exact_sum of spans. Collective.
template <ViewOfDoubles View>
double exact_sum(const Communicator& comm, const View& mine, std::string_view of = {}) {
  ExactSum sum;
  add_values(sum, mine);
  return exact_sums(comm, {&sum, 1}, of).front();
}

/// The exact dot product, as exact_dot of spans. Collective.
template <ViewOfDoubles A, ViewOfDoubles B>
double exact_dot(const Communicator& comm, const A& a, const B& b, std::string_view of = {}) {
  ExactSum sum;
  add_products(sum, a, b);
  return exact_sums(comm, {&sum, 1}, of).front();
}

/// The Euclidean norm, as exact_norm of spans. Collective.
template <ViewOfDoubles View>
double exact_norm(const Communicator& comm, const View& mine, std::string_view of = {}) {
  ExactSum sum;
  detail::kokkos::use_on_host(mine, [&](std::span<const double> all) { sum.add_products(all, all); });
  sum_over_ranks(comm, {&sum, 1}, of);
  return sum.square_root();
}

}  // namespace partita

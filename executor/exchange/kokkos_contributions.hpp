#pragma once
/// \file Ordered contributions in the memory of kernels.

#include <vector>

#include <Kokkos_Core.hpp>

#include <partita/support/ordered_contributions.hpp>

namespace partita::detail {

/// OrderedContributions for kernels of Space. One thread sums all contributions to one target.
template <class Space = Kokkos::DefaultExecutionSpace>
struct KokkosContributions {
  using Indices = Kokkos::View<const local_index*, typename Space::memory_space>;

  /// A copy in the memory of kernels.
  static Indices copied(const std::vector<local_index>& indices) {
    const Kokkos::View<const local_index*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> host(indices.data(),
                                                                                            indices.size());
    const Kokkos::View<local_index*, typename Space::memory_space> device(
        Kokkos::ViewAllocateWithoutInitializing("partita contributions"), indices.size());
    Kokkos::deep_copy(device, host);
    return device;
  }

  KokkosContributions() = default;
  explicit KokkosContributions(const OrderedContributions& sorted)
      : targets(copied(sorted.targets)), first(copied(sorted.first)), numbers(copied(sorted.numbers)) {}

  /// Number of targets.
  local_index size() const { return static_cast<local_index>(targets.size()); }

  /// Calls add(number) for each contribution to targets(k), in their order.
  template <class Add>
  KOKKOS_INLINE_FUNCTION void for_each(local_index k, const Add& add) const {
    const local_index end = first(k + 1);
    for (local_index at = first(k); at < end; ++at) add(numbers(at));
  }

  Indices targets, first, numbers;
};

}  // namespace partita::detail

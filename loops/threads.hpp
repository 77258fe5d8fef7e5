#pragma once
/// \file The threads of the host that share a rank's loops. The first of them alone calls MPI.

#include <cstddef>
#include <exception>
#include <vector>

#include <Kokkos_Core.hpp>

namespace partita::loops {

/// As many as Kokkos has.
inline int threads_of_host() { return Kokkos::DefaultHostExecutionSpace().concurrency(); }

/// Calls f(0), ..., f(n - 1), each on a thread of the host: the t-th of n on the same one at each call, whose
/// caches and memory then hold its part.
/// @throws what a call throws; of several, the first
template <class F>
void on_threads(std::size_t n, const F& f) {
  if (n == 1) return f(0);
  using Space = Kokkos::DefaultHostExecutionSpace;
  std::vector<std::exception_ptr> thrown(n);  // it must not leave the thread
  Kokkos::parallel_for("threads", Kokkos::RangePolicy<Space>(0, n), [&](std::size_t t) {
    try {
      f(t);
    } catch (...) {
      thrown[t] = std::current_exception();
    }
  });
  Space().fence();
  for (const std::exception_ptr& each : thrown)
    if (each) std::rethrow_exception(each);
}

}  // namespace partita::loops

#include <algorithm>
#include <vector>

#include <partita/support/exact_sum.hpp>

#include "bindings/c/calls.hpp"

using namespace partita;
using namespace partita::c;

int partita_exact_sums(MPI_Comm comm, int sums, ptrdiff_t n, const double* values, double* result) {
  return call([&] {
    const auto shared = communicator_of(comm);
    collectively(*shared, [&] {
      if (sums < 0 || n < 0)
        throw Error("there are ", sums, " sums of ", n, " values; give no negative number");
      if (sums > 0) (void)given(result, "the place for results");
      if (sums > 0 && n > 0) (void)given(values, "the values to be summed");
    });
    require_same(*shared, static_cast<std::uint64_t>(sums), "the number of sums");
    std::vector<ExactSum> mine(static_cast<std::size_t>(sums));
    for (std::size_t k = 0; k < mine.size(); ++k)
      mine[k].add({values + static_cast<ptrdiff_t>(k) * n, static_cast<std::size_t>(n)});
    std::ranges::copy(exact_sums(*shared, mine), result);
  });
}

int partita_exact_dot(MPI_Comm comm, ptrdiff_t n, const double* a, const double* b, double* result) {
  return call([&] {
    const auto shared = communicator_of(comm);
    const auto length = static_cast<std::size_t>(n);
    collectively(*shared, [&] {
      if (n < 0) throw Error("a dot product of ", n, " values; give no negative number");
      (void)given(result, "the place for results");
      if (n > 0) (void)given(a, "the first factor"), (void)given(b, "the second factor");
    });
    *result = exact_dot(*shared, {a, length}, {b, length});
  });
}

int partita_exact_norm(MPI_Comm comm, ptrdiff_t n, const double* values, double* result) {
  return call([&] {
    const auto shared = communicator_of(comm);
    collectively(*shared, [&] {
      if (n < 0) throw Error("a norm of ", n, " values; give no negative number");
      (void)given(result, "the place for results");
      if (n > 0) (void)given(values, "the vector");
    });
    *result = exact_norm(*shared, {values, static_cast<std::size_t>(n)});
  });
}

#include <algorithm>
#include <memory>
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
  std::vector<double> products;
  std::shared_ptr<const Communicator> shared;  // lives until the sum has been made
  const int code = call([&] {
    shared = communicator_of(comm);
    collectively(*shared, [&] {
      if (n < 0) throw Error("a dot product of ", n, " values; give no negative number");
      if (n > 0) (void)given(a, "the first factor"), (void)given(b, "the second factor");
      for (ptrdiff_t k = 0; k < n; ++k) products.push_back(a[k] * b[k]);
    });
  });
  return code == PARTITA_OK ? partita_exact_sums(comm, 1, n, products.data(), result) : code;
}

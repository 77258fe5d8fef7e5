#include <algorithm>
#include <array>
#include <vector>

#include <mpi.h>

#include <partita/executor/choice/dry_run.hpp>
#include <partita/executor/exchange.hpp>
#include <partita/support/reduce.hpp>

namespace partita {

double dry_run(const AccessPattern& pattern, const Plan& plan, std::size_t bytes_per_value) {
  const MPI_Comm comm = pattern.communicator().handle();
  Exchange exchange(pattern, plan);
  std::vector<std::byte> values(static_cast<std::size_t>(pattern.local_size()) * bytes_per_value);
  for (int warm_up = 0; warm_up < 3; ++warm_up) exchange.gather(values);
  std::array<double, 15> seconds{};
  for (double& one : seconds) {
    MPI_Barrier(comm);
    const double begin = MPI_Wtime();
    exchange.gather(values);
    one = MPI_Wtime() - begin;
  }
  const auto median = seconds.begin() + seconds.size() / 2;
  std::nth_element(seconds.begin(), median, seconds.end());
  return max(pattern.communicator(), *median);
}

}  // namespace partita

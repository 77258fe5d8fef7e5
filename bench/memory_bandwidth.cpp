// Measures the bandwidth of memory and of the last-level cache, for one rank alone and for all ranks at once.
// It limits every loop over a mesh with little arithmetic. Run with one rank per core.
//
// Copy and triad are those of J. D. McCalpin's STREAM (1995). The gathers read one array through an index
// array as edge loops do. `near` reads within 1024 values, as on a well-numbered mesh; `far` reads anywhere.
// Bytes are those that the program accesses: 16 per value in a copy, 24 in a triad, 20 in a gather. A cache
// that fetches a line before it is overwritten moves more.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <numeric>
#include <span>
#include <vector>

#include <mpi.h>
#include <unistd.h>

#include <partita/support/collectively.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/random.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita {
namespace {

constexpr int repetitions = 10;
constexpr double seconds_each = 0.02;  // at least, so that clock resolution and barrier have no weight
constexpr std::size_t bytes_per_value = 3 * sizeof(double) + sizeof(std::int32_t);  // what Arrays hold

struct Arrays {
  explicit Arrays(std::size_t values) : a(values, 1.0), b(values, 2.0), c(values, 0.0), index(values) {
    std::iota(index.begin(), index.end(), 0);
  }

  // Makes the index array a permutation within blocks.
  void shuffle(std::size_t block) {
    Random random(1);
    std::iota(index.begin(), index.end(), 0);
    for (std::size_t begin = 0; begin < index.size(); begin += block) {
      std::span values = std::span(index).subspan(begin, std::min(block, index.size() - begin));
      random.shuffle(values);
    }
  }

  std::vector<double> a, b, c;
  std::vector<std::int32_t> index;
};

// Not inlined: otherwise the compiler could see that the result is unused and omit the computation.
[[gnu::noinline]] void copy(std::size_t n, const double* __restrict a, double* __restrict c) {
  for (std::size_t i = 0; i < n; ++i) c[i] = a[i];
}

[[gnu::noinline]] void triad(std::size_t n, const double* __restrict a, const double* __restrict b,
                             double* __restrict c) {
  for (std::size_t i = 0; i < n; ++i) c[i] = a[i] + 3.0 * b[i];
}

[[gnu::noinline]] void gather(std::size_t n, const std::int32_t* __restrict index, const double* __restrict a,
                              double* __restrict c) {
  for (std::size_t i = 0; i < n; ++i) c[i] = a[index[i]];
}

struct Rates {
  double copy = 0, triad = 0, near = 0, far = 0;  // GB/s
};

// The rate of the best repetition, summed over the ranks of `comm`. Collective.
template <class Kernel>
double best(const Communicator& comm, std::size_t bytes, Kernel kernel) {
  const Stopwatch first;
  kernel();
  const int passes = max(comm, 1 + static_cast<int>(seconds_each / std::max(first.seconds(), 1e-7)));
  double fastest = 0;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    MPI_Barrier(comm.handle());
    const Stopwatch elapsed;
    for (int pass = 0; pass < passes; ++pass) kernel();
    const double mine = static_cast<double>(bytes) * passes / elapsed.seconds() * 1e-9;
    fastest = std::max(fastest, sum(comm, mine));
  }
  return fastest;
}

// Measures every rank of `comm` on its own arrays. Collective.
Rates measure(const Communicator& comm, std::size_t bytes) {
  const std::size_t n = bytes / bytes_per_value;
  Arrays arrays(n);
  const double *from = arrays.a.data(), *other = arrays.b.data();
  const std::int32_t* index = arrays.index.data();
  double* to = arrays.c.data();

  Rates rates;
  rates.copy = best(comm, n * 16, [&] { copy(n, from, to); });
  rates.triad = best(comm, n * 24, [&] { triad(n, from, other, to); });
  arrays.shuffle(1024);
  rates.near = best(comm, n * 20, [&] { gather(n, index, from, to); });
  arrays.shuffle(n);
  rates.far = best(comm, n * 20, [&] { gather(n, index, from, to); });
  return rates;
}

void print(const char* where, std::size_t bytes, const char* who, const Rates& rates, int ranks) {
  std::printf("%-8s %9.1f  %-10s %8.2f %8.2f %8.2f %8.2f\n", where, static_cast<double>(bytes) * 1e-6, who,
              rates.copy / ranks, rates.triad / ranks, rates.near / ranks, rates.far / ranks);
}

// Prints the rows of one size: a rank alone, each of all ranks, their sum.
void measure_size(const Communicator& comm, int ranks_here, const char* where, std::size_t bytes) {
  const Communicator alone(MPI_COMM_SELF);
  if (comm.rank() == 0) print(where, bytes, "alone", measure(alone, bytes), 1);
  MPI_Barrier(comm.handle());
  const Rates all = measure(comm, bytes / static_cast<std::size_t>(ranks_here));
  if (comm.rank() > 0) return;
  print("", bytes, "each", all, comm.size());
  print("", bytes, "all", all, 1);
}

void run(const Communicator& comm) {
  MPI_Comm host = MPI_COMM_NULL;
  MPI_Comm_split_type(comm.handle(), MPI_COMM_TYPE_SHARED, comm.rank(), MPI_INFO_NULL, &host);
  int ranks_here = 1;
  MPI_Comm_size(host, &ranks_here);
  MPI_Comm_free(&host);
  ranks_here = max(comm, ranks_here);

  // If the machine does not report the size of its cache, assume 32 MB, a common size.
  const std::int64_t said = sysconf(_SC_LEVEL3_CACHE_SIZE);
  const auto cache = static_cast<std::size_t>(max(comm, said > 0 ? said : std::int64_t{32} << 20));

  if (comm.rank() == 0)
    std::printf("%d ranks, GB/s, best of %d\n\n%-8s %9s  %-10s %8s %8s %8s %8s\n", comm.size(), repetitions,
                "from", "MB/host", "rank", "copy", "triad", "near", "far");
  measure_size(comm, ranks_here, "cache", cache / 4);
  measure_size(comm, ranks_here, "memory", std::max<std::size_t>(4 * cache, 1'000'000'000));
}

}  // namespace
}  // namespace partita

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  try {
    partita::run(partita::Communicator(MPI_COMM_WORLD));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "memory_bandwidth: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include <partita/support/clock_offset.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/time_limits.hpp>

namespace partita {

namespace {

constexpr int questions = 5;

bool is_one_clock(MPI_Comm comm) {
  int* value = nullptr;
  int is_known = 0;
  MPI_Comm_get_attr(comm, MPI_WTIME_IS_GLOBAL, &value, &is_known);
  return is_known != 0 && *value != 0;
}

// The seconds by which this rank's clock is behind that of the rank asked.
double ask(MPI_Comm comm, int rank, int tag) {
  double soonest = std::numeric_limits<double>::infinity(), behind = 0;
  for (int question = 0; question < questions; ++question) {
    double there = 0;
    const double asked = MPI_Wtime();
    MPI_Send(nullptr, 0, MPI_BYTE, rank, tag, comm);
    MPI_Recv(&there, 1, MPI_DOUBLE, rank, tag, comm, MPI_STATUS_IGNORE);
    const double answered = MPI_Wtime();
    if (answered - asked >= soonest) continue;
    soonest = answered - asked;
    behind = there - (asked + answered) / 2;
  }
  return behind;
}

// A host, as long as it is up: the number that Linux gives its system when that starts.
std::uint64_t number_of_host() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string number;
  std::getline(file, number);
  return Hash().add(number).value();
}

// By how much MPI's clock is ahead of the system's.
double ahead_of_system() {
  double soonest = std::numeric_limits<double>::infinity(), ahead = 0;
  for (int reading = 0; reading < questions; ++reading) {
    const double before = MPI_Wtime();
    const std::chrono::duration<double> system = std::chrono::steady_clock::now().time_since_epoch();
    const double after = MPI_Wtime();
    if (after - before >= soonest) continue;
    soonest = after - before;
    ahead = (before + after) / 2 - system.count();
  }
  return ahead;
}

}  // namespace

// The parent of a rank has its bits but the lowest; the children have one more, below that.
double detail::clock_offset(MPI_Comm comm, int tag) {
  if (is_one_clock(comm)) return 0;
  const BlockingWait wait(comm, "for other ranks in the comparison of clocks");
  int rank = 0, ranks = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const auto me = static_cast<unsigned>(rank), size = static_cast<unsigned>(ranks);
  const double behind = me == 0 ? 0 : ask(comm, static_cast<int>(me & (me - 1)), tag);
  const unsigned lowest = me > 0 ? me & (~me + 1) : std::bit_ceil(size);
  for (unsigned bit = 1; bit < lowest && (me | bit) < size; bit *= 2)
    for (int question = 0; question < questions; ++question) {
      const int child = static_cast<int>(me | bit);
      MPI_Recv(nullptr, 0, MPI_BYTE, child, tag, comm, MPI_STATUS_IGNORE);
      const double here = MPI_Wtime() + behind;
      MPI_Send(&here, 1, MPI_DOUBLE, child, tag, comm);
    }
  return behind;
}

// All ranks of a host believe its first one.
double detail::clock_offset_by_hosts(MPI_Comm comm, int tag) {
  if (is_one_clock(comm)) return 0;
  struct OfRank {
    std::uint64_t host;
    double behind, ahead_of_system;
  };
  const OfRank mine{number_of_host(), clock_offset(comm, tag), ahead_of_system()};
  int ranks = 1;
  MPI_Comm_size(comm, &ranks);
  std::vector<OfRank> all(static_cast<std::size_t>(ranks));
  constexpr int bytes = sizeof(OfRank);
  MPI_Allgather(&mine, bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, comm);
  const OfRank& first = *std::ranges::find(all, mine.host, &OfRank::host);
  return first.behind + first.ahead_of_system - mine.ahead_of_system;
}

}  // namespace partita

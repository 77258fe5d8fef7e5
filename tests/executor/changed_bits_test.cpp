// Bits that change while messages of MPI travel, by an MPI_Start of this program's own, with PARTITA_SEAL=1.
#include <cstdlib>
#include <map>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/executor/exchange.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/support/random.hpp>
#include <partita/support/reduce.hpp>

namespace {

struct Buffer {
  std::byte* begin;
  int bytes;
};
std::map<MPI_Request, Buffer> sends;
partita::Random random_bits(7);
bool flips = false;

void flip_a_bit(MPI_Request request) {
  const auto send = sends.find(request);
  if (!flips || send == sends.end() || send->second.bytes <= 48) return;  // of stamps none
  const auto byte = random_bits.below(static_cast<std::uint32_t>(send->second.bytes));
  send->second.begin[byte] ^= static_cast<std::byte>(1U << random_bits.below(8));
  flips = false;
}

}  // namespace

extern "C" {

int MPI_Send_init(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  const int result = PMPI_Send_init(buffer, count, type, to, tag, comm, request);
  int size = 0;
  MPI_Type_size(type, &size);
  sends[*request] = {static_cast<std::byte*>(const_cast<void*>(buffer)), count * size};
  return result;
}

int MPI_Start(MPI_Request* request) {
  flip_a_bit(*request);
  return PMPI_Start(request);
}

int MPI_Startall(int count, MPI_Request* requests) {
  for (int k = 0; k < count; ++k) flip_a_bit(requests[k]);
  return PMPI_Startall(count, requests);
}

}  // extern "C"

namespace partita {
namespace {

constexpr local_index values = 64;

AccessPattern ring(const Communicator& comm) {
  const int next = (comm.rank() + 1) % comm.size(), before = (comm.rank() + comm.size() - 1) % comm.size();
  std::vector<Location> ghosts;
  NeededBy needed{next, {}};
  for (local_index k = 0; k < values; k += 2) {
    ghosts.push_back({before, k});
    needed.owned.push_back(k);
  }
  return {comm, values, values, ghosts, {needed}};
}

std::string message_of(const auto& work) {
  try {
    work();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(ChangedBits, OnTheWayAreAllFoundAndWithoutAChangeNoneIs) {
  setenv("PARTITA_SEAL", "1", 1);
  MPI_Comm world = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &world);
  MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
  int size = 0, rank = 0;
  MPI_Comm_size(world, &size);
  MPI_Comm_rank(world, &rank);
  for (int trial = 0; trial < 40; ++trial) {
    // Never ended: this rank's end would wait for one that has failed.
    const Communicator& comm = *new Communicator(world);
    const AccessPattern pattern = ring(comm);
    Exchange& exchange = *new Exchange(
        pattern, make_plan(pattern, {.schedule = {.algorithm = Algorithm::ac}, .transport = Transport::mpi}));
    std::vector<double> field(static_cast<std::size_t>(pattern.local_size()), rank + 0.5);
    for (int clean = 0; clean < 100; ++clean) exchange.gather(field);
    flips = rank == trial % size;
    const bool finds = (rank + size - 1) % size == trial % size;
    const std::string said = message_of([&] { exchange.gather(field); });
    if (finds) {
      EXPECT_THAT(said, testing::HasSubstr("changed while they travelled"));
    } else {
      EXPECT_EQ(said, "");
    }
    MPI_Barrier(world);
  }
  unsetenv("PARTITA_SEAL");
  MPI_Comm_free(&world);
}

}  // namespace
}  // namespace partita

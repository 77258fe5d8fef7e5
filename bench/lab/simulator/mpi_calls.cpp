// The MPI calls of replays, through MPI's profiling interface: they take the time of the simulated processor
// (see Processor). All other calls are SimGrid's.
#include <algorithm>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include <mpi.h>
#include <sched.h>
#include <simgrid/s4u.hpp>

#include "bench/lab/simulator/processor.hpp"

namespace {

using partita::lab::Processor;
using partita::lab::processor_of;
using partita::lab::this_processor;

// The arguments of a persistent request.
struct Persistent {
  bool is_receive;
  int partner;
  std::size_t bytes;
};
std::map<MPI_Request, Persistent> persistent;

// A window is the memory of its ranks, all of which lies in this process. SimGrid's own windows exchange
// messages between all ranks when they are made. Each rank has its own handle.
using WindowMemory = std::map<int, std::vector<std::byte>>;  // by rank
std::vector<WindowMemory> windows;                           // in the order in which all ranks make them
std::map<int, std::size_t> windows_made;                     // by rank
struct Window {
  std::size_t number;  // in `windows`
  int unit;
};

Window& window_of(MPI_Win handle) { return *reinterpret_cast<Window*>(handle); }

std::size_t bytes_of(int count, MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  return static_cast<std::size_t>(count) * static_cast<std::size_t>(size);
}

// A compare-and-swap under way.
struct Swap {
  const void *desired, *expected;
  void* found;
  std::byte* word;
  std::size_t bytes;
};
std::multimap<double, Swap> swaps;                      // by arrival time; applied at the next inspection
std::map<std::pair<int, int>, double> all_answered_at;  // time of the last answer, by inquirer and target

double now() { return simgrid::s4u::Engine::get_clock(); }

void do_swaps() {
  for (; !swaps.empty() && swaps.begin()->first <= now(); swaps.erase(swaps.begin())) {
    const Swap& swap = swaps.begin()->second;
    std::memcpy(swap.found, swap.word, swap.bytes);
    if (std::memcmp(swap.found, swap.expected, swap.bytes) == 0)
      std::memcpy(swap.word, swap.desired, swap.bytes);
  }
}

using Kind = Processor::Kind;

// A non-persistent request ceases to exist when it is complete.
void forget(MPI_Request& request) {
  if (!persistent.contains(request)) request = MPI_REQUEST_NULL;
}

// What MPI_Testsome finds.
int take_some(Processor& me, int count, MPI_Request* requests, int* which, MPI_Status* statuses) {
  me.poll();
  int found = 0;
  for (int k = 0; k < count; ++k) {
    if (requests[k] == MPI_REQUEST_NULL) continue;
    const auto status = me.take(requests[k]);
    if (!status) continue;
    forget(requests[k]);
    if (statuses != MPI_STATUSES_IGNORE) statuses[found] = *status;
    which[found++] = k;
  }
  return found;
}

}  // namespace

extern "C" {

int MPI_Comm_test_inter(MPI_Comm, int* is_one) {  // SimGrid has none
  *is_one = 0;
  return MPI_SUCCESS;
}

int MPI_Send_init(const void* memory, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  const int result = PMPI_Send_init(memory, count, type, to, tag, comm, request);
  persistent[*request] = {false, to, bytes_of(count, type)};
  return result;
}

int MPI_Recv_init(void* memory, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  const int result = PMPI_Recv_init(memory, count, type, from, tag, comm, request);
  persistent[*request] = {true, from, bytes_of(count, type)};
  return result;
}

int MPI_Request_free(MPI_Request* request) {
  persistent.erase(*request);
  return PMPI_Request_free(request);
}

int MPI_Start(MPI_Request* request) {
  const Persistent& message = persistent.at(*request);
  Processor& me = this_processor();
  if (!message.is_receive) me.busy(me.send_seconds(message.partner, message.bytes));
  const int result = PMPI_Start(request);
  me.started(*request, message.is_receive ? Kind::receive : Kind::send, message.partner);
  return result;
}

// Messages of 0 bytes belong to a barrier: other signals are persistent.
int MPI_Isend(const void* memory, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
  Processor& me = this_processor();
  me.busy(count == 0 ? me.barrier_send_seconds() : me.send_seconds(to, bytes_of(count, type)));
  const int result = PMPI_Isend(memory, count, type, to, tag, comm, request);
  me.started(*request, count == 0 ? Kind::barrier_send : Kind::send, to);
  return result;
}

int MPI_Irecv(void* memory, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request* request) {
  const int result = PMPI_Irecv(memory, count, type, from, tag, comm, request);
  this_processor().started(*request, count == 0 ? Kind::barrier_receive : Kind::receive, from);
  return result;
}

// Missing in SMPI.
int MPI_Get_elements_x(MPI_Status* status, MPI_Datatype type, MPI_Count* elements) {
  *elements = static_cast<MPI_Count>(static_cast<std::size_t>(status->count) / bytes_of(1, type));
  return MPI_SUCCESS;
}

int MPI_Testsome(int count, MPI_Request* requests, int* found, int* which, MPI_Status* statuses) {
  Processor& me = this_processor();
  *found = take_some(me, count, requests, which, statuses);
  if (*found == 0) me.found_nothing(requests);
  return MPI_SUCCESS;
}

int MPI_Waitsome(int count, MPI_Request* requests, int* found, int* which, MPI_Status* statuses) {
  Processor& me = this_processor();
  while ((*found = take_some(me, count, requests, which, statuses)) == 0) me.wait();
  return MPI_SUCCESS;
}

int MPI_Testall(int count, MPI_Request* requests, int* all, MPI_Status* statuses) {
  Processor& me = this_processor();
  me.poll();
  *all = std::all_of(requests, requests + count, [&](MPI_Request request) {
    return request == MPI_REQUEST_NULL || me.is_there(request);
  });
  if (*all == 0) {
    me.found_nothing(requests);
    return MPI_SUCCESS;
  }
  for (int k = 0; k < count; ++k) {
    if (requests[k] == MPI_REQUEST_NULL) continue;
    const auto status = me.take(requests[k]);
    if (statuses != MPI_STATUSES_IGNORE) statuses[k] = *status;
    forget(requests[k]);
  }
  return MPI_SUCCESS;
}

// Completes requests in the order of their arrival.
int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
  Processor& me = this_processor();
  std::vector<int> waited_for;
  for (int k = 0; k < count; ++k)
    if (requests[k] != MPI_REQUEST_NULL) waited_for.push_back(k);
  while (!waited_for.empty()) {
    me.poll();
    const std::size_t before = waited_for.size();
    std::erase_if(waited_for, [&](int k) {
      const auto status = me.take(requests[k]);
      if (!status) return false;
      if (statuses != MPI_STATUSES_IGNORE) statuses[k] = *status;
      forget(requests[k]);
      return true;
    });
    if (waited_for.size() == before) me.wait();
  }
  return MPI_SUCCESS;
}

int MPI_Win_allocate(MPI_Aint size, int unit, MPI_Info, MPI_Comm, void* base, MPI_Win* window) {
  const int rank = this_processor().rank();
  const std::size_t number = windows_made[rank]++;
  windows.resize(std::max(windows.size(), number + 1));
  std::vector<std::byte>& memory = windows[number][rank];
  memory.resize(static_cast<std::size_t>(size));
  *static_cast<void**>(base) = memory.data();
  *window = reinterpret_cast<MPI_Win>(new Window{number, unit});
  return MPI_SUCCESS;
}

int MPI_Win_free(MPI_Win* window) {
  windows[window_of(*window).number].erase(this_processor().rank());
  delete &window_of(*window);
  *window = MPI_WIN_NULL;
  return MPI_SUCCESS;
}

int MPI_Win_lock_all(int, MPI_Win) { return MPI_SUCCESS; }
int MPI_Win_unlock_all(MPI_Win) { return MPI_SUCCESS; }

int MPI_Win_sync(MPI_Win) { return MPI_SUCCESS; }

int MPI_Win_flush(int rank, MPI_Win) {
  Processor& me = this_processor();
  me.busy_until(all_answered_at[{me.rank(), rank}]);
  do_swaps();
  return MPI_SUCCESS;
}

// An inquiry and its answer each travel as long as a signal, without contention. The inquiring rank is busy
// while it sends, but waits for the answer only in MPI_Win_flush.
int MPI_Compare_and_swap(const void* desired, void* expected, void* found, MPI_Datatype type, int rank,
                         MPI_Aint where, MPI_Win window) {
  Processor& me = this_processor();
  const bool is_own = rank == me.rank();
  const double inquiry = is_own ? 0 : me.inquiry_seconds(), flight = is_own ? 0 : me.flight_of_signal(rank);
  me.busy(inquiry);
  if (!is_own) processor_of(rank).interrupt();
  const double there_at = now() + flight;
  const auto [number, unit] = window_of(window);
  swaps.insert(
      {there_at,
       {desired, expected, found, windows[number].at(rank).data() + where * unit, bytes_of(1, type)}});
  double& answered_at = all_answered_at[{me.rank(), rank}];
  answered_at = std::max(answered_at, there_at + inquiry + flight);
  return MPI_SUCCESS;
}

int sched_yield() noexcept {
  this_processor().yield();
  return 0;
}

}  // extern "C"

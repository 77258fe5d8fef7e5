// Each block of memory begins with the meter of the rank that has allocated it, so that whichever rank frees
// it, the bytes are taken from that meter.
#include "bench/lab/setup/meter.hpp"

#include <cstdlib>
#include <new>
#include <stdexcept>
#include <vector>

#include <simgrid/s4u.hpp>

namespace partita::lab {
namespace {

Meter* running = nullptr;  // null: the simulator or MPI

struct alignas(std::max_align_t) Head {
  Meter* meter;
  std::size_t bytes;
};

std::vector<Meter>& meters() {
  static std::vector<Meter> all;
  return all;
}

}  // namespace

void Meter::run() { running = this; }

void Meter::call_mpi() {
  if (running != this) throw std::logic_error("a rank was left in an MPI call that mpi_calls.cpp lacks");
  running = nullptr;
}

void Meter::begin() {
  counts_ = {};
  at_begin_ = in_use_;
}

void make_meters(int ranks) { meters().resize(static_cast<std::size_t>(ranks)); }
Meter& meter_of(int rank) { return meters()[static_cast<std::size_t>(rank)]; }
int all_ranks() { return static_cast<int>(meters().size()); }

int this_rank() { return static_cast<int>(simgrid::s4u::this_actor::get_pid()) - 1; }

}  // namespace partita::lab

void* operator new(std::size_t bytes) {
  using partita::lab::Head;
  auto* const head = static_cast<Head*>(std::malloc(bytes + sizeof(Head)));
  if (head == nullptr) throw std::bad_alloc();
  *head = {partita::lab::running, bytes};
  if (head->meter != nullptr) head->meter->allocated(static_cast<std::int64_t>(bytes));
  return head + 1;
}

void operator delete(void* memory) noexcept {
  using partita::lab::Head;
  if (memory == nullptr) return;
  Head* const head = static_cast<Head*>(memory) - 1;
  if (head->meter != nullptr) head->meter->freed(static_cast<std::int64_t>(head->bytes));
  std::free(head);
}

void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <thread>
#include <utility>

#ifdef __linux__
#include <sched.h>
#endif

#include <partita/executor/transport/shared_memory.hpp>
#include <partita/support/time_limits.hpp>

namespace partita::detail {

namespace {

constexpr std::size_t line = 64;
constexpr std::size_t page = 4096;
constexpr std::size_t first_window = 16 * page;

std::size_t rounded_up(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }

// Processors that any rank of the host may run on. Each may be bound to one of its own.
int processors(MPI_Comm host) {
#ifdef __linux__
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    MPI_Allreduce(MPI_IN_PLACE, &allowed, static_cast<int>(sizeof allowed), MPI_BYTE, MPI_BOR, host);
    return CPU_COUNT(&allowed);
  }
#endif
  (void)host;
  return static_cast<int>(std::thread::hardware_concurrency());
}

}  // namespace

SharedMemory& SharedMemory::of(const Communicator& comm) {
  return comm.attached<SharedMemory>([&] {
    const BlockingWait wait(comm.rank(), "for all ranks in the making of shared memory");
    MPI_Comm host = MPI_COMM_NULL;
    MPI_Comm_split_type(comm.handle(), MPI_COMM_TYPE_SHARED, comm.rank(), MPI_INFO_NULL, &host);
    return std::make_shared<SharedMemory>(comm, host);
  });
}

SharedMemory::SharedMemory(const Communicator& comm, MPI_Comm host) : parent_(comm.handle()), host_(host) {
  MPI_Comm_size(host_, &ranks_);
  is_crowded_ = processors(host_) < ranks_;
}

// While an exception unwinds this rank, the others need not come to free windows with it: MPI is left to.
SharedMemory::~SharedMemory() {
  if (is_torn_down()) return;
  for (Window& window : windows_) {
    MPI_Win_unlock_all(window.handle);
    MPI_Win_free(&window.handle);
  }
  MPI_Comm_free(&host_);
}

std::vector<std::optional<int>> SharedMemory::ranks_on_host(std::span<const int> ranks) const {
  std::vector<int> translated(ranks.size());
  MPI_Group all, here;
  MPI_Comm_group(parent_, &all);
  MPI_Comm_group(host_, &here);
  MPI_Group_translate_ranks(all, static_cast<int>(ranks.size()), ranks.data(), here, translated.data());
  MPI_Group_free(&all);
  MPI_Group_free(&here);
  std::vector<std::optional<int>> found;
  for (const int rank : translated)
    found.push_back(rank == MPI_UNDEFINED ? std::nullopt : std::optional(rank));
  return found;
}

SharedMemory::Block SharedMemory::take(std::size_t bytes) {
  reclaim();
  const std::size_t lines = rounded_up(bytes, line);
  std::optional<Block> block = take_from_windows(lines);
  int any_lacks = block ? 0 : 1;
  MPI_Allreduce(MPI_IN_PLACE, &any_lacks, 1, MPI_INT, MPI_LOR, host_);
  if (any_lacks != 0) add_window(block ? 0 : lines);
  return block ? *block : take_from_windows(lines).value();
}

void SharedMemory::give_back(const Block& block, std::function<bool()> in_use) {
  given_back_.push_back({block.address.window, std::move(in_use)});
}

std::byte* SharedMemory::find(int rank_on_host, const Address& address) const {
  MPI_Aint size = 0;
  int unit = 0;
  std::byte* start = nullptr;
  MPI_Win_shared_query(windows_[address.window].handle, rank_on_host, &size, &unit,
                       static_cast<void*>(&start));
  return start + address.offset;
}

void SharedMemory::reclaim() {
  std::erase_if(given_back_, [&](const GivenBack& block) {
    if (block.in_use()) return false;
    Window& window = windows_[block.window];
    if (--window.blocks == 0) window.taken = window.first;
    return true;
  });
}

// Nothing when no piece has room.
std::optional<SharedMemory::Block> SharedMemory::take_from_windows(std::size_t bytes) {
  for (std::size_t k = 0; k < windows_.size(); ++k) {
    Window& window = windows_[k];
    if (bytes > window.size - window.taken) continue;
    const Block block{{static_cast<int>(k), window.taken}, window.mine + window.taken};
    window.taken += bytes;
    ++window.blocks;
    return block;
  }
  return std::nullopt;
}

void SharedMemory::add_window(std::size_t bytes) {
  const std::size_t before =
      std::accumulate(windows_.begin(), windows_.end(), std::size_t{0},
                      [](std::size_t sum, const Window& window) { return sum + window.size; });
  const std::size_t size = rounded_up(std::max({bytes + line, before, first_window}), page);
  MPI_Info own_pages;  // each piece on pages of its own, which lie near its rank
  MPI_Info_create(&own_pages);
  MPI_Info_set(own_pages, "alloc_shared_noncontig", "true");
  Window window{.size = size};
  MPI_Win_allocate_shared(static_cast<MPI_Aint>(size), 1, own_pages, host_, static_cast<void*>(&window.mine),
                          &window.handle);
  MPI_Info_free(&own_pages);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window.handle);
  // Pages begin alike in all processes, so what is aligned here is aligned there.
  window.first = (line - reinterpret_cast<std::uintptr_t>(window.mine) % line) % line;
  window.taken = window.first;
  windows_.push_back(window);
}

}  // namespace partita::detail

#include <algorithm>
#include <exception>
#include <memory>
#include <thread>
#include <utility>

#ifdef __linux__
#include <sched.h>
#endif

#include <partita/executor/replay/transport/shared_memory.hpp>
#include <partita/support/error.hpp>
#include <partita/support/mpi_state.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/time_limits.hpp>

namespace partita::detail {

namespace {

constexpr std::size_t line = 64;
constexpr std::size_t page = 4096;
constexpr std::size_t smallest_file = 16 * page;

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
    const BlockingWait wait(comm.handle(), "for all ranks in the making of shared memory");
    MPI_Comm host = MPI_COMM_NULL;
    MPI_Comm_split_type(comm.handle(), MPI_COMM_TYPE_SHARED, comm.rank(), MPI_INFO_NULL, &host);
    comm.adopt(host);
    return std::make_shared<SharedMemory>(comm, host);
  });
}

SharedMemory::SharedMemory(const Communicator& comm, MPI_Comm host) : parent_(comm.handle()), host_(host) {
  MPI_Comm_size(host_, &ranks_);
  is_crowded_ = processors(host_) < ranks_;
}

// While an exception unwinds this rank, the others need not come to free the communicator with it.
SharedMemory::~SharedMemory() {
  if (!is_torn_down()) MPI_Comm_free(&host_);
}

std::vector<bool> SharedMemory::are_on_host(std::span<const int> ranks) const {
  std::vector<int> translated(ranks.size());
  MPI_Group all, here;
  MPI_Comm_group(parent_, &all);
  MPI_Comm_group(host_, &here);
  MPI_Group_translate_ranks(all, static_cast<int>(ranks.size()), ranks.data(), here, translated.data());
  MPI_Group_free(&all);
  MPI_Group_free(&here);
  std::vector<bool> are_here;
  for (const int rank : translated) are_here.push_back(rank != MPI_UNDEFINED);
  return are_here;
}

std::optional<SharedMemory::Block> SharedMemory::take(std::size_t bytes) {
  reclaim();
  const std::size_t lines = rounded_up(bytes, line);
  std::optional<Block> block = take_from_files(lines);
  if (!block && add_file(lines)) block = take_from_files(lines);
  std::size_t blocks = 0;
  for (const File& file : files_) blocks += file.blocks;
  given_back_.reserve(blocks);
  return block;
}

void SharedMemory::give_back(const Block& block, std::function<bool()>&& in_use) noexcept {
  given_back_.push_back({block.file, std::move(in_use)});
}

std::byte* SharedMemory::find(const Address& address) {
  const std::pair key(address.file.process, address.file.descriptor);
  auto found = found_.find(key);
  if (found == found_.end()) {
    try {
      found = found_.emplace(key, address.file).first;
    } catch (
        const std::exception& error) {  // also where memory has no room for it: others wait for an answer
      refusal_ = Sentence().add(error.what());
      return nullptr;
    }
  }
  return found->second.memory() + address.offset;
}

void SharedMemory::say_what_was_refused(const Communicator& comm) {
  if (has_told_) return;
  const int first = min(comm, refusal_.view().empty() ? comm.size() : comm.rank());
  has_told_ = first < comm.size();
  if (first == comm.rank())
    say_line("partita: rank ", first, " shares no memory with other ranks of its host (", refusal_.view(),
             "); their messages go by MPI");
}

void SharedMemory::reclaim() {
  std::erase_if(given_back_, [&](const GivenBack& block) {
    if (block.in_use()) return false;
    File& file = files_[block.file];
    if (--file.blocks == 0) file.taken = 0;
    return true;
  });
}

// Nothing when no file has room.
std::optional<SharedMemory::Block> SharedMemory::take_from_files(std::size_t bytes) {
  for (std::size_t k = 0; k < files_.size(); ++k) {
    File& file = files_[k];
    if (bytes > file.address().bytes - file.taken) continue;
    const Block block{{file.address(), file.taken}, file.memory() + file.taken, k};
    file.taken += bytes;
    ++file.blocks;
    return block;
  }
  return std::nullopt;
}

bool SharedMemory::add_file(std::size_t bytes) {
  std::size_t before = 0;
  for (const File& file : files_) before += file.address().bytes;
  try {
    files_.emplace_back(rounded_up(std::max({bytes, before, smallest_file}), page));
  } catch (const Error& error) {
    refusal_ = Sentence().add(error.what());
    return false;
  }
  return true;
}

}  // namespace partita::detail

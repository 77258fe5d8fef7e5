#include <algorithm>
#include <bit>
#include <memory>

#include <partita/executor/replay/synchronisation/lock_windows.hpp>
#include <partita/executor/replay/transport/shared_memory.hpp>
#include <partita/support/error.hpp>
#include <partita/support/mpi_state.hpp>
#include <partita/support/time_limits.hpp>

namespace partita::detail {

LockWindows& LockWindows::of(const Communicator& comm) {
  return comm.attached<LockWindows>([&] { return std::make_shared<LockWindows>(comm); });
}

LockWindows::LockWindows(const Communicator& comm)
    : comm_(comm.handle()), clock_(comm), one_host_(SharedMemory::of(comm).ranks() == comm.size()) {}

// To free a window is collective: while an error unwinds this rank the others may never come.
LockWindows::~LockWindows() {
  if (is_torn_down()) return;
  for (MPI_Win& window : windows_) {
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
  }
}

std::size_t LockWindows::reserve() {
  const BlockingWait wait(comm_, "for all ranks in the making of an exchange by lock");
  std::vector<std::uint64_t> everywhere(unused_.size());
  MPI_Allreduce(unused_.data(), everywhere.data(), static_cast<int>(unused_.size()), MPI_UINT64_T, MPI_BAND,
                comm_);
  const auto found = std::ranges::find_if(everywhere, [](std::uint64_t unused) { return unused != 0; });
  std::size_t word = 64 * unused_.size();
  if (found == everywhere.end())
    add_window();
  else
    word = 64 * static_cast<std::size_t>(found - everywhere.begin()) +
           static_cast<std::size_t>(std::countr_zero(*found));
  unused_[word / 64] &= ~bit(word);
  return word;
}

void LockWindows::add_window() {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Comm_get_errhandler(comm_, &handler);
  const auto allocate = one_host_ ? MPI_Win_allocate_shared : MPI_Win_allocate;
  std::uint64_t* mine = nullptr;
  MPI_Win window = MPI_WIN_NULL;
  MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
  const int result = allocate(words * sizeof(std::uint64_t), sizeof(std::uint64_t), MPI_INFO_NULL, comm_,
                              static_cast<void*>(&mine), &window);
  int any_failed = result == MPI_SUCCESS ? 0 : 1;  // the window of a rank that has one is lost
  MPI_Comm_set_errhandler(comm_, handler);
  MPI_Errhandler_free(&handler);
  MPI_Allreduce(MPI_IN_PLACE, &any_failed, 1, MPI_INT, MPI_LOR, comm_);
  if (any_failed != 0)
    throw CollectiveError(
        "this MPI makes no window, which the protocol lock needs; take another protocol, or have it make one "
        "(within a host: room in /dev/shm; Open MPI over TCP: --mca osc sm,pt2pt)");
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  std::fill_n(mine, words, closed);
  MPI_Win_sync(window);
  MPI_Barrier(comm_);
  windows_.push_back(window);
  unused_.resize(unused_.size() + words / 64, ~std::uint64_t{0});
}

void LockWindows::start(CompareAndSwap& swap) {
  MPI_Compare_and_swap(&swap.desired, &swap.expected, &swap.found, MPI_UINT64_T, swap.rank,
                       static_cast<MPI_Aint>(swap.word % words), windows_[swap.word / words]);
}

void LockWindows::complete(const CompareAndSwap& swap) {
  MPI_Win_flush(swap.rank, windows_[swap.word / words]);
}

}  // namespace partita::detail

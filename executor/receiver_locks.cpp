#include <algorithm>
#include <limits>

#include <partita/executor/lock_windows.hpp>
#include <partita/executor/receiver_locks.hpp>

namespace partita {

namespace {

// Not closed, whatever the replay.
constexpr std::uint32_t busiest = std::numeric_limits<std::uint32_t>::max() - 1;

std::uint32_t busy_for(double seconds) {
  const double microseconds = 1 + std::max(0.0, seconds) * 1e6;
  return microseconds >= busiest ? busiest : static_cast<std::uint32_t>(microseconds);
}

}  // namespace

ReceiverLocks::ReceiverLocks(const Communicator& comm)
    : comm_(comm), windows_(&LockWindows::of(comm)), index_(windows_->reserve()) {}

ReceiverLocks::~ReceiverLocks() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized) return;
  replace_own(word(0), LockWindows::closed);
  windows_->release(index_);
}

void ReceiverLocks::open() {
  const std::uint64_t before = replay_ == 0 ? LockWindows::closed : word(0);
  ++replay_;
  replace_own(before, word(0));
}

ReceiverLocks::Answer ReceiverLocks::take(int receiver, double expected_seconds) {
  taken_ = word(busy_for(expected_seconds));
  const std::uint64_t found = compare_and_swap(receiver, word(0), taken_);
  if (found == word(0)) return {true, 0};
  const bool same_replay = found >> 32 == replay_;
  return {false, same_replay ? 1e-6 * (static_cast<std::uint32_t>(found) - 1) : 0};
}

void ReceiverLocks::give_back(int receiver) { compare_and_swap(receiver, taken_, word(0)); }

void ReceiverLocks::free_own() { replace_own(word(1), word(0)); }

std::uint64_t ReceiverLocks::compare_and_swap(int rank, std::uint64_t expected, std::uint64_t desired) {
  return windows_->compare_and_swap(rank, index_, expected, desired);
}

// Atomic as a store would be, but by the one operation that MPI lets meet a compare-and-swap on one word.
void ReceiverLocks::replace_own(std::uint64_t expected, std::uint64_t desired) {
  for (std::uint64_t found = 0; (found = compare_and_swap(comm_.rank(), expected, desired)) != expected;)
    expected = found;
}

}  // namespace partita

#include <algorithm>
#include <limits>

#include <partita/executor/protocols/receiver_locks.hpp>

namespace partita::detail {

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
  if (mpi_is_finalized()) return;
  complete();
  replace_own(word(0), LockWindows::closed);
  windows_->release(index_);
}

void ReceiverLocks::open() {
  const std::uint64_t before = replay_ == 0 ? LockWindows::closed : word(0);
  ++replay_;
  replace_own(before, word(0));
}

ReceiverLocks::Answer ReceiverLocks::take(int receiver, double expected_seconds) {
  if (given_back_ && given_back_->rank == receiver) complete();
  taken_ = word(busy_for(expected_seconds));
  CompareAndSwap inquiry{receiver, index_, word(0), taken_};
  windows_->start(inquiry);
  complete();
  windows_->complete(inquiry);
  if (inquiry.found == word(0)) return {true, 0};
  const bool same_replay = inquiry.found >> 32 == replay_;
  return {false, same_replay ? 1e-6 * (static_cast<std::uint32_t>(inquiry.found) - 1) : 0};
}

void ReceiverLocks::give_back(int receiver) {
  complete();
  given_back_ = {receiver, index_, taken_, word(0)};
  windows_->start(*given_back_);
}

void ReceiverLocks::complete() {
  if (given_back_) windows_->complete(*given_back_);
  given_back_.reset();
}

void ReceiverLocks::free_own() { replace_own(word(1), word(0)); }

// Atomic as a store would be, but by the one operation that MPI lets meet a compare-and-swap on one word.
void ReceiverLocks::replace_own(std::uint64_t expected, std::uint64_t desired) {
  for (;;) {
    CompareAndSwap replacement{comm_.rank(), index_, expected, desired};
    windows_->start(replacement);
    windows_->complete(replacement);
    if (replacement.found == expected) return;
    expected = replacement.found;
  }
}

}  // namespace partita::detail

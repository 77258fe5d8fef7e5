#include <algorithm>
#include <cmath>

#include <partita/executor/replay/synchronisation/receiver_locks.hpp>
#include <partita/support/mpi_state.hpp>

namespace partita::detail {

namespace {

constexpr int replay_at = 56, coming_at = 54, lasting_at = 32;
constexpr std::uint64_t most_coming = 3;  // a closed word's
constexpr std::uint64_t most_lasting = (std::uint64_t{1} << (coming_at - lasting_at)) - 1;
constexpr double microsecond = 1e-6;

std::uint64_t replay_in(std::uint64_t word) { return word >> replay_at; }
std::uint64_t coming_in(std::uint64_t word) { return word >> coming_at & most_coming; }

// Of a time that counts up forever: its lowest bits.
std::uint32_t end_of(double until) {
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(std::ceil(until / microsecond)));
}

}  // namespace

ReceiverLocks::ReceiverLocks(const Communicator& comm, const LockOptions& terms)
    : comm_(comm), terms_(terms), windows_(&LockWindows::of(comm)), index_(windows_->reserve()) {}

ReceiverLocks::~ReceiverLocks() {
  if (mpi_is_finalized()) return;
  complete();
  replace_own(word({}), LockWindows::closed);
  windows_->release(index_);
}

void ReceiverLocks::open() {
  const std::uint64_t before = word({});
  ++replay_;
  replace_own(before, word({}));
}

ReceiverLocks::Answer ReceiverLocks::take(int receiver, double bytes, Found& found) {
  if (given_back_ && given_back_->rank == receiver) complete();
  double now = windows_->now();
  const std::optional<BusyLock> before = lock_in(found, now);
  const bool is_as_found = before && before->expected_at(now, terms_).coming > 0;
  for (std::uint64_t expected = is_as_found ? found : word({});; expected = found) {
    BusyLock lock = *lock_in(expected, now);
    lock.take(terms_, bytes, now);
    taken_ = word(lock);
    CompareAndSwap inquiry{receiver, index_, expected, taken_};
    windows_->start(inquiry);
    complete();
    windows_->complete(inquiry);
    if (inquiry.found == expected) return {true, 0};
    found = inquiry.found;
    now = windows_->now();
    const std::optional<BusyLock> busy = lock_in(found, now);
    if (!busy) return {false, 0};
    if (busy->coming > 0) return {false, busy->busy_seconds(terms_, now)};
  }
}

void ReceiverLocks::give_back(int receiver) {
  complete();
  given_back_ = {receiver, index_, taken_, without_one(taken_)};
  windows_->start(*given_back_);
}

// Again if another message of the same replay has begun or ended meanwhile.
void ReceiverLocks::complete() {
  while (given_back_) {
    windows_->complete(*given_back_);
    const auto [rank, index, expected, desired, found] = *given_back_;
    given_back_.reset();
    if (found == expected || replay_in(found) != replay_in(expected)) return;
    given_back_ = {rank, index, found, without_one(found)};
    windows_->start(*given_back_);
  }
}

std::uint64_t ReceiverLocks::word(const BusyLock& lock) const {
  const auto coming = static_cast<std::uint64_t>(lock.coming);
  const std::uint64_t free = static_cast<std::uint64_t>(replay_) << replay_at;
  if (coming == 0) return free;
  const double lasting = std::min(std::ceil(lock.lasting / microsecond), static_cast<double>(most_lasting));
  return free | coming << coming_at | static_cast<std::uint64_t>(lasting) << lasting_at | end_of(lock.until);
}

// None if it is closed, or of another replay.
std::optional<BusyLock> ReceiverLocks::lock_in(std::uint64_t word, double now) const {
  const std::uint64_t coming = coming_in(word);
  if (replay_in(word) != replay_ || coming == most_coming) return std::nullopt;
  const auto remains = static_cast<std::int32_t>(static_cast<std::uint32_t>(word) - end_of(now));
  return BusyLock{.coming = static_cast<int>(coming),
                  .until = now + microsecond * remains,
                  .lasting = microsecond * static_cast<double>(word >> lasting_at & most_lasting)};
}

std::uint64_t ReceiverLocks::without_one(std::uint64_t word) const {
  const std::uint64_t one = std::uint64_t{1} << coming_at;
  return coming_in(word) == 1 ? this->word({}) : word - one;
}

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

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <string_view>

#include <partita/support/error.hpp>
#include <partita/support/settings.hpp>
#include <partita/support/time_limits.hpp>

namespace partita {

namespace {

// `what`: a rank that waits does then.
double seconds_from_environment(const char* variable, const char* what) {
  if (setting(variable) == nullptr) return 0;
  const std::string_view given = setting(variable);
  const char* const end = given.data() + given.size();
  double seconds = 0;
  if (std::from_chars(given.data(), end, seconds).ptr != end || !(seconds > 0))
    throw Error(variable, " is \"", given, "\"; give the seconds after which a rank that waits ", what,
                ", more than 0");
  return seconds;
}

std::string waited(int rank, double seconds, const UnderWay& what) {
  Sentence sentence;
  what.say_what_is_waited_for(sentence);
  return text("rank ", rank, " has waited ", seconds, " s ", sentence.view());
}

}  // namespace

double monitor_seconds() {
  static const double seconds = seconds_from_environment("PARTITA_MONITOR", "says for what");
  return seconds;
}

double deadline_seconds() {
  static const double seconds = seconds_from_environment("PARTITA_DEADLINE", "gives up");
  return seconds;
}

void LimitedWait::poll() {
  if (!has_told_ && seconds() > monitor_seconds()) {
    say_line(waited(rank_, monitor_seconds(), what_));
    has_told_ = true;
  }
  if (deadline_seconds() > 0 && seconds() > deadline_seconds())
    throw Error(waited(rank_, deadline_seconds(), what_),
                ", longer than PARTITA_DEADLINE allows; see what the others say");
}

// Without memory for a thread, or with a limit that is none, the wait is not limited.
BlockingWait::BlockingWait(MPI_Comm comm, const char* what) noexcept : comm_(comm), what_(what) {
  try {
    if (monitor_seconds() <= 0 && deadline_seconds() <= 0) return;
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    watcher_ = std::thread([this, rank] { watch(rank); });
  } catch (const std::exception&) {
  }
}

BlockingWait::~BlockingWait() {
  if (!watcher_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_one();
  watcher_.join();
}

void BlockingWait::watch(int rank) {
  try {
    LimitedWait limits(rank, *this);
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, std::chrono::milliseconds(20), [&] { return is_over_; })) limits.poll();
  } catch (const std::exception& error) {
    say_line(error.what());
    MPI_Abort(comm_, 1);  // although the other thread is in MPI: it never comes back
    std::_Exit(1);
  }
}

}  // namespace partita

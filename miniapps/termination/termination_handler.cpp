#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <exception>

#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

#include <partita/support/error.hpp>
#include <partita/support/mpi_state.hpp>
#include <partita/termination/termination_handler.hpp>

namespace partita {

namespace {

// Handlers are functions without arguments of ours, so their state belongs to the process.
std::atomic<const Communicator*> of_this_process{nullptr};
pthread_t replaying_thread;
struct sigaction on_sigterm_before, on_sigcont_before;
std::terminate_handler on_terminate_before;

// When SIGCONT was answered: the SIGTERM that it announces comes within a second or two.
std::atomic<std::time_t> said_at{0};
constexpr std::time_t seconds_of_one_ending = 10;

std::time_t now() {
  std::timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

// A failure is not reported: there is no other place to report it.
void write(std::string_view words) {
  while (!words.empty()) {
    const auto written = ::write(STDERR_FILENO, words.data(), words.size());
    if (written < 0 && errno != EINTR) return;
    if (written > 0) words.remove_prefix(static_cast<std::size_t>(written));
  }
}

// `event`: what happened to the rank.
void say(const Communicator& comm, std::string_view event) {
  Sentence sentence;
  sentence.add("rank ", comm.rank(), " ", event, " ");
  comm.say_what_is_under_way(sentence);
  write(sentence.add("\n").view());
}

// Signals may interrupt any thread. What is under way stays as it is only while its own is interrupted.
bool is_sent_on(int signal) {
  if (pthread_equal(pthread_self(), replaying_thread) != 0) return false;
  pthread_kill(replaying_thread, signal);
  return true;
}

void on_sigcont(int signal) {
  const int errno_before = errno;
  if (is_sent_on(signal)) return;
  if (const Communicator* const comm = of_this_process; comm != nullptr) say(*comm, "was sent SIGCONT");
  said_at = now();
  errno = errno_before;
}

void on_sigterm(int signal) {
  const int errno_before = errno;
  if (is_sent_on(signal)) return;
  const Communicator* const comm = of_this_process.exchange(nullptr);
  const bool has_said = said_at != 0 && now() - said_at < seconds_of_one_ending;
  if (comm != nullptr && !has_said) say(*comm, "was ended");
  sigaction(signal, &on_sigterm_before, nullptr);
  raise(signal);  // comes when this function has returned
  errno = errno_before;
}

void say_exception(const Communicator& comm) {
  try {
    if (const std::exception_ptr thrown = std::current_exception(); thrown != nullptr)
      std::rethrow_exception(thrown);
    say(comm, "was ended by std::terminate");
  } catch (const std::exception& error) {
    Sentence event;
    say(comm, event.add("was ended by an exception (", error.what(), ")").view());
  } catch (...) {
    say(comm, "was ended by an exception");
  }
}

[[noreturn]] void on_terminate() {
  if (const Communicator* const comm = of_this_process.exchange(nullptr); comm != nullptr) {
    say_exception(*comm);
    if (!detail::mpi_is_finalized()) MPI_Abort(comm->handle(), 1);
  }
  std::abort();
}

void handle(int signal, void (*handler)(int), struct sigaction& before) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, &before);
}

}  // namespace

TerminationHandler::TerminationHandler(const Communicator& comm) : comm_(comm) {
  const Communicator* none = nullptr;
  if (!of_this_process.compare_exchange_strong(none, &comm_))
    throw Error("there is a termination handler already; a process has one");
  replaying_thread = pthread_self();
  said_at = 0;
  handle(SIGTERM, on_sigterm, on_sigterm_before);
  handle(SIGCONT, on_sigcont, on_sigcont_before);
  on_terminate_before = std::set_terminate(on_terminate);
}

TerminationHandler::~TerminationHandler() {
  std::set_terminate(on_terminate_before);
  sigaction(SIGCONT, &on_sigcont_before, nullptr);
  sigaction(SIGTERM, &on_sigterm_before, nullptr);
  of_this_process = nullptr;
}

}  // namespace partita

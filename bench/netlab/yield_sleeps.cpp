// Preloaded into ranks that share few processors: a waiting rank sleeps for a moment instead of polling at
// once.
//
// Open MPI and the executor wait by polling and yielding. Many polling ranks would take the few processors
// from each other and from other programs, unlike hosts of a real network. A yield may also last as long as a
// time slice, milliseconds.
#include <ctime>

extern "C" int sched_yield() {
  const timespec moment{.tv_sec = 0, .tv_nsec = 20'000};
  return nanosleep(&moment, nullptr);
}

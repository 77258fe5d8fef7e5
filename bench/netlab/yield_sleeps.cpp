// Preloaded into ranks that share few processors: who waits sleeps for a moment, instead of looking again at
// once.
//
// Open MPI and the executor wait by looking and yielding. Many ranks on few processors would then keep each
// other, and whatever else runs there, from the processors with nothing but looking, which no hosts of a real
// network do; and a yield may last as long as a time slice, milliseconds.
#include <ctime>

extern "C" int sched_yield() {
  const timespec moment{.tv_sec = 0, .tv_nsec = 20'000};
  return nanosleep(&moment, nullptr);
}

// Linked into a program, lets one operator new of it fail. In a file of its own, so that the compiler does
// not see into it while it compiles the program.
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> allocations_left = -1;  // until one fails; negative: none does

void* allocate(std::size_t bytes, std::size_t boundary) {
  if (allocations_left >= 0 && allocations_left-- == 0) throw std::bad_alloc();
  void* const memory = std::aligned_alloc(boundary, (bytes / boundary + 1) * boundary);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t bytes) { return allocate(bytes, alignof(std::max_align_t)); }
void* operator new(std::size_t bytes, std::align_val_t boundary) {
  return allocate(bytes, static_cast<std::size_t>(boundary));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

// The allocation of this number from now on, from 0; none if it is negative.
void fail_at_allocation(long number) { allocations_left = number; }

// Negative: it has failed, or there was none to fail.
long allocations_until_failure() { return allocations_left; }

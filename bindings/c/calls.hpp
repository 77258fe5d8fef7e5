#pragma once
/// \file What every call of the C interface does with errors, and the communicator that its objects share.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <mpi.h>

#include <partita/support/collectively.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>
#include <partita/support/types.hpp>

#include "bindings/c/partita.h"

namespace partita::c {

/// For partita_error, on this thread. Cut after 1023 characters: there may be no memory.
void keep_sentence(std::string_view sentence) noexcept;

/// Does the work of a call. @return its code
template <class Work>
int call(Work&& work) noexcept {
  try {
    work();
    return PARTITA_OK;
  } catch (const CollectiveError& error) {
    keep_sentence(error.what());
    return PARTITA_COLLECTIVE_ERROR;
  } catch (const std::exception& error) {
    keep_sentence(error.what());
  } catch (...) {
    keep_sentence("something that is no exception of the standard library was thrown");
  }
  return PARTITA_ERROR;
}

/// Throws Error unless `pointer` points to something.
template <class T>
T& given(T* pointer, const char* what) {
  if (pointer == nullptr) throw Error(what, " is a null pointer");
  return *pointer;
}

/// The n elements from `first` on. @throws Error if n is negative, or there is no first
template <class T>
std::span<T> values(T* first, std::ptrdiff_t n, const char* what) {
  if (n < 0) throw Error("the number of elements of ", what, " is ", n);
  if (n > 0) (void)given(first, what);
  return {first, static_cast<std::size_t>(n)};
}

/// n values side by side, of a type that only the program knows.
template <class Void>
struct Packed {
  Void* first;
  std::size_t n;
  const char* what;  ///< for sentences
};

/// Copies the values that move(bytes of the values `from`) returns to `to`. Collective.
/// @param bytes of a value
/// @throws CollectiveError if `bytes` is 0 on a rank, or there are no values, or no place for them
template <class Move>
void move_values(const Communicator& comm, std::size_t bytes, const Packed<const void>& from,
                 const Packed<void>& to, Move&& move) {
  const auto [mine, place] = collectively(comm, [&] {
    if (bytes == 0) throw Error("a value has 0 bytes; give at least 1");
    const auto length = [&](std::size_t n) { return static_cast<std::ptrdiff_t>(n * bytes); };
    return std::pair{values(static_cast<const std::byte*>(from.first), length(from.n), from.what),
                     values(static_cast<std::byte*>(to.first), length(to.n), to.what)};
  });
  std::ranges::copy(move(mine), place.begin());
}

/// @throws Error if `base` is neither 0 nor 1
void check_base(int base);

/// Global numbers from 0, as the inspector counts.
std::vector<global_index> from_zero(std::span<const std::int64_t> numbers, int base);

/// Does work of the inspector, which counts from 0. To a program that counts from 1, an error says so.
template <class Work>
auto counting_from(int base, Work&& work) {
  try {
    return work();
  } catch (const CollectiveError& error) {
    if (base == 0) throw;
    throw CollectiveError(error.what(), " (counted from 0; the program counts from ", base, ")");
  }
}

/// The communicator of all objects that live on `comm` at a time. The first makes it; it ends with the last.
/// Collective.
std::shared_ptr<const Communicator> communicator_of(MPI_Comm comm);

/// The last one that this thread has asked for; null if that has ended, or none was made.
std::shared_ptr<const Communicator> last_communicator() noexcept;

/// Makes a handle of what make(shared communicator) returns. Collective.
template <class Handle, class Make>
int make_handle(MPI_Comm comm, Handle** handle, Make&& make) {
  return call([&] {
    const auto shared = communicator_of(comm);
    collectively(*shared, [&] { (void)given(handle, "the handle to be made"); });
    *handle = new Handle(make(shared));
  });
}

template <class Handle>
int free_handle(Handle** handle, const char* what) {
  return call([&] { delete std::exchange(given(handle, what), nullptr); });
}

}  // namespace partita::c

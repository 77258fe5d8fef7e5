#pragma once
/// \file What every call of the C interface does with errors, and the communicator that its objects share.

#include <cstddef>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include <mpi.h>

#include <partita/support/collectively.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>

#include "bindings/c/partita.h"

namespace partita::c {

/// For partita_error, on this thread.
void keep_sentence(std::string sentence);

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

/// The bytes of n values side by side, of `bytes` bytes each. @throws Error as `values`
inline std::span<const std::byte> packed_values(const void* first, std::size_t n, std::size_t bytes,
                                                const char* what) {
  return values(static_cast<const std::byte*>(first), static_cast<std::ptrdiff_t>(n * bytes), what);
}
inline std::span<std::byte> packed_values(void* first, std::size_t n, std::size_t bytes, const char* what) {
  return values(static_cast<std::byte*>(first), static_cast<std::ptrdiff_t>(n * bytes), what);
}

/// @throws Error if `base` is neither 0 nor 1
void check_base(int base);

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

/// Makes a handle of make(communicator, arguments). `read` returns the arguments from the caller's arrays,
/// and may throw on a few ranks.
template <class Handle, class Read, class Make>
int make_handle(MPI_Comm comm, Handle** handle, Read&& read, Make&& make) {
  return call([&] {
    const auto shared = communicator_of(comm);
    const auto arguments = collectively(*shared, [&] {
      (void)given(handle, "the handle to be made");
      return read();
    });
    *handle = new Handle{shared, make(*shared, arguments)};
  });
}

template <class Handle>
int free_handle(Handle** handle, const char* what) {
  return call([&] { delete std::exchange(given(handle, what), nullptr); });
}

}  // namespace partita::c

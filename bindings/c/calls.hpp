#pragma once
/// \file What every call of the C interface does with errors, and the communicator that its objects share.

#include <exception>
#include <memory>
#include <string>

#include <mpi.h>

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

/// The communicator of all objects that live on `comm` at a time. The first makes it; it ends with the last.
/// Collective.
std::shared_ptr<const Communicator> communicator_of(MPI_Comm comm);

}  // namespace partita::c

#pragma once
/// \file One number from every rank's number. All collective.

#include <partita/support/communicator.hpp>
#include <partita/support/datatype.hpp>

namespace partita {

template <class T>
T reduce(const Communicator& comm, T mine, MPI_Op operation) {
  T result{};
  MPI_Allreduce(&mine, &result, 1, datatype_of<T>(), operation, comm.handle());
  return result;
}

template <class T>
T sum(const Communicator& comm, T mine) {
  return reduce(comm, mine, MPI_SUM);
}

template <class T>
T max(const Communicator& comm, T mine) {
  return reduce(comm, mine, MPI_MAX);
}

template <class T>
T min(const Communicator& comm, T mine) {
  return reduce(comm, mine, MPI_MIN);
}

/// Sum over the ranks below this one: where this rank's share begins in the concatenation of all shares.
template <class T>
T sum_below(const Communicator& comm, T mine) {
  T result{};
  MPI_Exscan(&mine, &result, 1, datatype_of<T>(), MPI_SUM, comm.handle());
  return comm.rank() == 0 ? T{} : result;  // MPI leaves rank 0's result undefined
}

}  // namespace partita

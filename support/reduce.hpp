#pragma once
/// \file One number from every rank's number.
///
/// `of` says what is reduced, in sentences of PARTITA_MONITOR, PARTITA_DEADLINE and PARTITA_CHECK. All of
/// these throw Error if PARTITA_CHECK finds a deadlock, and when PARTITA_DEADLINE has passed.

#include <string_view>

#include <partita/support/collective.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/datatype.hpp>

namespace partita {

/// The reduction of every rank's `mine` by an operation of MPI. Collective.
template <class T>
T reduce(const Communicator& comm, T mine, MPI_Op operation, std::string_view of = {}) {
  detail::all_reduce(comm, &mine, 1, datatype_of<T>(), operation, {"reduction", of});
  return mine;
}

/// The sum of every rank's `mine`. Collective.
template <class T>
T sum(const Communicator& comm, T mine, std::string_view of = {}) {
  return reduce(comm, mine, MPI_SUM, of);
}

/// The largest of every rank's `mine`. Collective.
template <class T>
T max(const Communicator& comm, T mine, std::string_view of = {}) {
  return reduce(comm, mine, MPI_MAX, of);
}

/// The smallest of every rank's `mine`. Collective.
template <class T>
T min(const Communicator& comm, T mine, std::string_view of = {}) {
  return reduce(comm, mine, MPI_MIN, of);
}

/// The sum over the ranks below this one: where this rank's share begins in the concatenation of all shares.
/// Collective.
template <class T>
T sum_below(const Communicator& comm, T mine, std::string_view of = {}) {
  detail::reduce_below(comm, &mine, 1, datatype_of<T>(), MPI_SUM, {"prefix sum", of});
  return comm.rank() == 0 ? T{} : mine;  // MPI leaves rank 0's result undefined
}

}  // namespace partita

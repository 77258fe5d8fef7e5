#pragma once
/// \file One number from every rank's number.
///
/// `of` says what is reduced, in sentences of PARTITA_MONITOR, PARTITA_DEADLINE and PARTITA_CHECK. All of
/// these throw Error if PARTITA_CHECK finds a deadlock, and when PARTITA_DEADLINE has passed.

#include <cstdint>
#include <string_view>
#include <type_traits>

#include <mpi.h>

#include <partita/support/collective.hpp>
#include <partita/support/communicator.hpp>

namespace partita {

/// The MPI datatype of an arithmetic type, for reductions.
template <class T>
MPI_Datatype datatype_of() {
  if constexpr (std::is_same_v<T, double>)
    return MPI_DOUBLE;
  else if constexpr (std::is_same_v<T, float>)
    return MPI_FLOAT;
  else if constexpr (std::is_same_v<T, int>)
    return MPI_INT;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return MPI_INT64_T;
  else if constexpr (std::is_same_v<T, std::uint64_t>)
    return MPI_UINT64_T;
  else
    static_assert(!sizeof(T), "no MPI datatype known for this type");
}

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

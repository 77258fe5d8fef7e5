#pragma once
/// \file MPI datatypes of C++'s arithmetic types.

#include <cstdint>
#include <type_traits>

#include <mpi.h>

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

}  // namespace partita

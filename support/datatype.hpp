#pragma once
/// \file MPI datatypes: of C++ arithmetic types, and of byte blocks larger than an MPI count can say.

#include <cstddef>
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

/// A count and a datatype that together say `bytes` bytes, whatever their number. MPI counts are ints: up to
/// 2^31-1 bytes are so many MPI_BYTEs; more are one element of a derived type, freed with this object.
class ByteBlock {
 public:
  explicit ByteBlock(std::size_t bytes);
  ~ByteBlock();
  ByteBlock(const ByteBlock&) = delete;
  ByteBlock& operator=(const ByteBlock&) = delete;

  int count() const { return count_; }
  MPI_Datatype type() const { return type_; }

 private:
  int count_;
  MPI_Datatype type_;
};

}  // namespace partita

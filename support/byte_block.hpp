#pragma once
/// \file Byte counts beyond what an MPI count can say.

#include <cstddef>

#include <mpi.h>

namespace partita {

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

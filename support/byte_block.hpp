#pragma once
/// \file Byte counts above the largest MPI count.

#include <cstddef>

#include <mpi.h>

namespace partita {

/// A count and a datatype that together mean `bytes` bytes. MPI counts are ints: up to 2^31-1 bytes are
/// counted in MPI_BYTEs. More bytes are one element of a derived type, which this object frees.
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

/// How many bytes have come, or are there to be received.
std::size_t bytes_of(const MPI_Status& status);

}  // namespace partita

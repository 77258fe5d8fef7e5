#pragma once
/// \file Communication matrix (COM): entry (i, j) > 0 when rank i sends that many units to rank j. Sparse.

#include <span>
#include <vector>

#include <partita/schedule/destination_vector.hpp>
#include <partita/support/communicator.hpp>

namespace partita {

/// The destination vectors of all ranks: Wang and Ranka 1994, section 2. A rank may send to itself.
class CommunicationMatrix {
 public:
  /// What all lengths together may come to: sums of them are exact, in Units and in double.
  static constexpr Units most_units = Units{1} << 53;

  /// One destination vector per rank, in any order of entries; entries of length 0 are dropped. Throws Error
  /// when a vector names a rank out of range, names one twice, or has a negative length, and when there are
  /// more than `most_units`.
  explicit CommunicationMatrix(std::vector<DestinationVector> destinations);

  int ranks() const { return static_cast<int>(destinations_.size()); }
  const DestinationVector& destinations(int rank) const {
    return destinations_[static_cast<std::size_t>(rank)];
  }

  /// The source vectors of all ranks (the columns).
  std::vector<SourceVector> sources() const;

  /// Largest number of messages that one rank sends or receives: no schedule without node contention has
  /// fewer phases.
  int degree() const;

 private:
  std::vector<DestinationVector> destinations_;
};

/// The matrix of the whole machine, on every rank: the concatenate operation of NICE, figure 7. Collective.
/// O(number of messages in the machine) memory on each rank. Throws CollectiveError when a destination vector
/// is impossible, when there are more than `most_units`, or when MPI cannot count the messages.
CommunicationMatrix concatenate(const Communicator& comm, const DestinationVector& destinations);

/// The source vector of this rank, without the matrix: the 1993 DRS_N paper's Generate_Recv, by non-blocking
/// consensus. Collective. Throws CollectiveError when a destination vector is impossible.
SourceVector source_vector(const Communicator& comm, const DestinationVector& destinations);

}  // namespace partita

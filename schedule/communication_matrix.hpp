#pragma once
/// \file Communication matrix (COM): entry (i, j) > 0 when rank i sends that many units to rank j. Sparse.

#include <vector>

#include <partita/schedule/destination_vector.hpp>
#include <partita/schedule/shared_indices.hpp>
#include <partita/support/communicator.hpp>

namespace partita {

/// The destination vectors of all ranks, and which of their units are the same values, if that is known. A
/// rank may send to itself. Source: Wang and Ranka 1994, section 2.
class CommunicationMatrix {
 public:
  /// Most units of all messages together. Sums up to it are exact, in Units and in double.
  static constexpr Units most_units = Units{1} << 53;

  /// @param destinations by rank, entries in any order; the matrix drops entries of length 0
  /// @throws Error if a vector has a rank out of range, a rank twice or a negative length, or if all lengths
  ///   together exceed `most_units`
  ///
  /// Not collective.
  explicit CommunicationMatrix(std::vector<DestinationVector> destinations);

  /// Adds the indices of units.
  ///
  /// @param indices by rank: see IndexRuns
  /// @return the same messages
  /// @throws Error unless these are ascending runs of units of the messages, a list for each rank
  ///
  /// Not collective.
  CommunicationMatrix with_indices(std::vector<IndexRuns> indices) &&;

  int ranks() const { return static_cast<int>(destinations_.size()); }
  const DestinationVector& destinations(int rank) const {
    return destinations_[static_cast<std::size_t>(rank)];
  }
  const IndexRuns& indices(int rank) const { return indices_[static_cast<std::size_t>(rank)]; }

  /// @return the same messages without their indices
  CommunicationMatrix counts() const { return CommunicationMatrix(destinations_); }

  /// @return the source vectors of all ranks (the columns), by rank
  std::vector<SourceVector> sources() const;

  /// @return largest number of messages that one rank sends or receives: no direct schedule without node
  ///   contention has fewer phases
  int degree() const;

 private:
  std::vector<DestinationVector> destinations_;
  std::vector<IndexRuns> indices_;
};

/// Gathers the matrix of the whole machine on every rank, in O(messages and index runs of the machine)
/// memory.
///
/// @param destinations of this rank
/// @param indices      of this rank's messages
/// @throws CollectiveError if a destination vector or index runs are impossible, if all lengths together
///   exceed `most_units`, or if MPI cannot count the messages
///
/// Collective. Source: the concatenate operation of NICE, figure 7.
CommunicationMatrix concatenate(const Communicator& comm, const DestinationVector& destinations,
                                const IndexRuns& indices = {});

/// Finds the source vector of this rank without the matrix, by non-blocking consensus.
///
/// @param destinations of this rank
/// @throws CollectiveError if a destination vector is impossible
///
/// Collective. Source: Generate_Recv of Wang, Lin, Ranka 1993 (DRS_N).
SourceVector source_vector(const Communicator& comm, const DestinationVector& destinations);

namespace detail {

/// @return the vector sorted and without entries of length 0
/// @throws CollectiveError if a destination vector is impossible
///
/// Collective.
DestinationVector checked(const Communicator& comm, DestinationVector destinations);

}  // namespace detail

}  // namespace partita

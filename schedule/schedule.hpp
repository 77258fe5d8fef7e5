#pragma once
/// \file Schedules: of the whole machine from its communication matrix, or one rank's part of it.

#include <cstdint>
#include <vector>

#include <partita/schedule/algorithms.hpp>
#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>
#include <partita/support/communicator.hpp>

namespace partita {

/// The phase tables of all ranks side by side. Exists where someone wants to verify, draw or predict; a
/// replay needs one rank's table only.
struct Schedule {
  Algorithm algorithm;
  std::vector<PhaseTable> tables;  ///< by rank; all with the same number of phases

  int phases() const { return tables.empty() ? 0 : tables.front().phases; }
};

/// Schedules the whole machine. No communication. The same matrix, algorithm and seed give the same schedule
/// on every rank, compiler and library; the seed matters to randomised algorithms only.
Schedule make_schedule(const CommunicationMatrix& matrix, Algorithm algorithm, std::uint64_t seed = 1);

/// This rank's part of the schedule, from its destination vector and source vector (see `source_vector`):
/// what NICE's scheduling primitives return. Algorithms that need the whole matrix concatenate it first.
/// Collective.
PhaseTable make_phase_table(const Communicator& comm, const DestinationVector& destinations,
                            const SourceVector& sources, Algorithm algorithm, std::uint64_t seed = 1);

}  // namespace partita

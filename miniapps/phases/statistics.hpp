#pragma once
/// \file Statistics of communication matrices, in the terms of the papers' tables.

#include <span>
#include <string>

#include <partita/schedule/communication_matrix.hpp>

namespace partita::phases {

/// Means over several matrices.
struct MatrixStatistics {
  double messages_max = 0, messages_min = 0, messages_avg = 0;  ///< sent by one rank
  double length_max = 0, length_min = 0, length_avg = 0;        ///< of a message, in units
  double busiest = 0;  ///< most units that one rank sends or receives
};

MatrixStatistics statistics_of(std::span<const CommunicationMatrix> matrices);

/// "15.2/4.2/9.05": a few digits each.
std::string max_min_avg(double max, double min, double avg);

}  // namespace partita::phases

#include "statistics.hpp"

#include <algorithm>
#include <limits>

#include <partita/schedule/quality.hpp>

#include "miniapps/formatted.hpp"

namespace partita::phases {

MatrixStatistics statistics_of(std::span<const CommunicationMatrix> matrices) {
  MatrixStatistics mean;
  for (const CommunicationMatrix& matrix : matrices) {
    std::size_t messages = 0, most = 0, fewest = std::numeric_limits<std::size_t>::max();
    Units units = 0, longest = 0, shortest = std::numeric_limits<Units>::max();
    for (int rank = 0; rank < matrix.ranks(); ++rank) {
      const DestinationVector& row = matrix.destinations(rank);
      messages += row.size();
      most = std::max(most, row.size());
      fewest = std::min(fewest, row.size());
      for (const MatrixEntry& entry : row) {
        units += entry.length;
        longest = std::max(longest, entry.length);
        shortest = std::min(shortest, entry.length);
      }
    }
    const double weight = 1.0 / static_cast<double>(matrices.size());
    mean.messages_max += weight * static_cast<double>(most);
    mean.messages_min += weight * static_cast<double>(matrix.ranks() > 0 ? fewest : 0);
    mean.messages_avg += weight * static_cast<double>(messages) / std::max(1, matrix.ranks());
    if (messages > 0) {
      mean.length_max += weight * static_cast<double>(longest);
      mean.length_min += weight * static_cast<double>(shortest);
      mean.length_avg += weight * static_cast<double>(units) / static_cast<double>(messages);
    }
    mean.busiest += weight * static_cast<double>(longest_sum_bound(matrix));
  }
  return mean;
}

std::string max_min_avg(double max, double min, double avg) {
  return formatted("%.4g/%.4g/%.4g", max, min, avg);
}

}  // namespace partita::phases

#include "bench/netlab/messages.hpp"

#include <algorithm>
#include <cmath>

#include "bench/lab/matrix_description.hpp"

namespace partita::netlab {

namespace {

double mean_length(const CommunicationMatrix& matrix) {
  double units = 0, messages = 0;
  for (int rank = 0; rank < matrix.ranks(); ++rank)
    for (const MatrixEntry& entry : matrix.destinations(rank)) {
      units += static_cast<double>(entry.length);
      ++messages;
    }
  return messages > 0 ? units / messages : 1;
}

}  // namespace

Messages make_messages(const std::string& description, int ranks, double mean_bytes, std::uint64_t seed) {
  constexpr double word = sizeof(std::uint64_t);
  CommunicationMatrix matrix = lab::make_matrix(lab::matrix_description(description), ranks, seed);
  const double words = std::max(1.0, std::round(mean_bytes / mean_length(matrix) / word));
  return {description, mean_bytes, std::move(matrix), static_cast<std::size_t>(words * word)};
}

}  // namespace partita::netlab

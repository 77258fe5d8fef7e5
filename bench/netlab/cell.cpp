#include "cell.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <partita/mesh/naca.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/schedule/random_matrix.hpp>
#include <partita/support/error.hpp>

#include "miniapps/phases/mesh_matrix.hpp"

namespace partita::bench {

namespace {

CommunicationMatrix make_matrix(const std::string& messages, int ranks, std::uint64_t seed) {
  if (messages == "mesh") {
    const mesh::Mesh grid = mesh::naca({.surface_points = 640, .radial_points = 160});
    return phases::mesh_matrix(grid.edges, mesh::partition(grid, ranks), ranks);
  }
  RandomMatrix look{.ranks = ranks};
  int read = 0;
  const auto all_read = [&] { return read == static_cast<int>(messages.size()); };
  if ((std::sscanf(messages.c_str(), "uniform:%d%n", &look.density, &read) == 1 && all_read()) ||
      (std::sscanf(messages.c_str(), "nonuniform:%d:%ld%n", &look.density, &look.longest, &read) == 2 &&
       all_read()))
    return make_random_matrix(look, seed);
  throw Error(text("there are no messages \"", messages, "\"; there are uniform:D, nonuniform:D:L, mesh"));
}

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

Cell make_cell(std::string_view messages, int ranks, double message_bytes, std::uint64_t seed) {
  constexpr double word = sizeof(std::uint64_t);
  CommunicationMatrix matrix = make_matrix(std::string(messages), ranks, seed);
  const double words = std::max(1.0, std::round(message_bytes / mean_length(matrix) / word));
  return {std::string(messages), message_bytes, std::move(matrix), static_cast<std::size_t>(words * word)};
}

}  // namespace partita::bench

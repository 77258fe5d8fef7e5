#pragma once
/// \file A cell of the grid: messages, and how long they are.

#include <string>
#include <string_view>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>

namespace partita::bench {

struct Cell {
  std::string messages;        ///< what they are: "uniform:4"
  double message_bytes;        ///< of one, in the mean, about
  CommunicationMatrix matrix;  ///< in units
  std::size_t bytes_per_unit;  ///< a multiple of 8
};

/// Messages of that many bytes in the mean, between so many ranks, by name:
///
///     uniform:D         D a rank, sent and received, all equally long
///     nonuniform:D:L    D a rank, of 1 to L units
///     mesh              of an edge loop over a NACA grid of about 100,000 vertices, partitioned by METIS
///
/// Not collective; the same on every rank. Throws Error for other names.
Cell make_cell(std::string_view messages, int ranks, double message_bytes, std::uint64_t seed);

}  // namespace partita::bench

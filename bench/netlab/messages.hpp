#pragma once
/// \file The messages of a cell: a communication matrix and the length of its units.

#include <cstddef>
#include <cstdint>
#include <string>

#include <partita/schedule/communication_matrix.hpp>

namespace partita::netlab {

struct Messages {
  std::string description;     ///< as bench/lab spells it: "uniform:4"
  double mean_bytes;           ///< of a message, approximately
  CommunicationMatrix matrix;  ///< in units
  std::size_t bytes_per_unit;  ///< a multiple of 8
};

/// Makes messages as described, with this many bytes in the mean. Not collective; the same on every rank.
/// Throws Error as lab::matrix_description and lab::make_matrix do.
Messages make_messages(const std::string& description, int ranks, double mean_bytes, std::uint64_t seed);

}  // namespace partita::netlab

#pragma once
/// \file The communication matrices of the lab, as its files spell them.

#include <cstdint>
#include <string>
#include <string_view>

#include <partita/schedule/communication_matrix.hpp>

namespace partita::lab {

/// The description of a matrix:
///
///     uniform:4          every rank sends 4 messages of one unit, and receives 4
///     nonuniform:4:40    the same with 1 to 40 units, each equally likely
///     complete           every rank sends one unit to every other rank
///     permutation        every rank sends one unit to one rank; a rank paired with itself sends nothing
///     market:wing.mtx    a Matrix Market file with one row per rank
struct MatrixDescription {
  enum class Kind { uniform, nonuniform, complete, permutation, market } kind = Kind::complete;
  int density = 0;    ///< of uniform and nonuniform
  Units longest = 1;  ///< of nonuniform
  std::string file;   ///< of market

  bool operator==(const MatrixDescription&) const = default;
};

/// Throws Error for any other spelling.
MatrixDescription matrix_description(std::string_view spelling);

/// Makes the matrix. The same description, ranks and seed give the same matrix everywhere. Throws Error if
/// the ranks are too few for the density, and if a file cannot be read or has another number of ranks.
CommunicationMatrix make_matrix(const MatrixDescription& description, int ranks, std::uint64_t seed);

}  // namespace partita::lab

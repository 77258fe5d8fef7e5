#pragma once
/// \file The communication matrices of the lab, as its files spell them.

#include <cstdint>
#include <string>
#include <string_view>

#include <partita/schedule/communication_matrix.hpp>

namespace partita::lab {

/// What a matrix looks like:
///
///     uniform:4          every rank sends 4 messages of one unit, and receives 4
///     nonuniform:4:40    the same with 1 to 40 units, each equally likely
///     complete           one unit from everyone to everyone else
///     permutation        one unit from everyone, to one each; who would send to himself does not
///     market:wing.mtx    a Matrix Market file, of as many rows as there are ranks
struct MatrixLook {
  enum class Kind { uniform, nonuniform, complete, permutation, market } kind = Kind::complete;
  int density = 0;    ///< of uniform and nonuniform
  Units longest = 1;  ///< of nonuniform
  std::string file;   ///< of market

  bool operator==(const MatrixLook&) const = default;
};

/// Throws Error for what is spelt otherwise.
MatrixLook matrix_look(std::string_view spelling);

/// The same look, ranks and seed give the same matrix everywhere. Throws Error for a density that so few
/// ranks cannot have, and for a file that cannot be read or has another number of ranks.
CommunicationMatrix make_matrix(const MatrixLook& look, int ranks, std::uint64_t seed);

}  // namespace partita::lab

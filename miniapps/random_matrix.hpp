#pragma once
/// \file Random communication matrices like those on which the papers measure their algorithms.

#include <array>
#include <cstdint>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/support/names.hpp>

namespace partita {

/// Exactness of d messages sent and d received by a rank. The papers say "approximately d" of both.
enum class Regularity {
  exact,       ///< d sent and d received by every rank
  rows,        ///< d sent by every rank, to any d others
  independent  ///< every pair of ranks with probability d / (n - 1)
};

inline constexpr std::array<Name<Regularity>, 3> regularities{
    {{Regularity::exact, "exact"}, {Regularity::rows, "rows"}, {Regularity::independent, "independent"}}};

/// The parameters of a random matrix. No rank sends to itself.
struct RandomMatrix {
  int ranks = 32;
  int density = 4;     ///< d, 0 to ranks - 1
  Units shortest = 1;  ///< shortest message
  Units longest = 1;   ///< longest, at most 2^40; lengths are uniformly distributed over fewer than 2^31
  Regularity regularity = Regularity::exact;
};

/// Makes a random matrix. The same parameters and seed give the same matrix on every machine.
///
/// Exactly regular matrices start as a circulant, whose messages swap receivers at random, unless a swap
/// makes a duplicate or a message of a rank to itself. 100 swaps a message, each in O(d), come close to a
/// uniform distribution.
///
/// @throws Error if the parameters are impossible
CommunicationMatrix make_random_matrix(const RandomMatrix& look, std::uint64_t seed);

}  // namespace partita

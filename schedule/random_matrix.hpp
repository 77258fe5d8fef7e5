#pragma once
/// \file Random communication matrices, as the papers measure their algorithms with.

#include <cstdint>

#include <partita/schedule/communication_matrix.hpp>

namespace partita {

/// How near each rank comes to d messages sent and d received. The papers say "approximately d" of both.
enum class Regularity {
  exact,       ///< d sent and d received by every rank
  rows,        ///< d sent by every rank, to any d others
  independent  ///< every pair of ranks with probability d / (n - 1)
};

/// What a random matrix looks like. Nobody sends to himself.
struct RandomMatrix {
  int ranks = 32;
  int density = 4;     ///< d, 0 to ranks - 1
  Units shortest = 1;  ///< messages are so long ...
  Units longest = 1;   ///< ... to so long, any length equally likely; fewer than 2^31 more, 2^40 at most
  Regularity regularity = Regularity::exact;
};

/// The same look and seed give the same matrix everywhere. Throws Error for an impossible look.
///
/// Exact ones are uniform up to the mixing time: a circulant whose messages swap receivers at random,
/// wherever that makes no message twice and none to oneself. 100 swaps a message, each in O(d).
CommunicationMatrix make_random_matrix(const RandomMatrix& look, std::uint64_t seed);

}  // namespace partita

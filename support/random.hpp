#pragma once
/// \file Random numbers that are the same on every compiler and library (std::uniform_int_distribution is
/// not).

#include <cstddef>
#include <cstdint>
#include <utility>

#include <partita/support/hash.hpp>

namespace partita {

/// PCG-XSH-RR 64/32: O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for
/// Random Number Generation", HMC-CS-2014-0905.
class Random {
 public:
  explicit Random(std::uint64_t seed) {
    next();
    state_ += seed;
    next();
  }

  std::uint32_t next() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005u + 1442695040888963407u;
    const auto shifted = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
    const auto rotation = static_cast<std::uint32_t>(old >> 59);
    return (shifted >> rotation) | (shifted << ((32 - rotation) & 31));
  }

  /// Uniform in 0 .. bound-1; bound > 0. Unbiased: values that would favour small results are drawn again.
  std::uint32_t below(std::uint32_t bound) {
    const std::uint32_t threshold = (0u - bound) % bound;
    for (;;) {
      const std::uint32_t draw = next();
      if (draw >= threshold) return draw % bound;
    }
  }

  /// Fisher-Yates: every order of the container's elements is equally likely.
  template <class Container>
  void shuffle(Container& items) {
    for (std::size_t left = items.size(); left > 1; --left)
      std::swap(items[left - 1], items[below(static_cast<std::uint32_t>(left))]);
  }

 private:
  std::uint64_t state_ = 0;
};

/// The random numbers of one rank: ranks with the same seed draw independently of each other.
inline Random stream_of(int rank, std::uint64_t seed) {
  return Random(Hash().add(seed, static_cast<std::uint64_t>(rank)).state());
}

}  // namespace partita

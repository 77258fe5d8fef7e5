#pragma once
/// \file The exact sum of doubles: the same bits in any order, on any number of ranks.
///
/// Every finite double is a multiple of 2^-1074 below 2^1024, so a sum of doubles is an integer of some 2100
/// bits. It is kept as one, and rounded once, by `value`. Kulisch and Miranker, "The Arithmetic of
/// the Digital Computer: A New Approach", SIAM Review 28(1), 1986. The integer is held in digits of 32 bits
/// in words of 64: carries wait, and an addition touches two words. Neal, "Fast exact summation using
/// small and large superaccumulators", arXiv:1505.05571, 2015.
///
/// Spans are summed in vector arithmetic first, which is exact, too (see exact_sum.cpp).

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <partita/support/communicator.hpp>

namespace partita {

/// The exact sum of the values added. Intermediate sums neither overflow nor lose bits: 1e308 + 1e308 - 1e308
/// is 1e308. Infinities and NaNs count as in IEEE 754 (inf - inf is NaN), also if finite values follow.
/// Not collective.
///
/// Trivially copyable, 552 bytes, no allocation. Needs the default floating-point environment: rounding to
/// nearest, subnormal numbers kept.
class ExactSum {
 public:
  /// Adds one value: a few nanoseconds.
  void add(double value);

  /// Adds all values. Several times faster for long spans with magnitudes not far apart.
  void add(std::span<const double> values);

  /// Adds all values of `other`.
  ExactSum& operator+=(const ExactSum& other);

  /// The sum, rounded to nearest, ties to even. Infinite if it is beyond the largest double. A sum of zero is
  /// +0, also of negative zeros.
  double value() const;

 private:
  friend std::vector<double> exact_sums(const Communicator& comm, std::span<const ExactSum> mine,
                                        std::string_view of);

  static constexpr int digit_bits = 32;
  // 2098 bits for the largest double, then room for 2^77 of them: no sum that can be computed overflows.
  static constexpr int digits = 67;
  static constexpr int infinities = digits;  // the word after the digits
  static constexpr std::int64_t positive_infinity = 1;
  static constexpr std::int64_t negative_infinity = std::int64_t{1} << 32;  // NaN: both

  // A carried digit is below 2^32, an addition changes a word by less than 2^52.
  static constexpr int additions_between_carries = (1 << 11) - 1;

  void before_addition();
  void carry();
  void add_block(std::span<const double> values);
  void add_infinity_or_nan(double value);

  // Digit k counts multiples of 2^(32 k - 1074). After `carry` all are in 0 .. 2^32-1 but the last, which has
  // the sign. Words of carried sums may be added over up to 2^31-1 ranks without overflow, infinities too.
  std::array<std::int64_t, digits + 1> words_{};
  int additions_ = 0;  // since the last carry
};

/// The exact sum of the values of all ranks, rounded once. It has the same bits on every rank, and on any
/// number of ranks that hold these values in any order. Collective: one reduction of 544 bytes.
///
/// @param mine  any number of values
/// @param of    what is summed, in sentences of PARTITA_MONITOR, PARTITA_DEADLINE and PARTITA_CHECK
/// @throws Error if PARTITA_CHECK finds a deadlock, and when PARTITA_DEADLINE has passed.
double exact_sum(const Communicator& comm, std::span<const double> mine, std::string_view of = {});

/// Several exact sums at once. Collective: one reduction of 544 bytes a sum.
///
/// @param mine  one for each sum; every rank brings the same number
/// @param of    what is summed, as for exact_sum
/// @return for each k, the value of all ranks' mine[k] together
/// @throws Error as exact_sum does, and if MPI cannot count the sums.
std::vector<double> exact_sums(const Communicator& comm, std::span<const ExactSum> mine,
                               std::string_view of = {});

inline void ExactSum::before_addition() {
  if (additions_ == additions_between_carries) carry();
  ++additions_;
}

inline void ExactSum::add(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto exponent = static_cast<unsigned>(bits >> 52) & 0x7ff;
  if (exponent == 0x7ff) [[unlikely]]
    return add_infinity_or_nan(value);
  before_addition();

  const unsigned normal = exponent != 0;  // has the implicit leading bit
  const std::uint64_t significand = (bits & 0xf'ffff'ffff'ffff) | std::uint64_t{normal} << 52;
  const unsigned position = exponent - normal;  // value = +-significand * 2^(position - 1074)
  const unsigned digit = position / digit_bits, shift = position % digit_bits;
  const auto low = static_cast<std::int64_t>((significand << shift) & 0xffff'ffff);
  const auto high = static_cast<std::int64_t>(significand >> (digit_bits - shift));
  const std::int64_t sign = -static_cast<std::int64_t>(bits >> 63);  // x -> (x ^ sign) - sign negates, or not
  words_[digit] += (low ^ sign) - sign;
  words_[digit + 1] += (high ^ sign) - sign;
}

}  // namespace partita

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
/// Trivially copyable, 552 bytes, no allocation. The floating-point environment has no influence: a sum is
/// rounded to nearest and may be subnormal, also where -ffast-math or fesetround asks for other arithmetic.
class ExactSum {
 public:
  /// Adds one value: a few nanoseconds.
  void add(double value);

  /// Adds all values. Several times faster for long spans with magnitudes not far apart.
  void add(std::span<const double> values);

  /// Adds all values of `other`.
  ExactSum& operator+=(const ExactSum& other);

  /// What a value changes in a sum: these words, from `first` on, by integers below 2^32. Threads may add
  /// them in any order, by atomic operations. Words that are not changed may be beyond the last one.
  struct Change {
    int first;
    std::int64_t by[3];
  };
  static constexpr Change change(double value);
  static constexpr int number_of_words = 68;

  /// Adds what fewer than 2^31 changes have made of words that were 0.
  void add(std::span<const std::int64_t, number_of_words> words);

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

  struct Parts;

  void before_addition();
  void carry();
  void add_block(std::span<const double> values);
  void add_infinity_or_nan(double value);

  // Digit k counts multiples of 2^(32 k - 1074). After `carry` all are in 0 .. 2^32-1 but the last, which has
  // the sign. Words of carried sums may be added over up to 2^31-1 ranks without overflow, infinities too.
  static_assert(number_of_words == digits + 1);
  std::array<std::int64_t, number_of_words> words_{};
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

// Of a value that is finite: +-(low + high * 2^32) * 2^(32 digit - 1074), low below 2^32, high below 2^52.
struct ExactSum::Parts {
  unsigned digit;
  std::uint64_t low, high;
  std::int64_t sign;  // x -> (x ^ sign) - sign negates, or not
  bool finite, nan;

  constexpr explicit Parts(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const auto exponent = static_cast<unsigned>(bits >> 52) & 0x7ff;
    const unsigned normal = exponent != 0;  // has the implicit leading bit
    const std::uint64_t significand = (bits & 0xf'ffff'ffff'ffff) | std::uint64_t{normal} << 52;
    const unsigned position = exponent - normal;  // value = +-significand * 2^(position - 1074)
    const unsigned shift = position % digit_bits;
    digit = position / digit_bits;
    low = (significand << shift) & 0xffff'ffff;
    high = significand >> (digit_bits - shift);
    sign = -static_cast<std::int64_t>(bits >> 63);
    finite = exponent != 0x7ff;
    nan = !finite && (bits & 0xf'ffff'ffff'ffff) != 0;  // -ffast-math takes value != value for false
  }
  constexpr std::int64_t with_sign(std::uint64_t magnitude) const {
    return (static_cast<std::int64_t>(magnitude) ^ sign) - sign;
  }
};

inline void ExactSum::add(double value) {
  const Parts parts(value);
  if (!parts.finite) [[unlikely]]
    return add_infinity_or_nan(value);
  before_addition();
  words_[parts.digit] += parts.with_sign(parts.low);
  words_[parts.digit + 1] += parts.with_sign(parts.high);
}

constexpr ExactSum::Change ExactSum::change(double value) {
  const Parts parts(value);
  if (!parts.finite) {
    const bool plus = parts.nan || parts.sign == 0, minus = parts.nan || parts.sign != 0;
    return {infinities, {plus * positive_infinity + minus * negative_infinity, 0, 0}};
  }
  return {static_cast<int>(parts.digit),
          {parts.with_sign(parts.low), parts.with_sign(parts.high & 0xffff'ffff),
           parts.with_sign(parts.high >> digit_bits)}};
}

}  // namespace partita

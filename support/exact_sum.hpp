#pragma once
/// \file Exact sums, dot products and norms of doubles: the same bits in any order, on any number of ranks.
///
/// Every product of finite doubles is a multiple of 2^-2148 below 2^2048, so a sum of doubles and products is
/// an integer of some 4200 bits. It is kept as one, and rounded once, by `value` or `square_root`. Kulisch
/// and Miranker, "The Arithmetic of the Digital Computer: A New Approach", SIAM Review 28(1), 1986. The
/// integer is held in digits of 32 bits in words of 64: carries wait, and an addition touches two words, four
/// for a product. Neal, "Fast exact summation using small and large superaccumulators", arXiv:1505.05571,
/// 2015.
///
/// Spans are summed in vector arithmetic first, which is exact, too (see exact_sum.cpp); so are products
/// where the processor for which this library was compiled has fused multiplications. All else is integer
/// arithmetic.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <partita/support/communicator.hpp>

namespace partita {

/// The exact sum of the values and products added. Neither intermediate sums nor products overflow,
/// underflow or lose bits: 1e308 + 1e308 - 1e308 is 1e308. Infinities and NaNs count as in IEEE 754
/// (inf - inf and 0 * inf are NaN), also if finite values follow. Not collective.
///
/// Trivially copyable, 1088 bytes, no allocation. The floating-point environment has no influence: a sum is
/// rounded to nearest and may be subnormal, also where -ffast-math or fesetround asks for other arithmetic.
class ExactSum {
 public:
  /// Adds one value: a few nanoseconds.
  void add(double value);

  /// Adds all values. Several times faster for long spans with magnitudes not far apart.
  /// @throws Error if this library was compiled with flags that change the order of additions
  void add(std::span<const double> values);

  /// Adds a * b, exactly.
  void add_product(double a, double b);

  /// Adds all products a[k] * b[k], exactly.
  /// @throws Error if one span is longer than the other, and as `add` does
  void add_products(std::span<const double> a, std::span<const double> b);

  /// Adds all values and products of `other`.
  ExactSum& operator+=(const ExactSum& other);

  /// What a value changes in a sum: these words, from `first` on, by integers below 2^32. Threads may add
  /// them in any order, by atomic operations. Words that are not changed may be beyond the last one.
  struct Change {
    static constexpr int words = 68;
    int first;
    std::int64_t by[3];
  };
  static constexpr Change change(double value);

  /// Adds what fewer than 2^31 changes have made of words that were 0.
  void add(std::span<const std::int64_t, Change::words> words);

  /// The sum as integers, for a reduction of the program's own: MPI adds them word by word, as MPI_INT64_T by
  /// MPI_SUM, in any reduction and order.
  static constexpr int number_of_words = 135;
  using Words = std::array<std::int64_t, number_of_words>;
  Words words() const;

  /// Adds the words of fewer than 2^31 sums, which have been added word by word.
  void add(const Words& words);

  /// The sum, rounded to nearest, ties to even. Infinite if it is beyond the largest double. A sum of zero is
  /// +0, also of negative zeros.
  double value() const;

  /// The square root of the exact sum, rounded as `value` is, once. NaN if the sum is negative.
  double square_root() const;

 private:
  static constexpr int digit_bits = 32;
  // 4210 bits for the largest product, then room for 2^77 of them: no sum that can be computed overflows.
  static constexpr int digits = 134;
  static constexpr int digits_of_products = 34;  // below the last bit of a double
  static constexpr int first_exponent = -1074 - digit_bits * digits_of_products;
  static constexpr int infinities = digits;  // the word after the digits
  static constexpr std::int64_t positive_infinity = 1;
  static constexpr std::int64_t negative_infinity = std::int64_t{1} << 32;  // NaN: both

  // A carried digit is below 2^32, an addition changes a word by less than 2^52.
  static constexpr int additions_between_carries = (1 << 11) - 1;

  struct Number;
  struct Parts;
  struct Leading;

  Leading leading() const;
  void before_addition();
  void carry();
  void add_block(std::span<const double> values);
  bool add_block_of_products(std::span<const double> a, std::span<const double> b);
  void add_infinity_or_nan(double value);

  // Digit k counts multiples of 2^(32 k + first_exponent). After `carry` all are in 0 .. 2^32-1 but the last,
  // which has the sign. Words of carried sums may be added over up to 2^31-1 ranks without overflow,
  // infinities too.
  static_assert(number_of_words == digits + 1);
  Words words_{};
  int additions_ = 0;  // since the last carry
};

/// Replaces each sum by the sum of every rank's. Sums, dot products and norms travel together. Collective:
/// one reduction of 1080 bytes a sum.
///
/// @param sums  every rank brings the same number
/// @param of    what is summed, in sentences of PARTITA_MONITOR, PARTITA_DEADLINE and PARTITA_CHECK
/// @throws Error if MPI cannot count the sums, if PARTITA_CHECK finds a deadlock, and when PARTITA_DEADLINE
///         has passed.
void sum_over_ranks(const Communicator& comm, std::span<ExactSum> sums, std::string_view of = {});

/// The values of several exact sums: for each k, that of all ranks' mine[k] together. Collective, and throws,
/// as sum_over_ranks.
std::vector<double> exact_sums(const Communicator& comm, std::span<const ExactSum> mine,
                               std::string_view of = {});

/// The exact sum of the values of all ranks, rounded once. It has the same bits on every rank, and on any
/// number of ranks that hold these values in any order. Collective, and throws, as sum_over_ranks.
///
/// @param mine  any number of values
double exact_sum(const Communicator& comm, std::span<const double> mine, std::string_view of = {});

/// The exact sum of the products a[k] * b[k] of all ranks, rounded once: products are not. Collective, and
/// throws, as sum_over_ranks.
///
/// @throws Error also if this rank's spans have different lengths
double exact_dot(const Communicator& comm, std::span<const double> a, std::span<const double> b,
                 std::string_view of = {});

/// The Euclidean norm of the values of all ranks: the square root of the exact sum of squares, rounded once.
/// No square overflows or underflows. Collective, and throws, as sum_over_ranks.
double exact_norm(const Communicator& comm, std::span<const double> mine, std::string_view of = {});

inline void ExactSum::before_addition() {
  if (additions_ == additions_between_carries) carry();
  ++additions_;
}

// If it is finite: +-significand * 2^(position - 1074). All by integers: -ffast-math takes value != value for
// false.
struct ExactSum::Number {
  std::uint64_t significand;
  unsigned position;
  std::int64_t sign;  // 0 or -1
  bool finite, nan;

  constexpr explicit Number(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const std::uint64_t fraction = bits & 0xf'ffff'ffff'ffff;
    const auto exponent = static_cast<unsigned>(bits >> 52) & 0x7ff;
    const unsigned normal = exponent != 0;  // has the implicit leading bit
    significand = fraction | std::uint64_t{normal} << 52;
    position = exponent - normal;
    sign = -static_cast<std::int64_t>(bits >> 63);
    finite = exponent != 0x7ff;
    nan = !finite && fraction != 0;
  }
  static constexpr std::int64_t with_sign(std::uint64_t magnitude, std::int64_t sign) {
    return (static_cast<std::int64_t>(magnitude) ^ sign) - sign;
  }
};

// If it is finite: +-(low + high * 2^32) * 2^(32 digit - 1074), low below 2^32, high below 2^52.
struct ExactSum::Parts : Number {
  unsigned digit;
  std::uint64_t low, high;

  constexpr explicit Parts(double value) : Number(value) {
    const unsigned shift = position % digit_bits;
    digit = position / digit_bits;
    low = (significand << shift) & 0xffff'ffff;
    high = significand >> (digit_bits - shift);
  }
  constexpr std::int64_t with_sign(std::uint64_t magnitude) const {
    return Number::with_sign(magnitude, sign);
  }
};

inline void ExactSum::add(double value) {
  const Parts parts(value);
  if (!parts.finite) [[unlikely]]
    return add_infinity_or_nan(value);
  before_addition();
  words_[parts.digit + digits_of_products] += parts.with_sign(parts.low);
  words_[parts.digit + digits_of_products + 1] += parts.with_sign(parts.high);
}

constexpr ExactSum::Change ExactSum::change(double value) {
  const Parts parts(value);
  if (!parts.finite) {
    const bool plus = parts.nan || parts.sign == 0, minus = parts.nan || parts.sign != 0;
    return {Change::words - 1, {plus * positive_infinity + minus * negative_infinity, 0, 0}};
  }
  return {static_cast<int>(parts.digit),
          {parts.with_sign(parts.low), parts.with_sign(parts.high & 0xffff'ffff),
           parts.with_sign(parts.high >> digit_bits)}};
}

}  // namespace partita

#include <algorithm>
#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <ostream>
#include <span>
#include <type_traits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi.h>

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

#include <partita/support/error.hpp>
#include <partita/support/exact_sum.hpp>
#include <partita/support/random.hpp>

namespace partita {
namespace {

using Values = std::vector<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double largest = std::numeric_limits<double>::max();
constexpr double smallest = std::numeric_limits<double>::denorm_min();

/// The same by primary-school arithmetic: one bit a digit, what is positive and what is negative apart, the
/// less taken from the more at the end. Finite values only.
class Reference {
 public:
  void add_product(double a, double b) {
    Bits& bits = std::signbit(a) == std::signbit(b) ? positive_ : negative_;
    for (const int place : places(a))
      for (const int other : places(b)) add_one(bits, place + other);
  }
  void add(double value) {
    for (const int place : places(value))
      add_one(value < 0 ? negative_ : positive_, first_of_doubles + place);
  }

  double value() const {
    int highest = count - 1;
    while (highest >= 0 && positive_[highest] == negative_[highest]) --highest;
    if (highest < 0) return 0;
    return positive_[highest] ? rounded(difference(positive_, negative_))
                              : -rounded(difference(negative_, positive_));
  }

 private:
  static constexpr int count = 4400, first_of_doubles = 1074;  // places, from 2^-2148 on
  using Bits = std::array<bool, count>;

  // The bits that are set, from 2^-1074 on. |value| = 0.1... * 2^exponent.
  static std::vector<int> places(double value) {
    std::vector<int> result;
    result.reserve(53);
    int exponent = 0;
    double fraction = std::frexp(std::abs(value), &exponent);
    for (int place = exponent - 1 + 1074; fraction != 0; --place) {
      fraction *= 2;
      if (fraction >= 1) {
        fraction -= 1;
        result.push_back(place);
      }
    }
    return result;
  }

  static void add_one(Bits& bits, int place) {
    while (bits[place]) bits[place++] = false;
    bits[place] = true;
  }

  static Bits difference(const Bits& more, const Bits& less) {
    Bits result{};
    int borrowed = 0;
    for (int place = 0; place < count; ++place) {
      const int bit = more[place] - less[place] - borrowed;
      result[place] = bit & 1;
      borrowed = bit < 0;
    }
    return result;
  }

  // Cuts after 53 bits, and looks at what is cut off: more than a half goes up, a half goes to the even one.
  static double rounded(const Bits& bits) {
    int highest = count - 1;
    while (!bits[highest]) --highest;
    const int last = std::max(highest - 52, first_of_doubles);
    double significand = 0;
    for (int place = highest; place >= last; --place) significand = 2 * significand + bits[place];
    const bool half = bits[last - 1];
    const bool more = std::any_of(bits.begin(), bits.begin() + last - 1, [](bool bit) { return bit; });
    if (half && (more || bits[last])) ++significand;
    return std::ldexp(significand, last - 2148);
  }

  Bits positive_{}, negative_{};
};

double reference(const Values& values) {
  Reference sum;
  for (const double value : values) sum.add(value);
  return sum.value();
}

double by_value(const Values& values) {
  ExactSum sum;
  for (const double value : values) sum.add(value);
  return sum.value();
}

double by_span(const Values& values) {
  ExactSum sum;
  sum.add(values);
  return sum.value();
}

double by_product(const Values& a, const Values& b) {
  ExactSum sum;
  sum.add_products(a, b);
  return sum.value();
}

double norm(const Values& values) {
  ExactSum squares;
  squares.add_products(values, values);
  return squares.square_root();
}

double by_changes(const Values& values) {
  std::array<std::int64_t, ExactSum::Change::words> words{};
  for (const double value : values) {
    const ExactSum::Change change = ExactSum::change(value);
    for (int k = 0; k < 3; ++k)
      if (change.by[k] != 0) words.at(change.first + k) += change.by[k];
  }
  ExactSum sum;
  sum.add(words);
  return sum.value();
}

/// Compares what EXPECT_EQ of doubles does not: zeros by their signs, NaN to NaN.
struct Exactly {
  double value;

  friend bool operator==(Exactly a, Exactly b) {
    if (std::isnan(a.value) || std::isnan(b.value)) return std::isnan(a.value) && std::isnan(b.value);
    return std::bit_cast<std::uint64_t>(a.value) == std::bit_cast<std::uint64_t>(b.value);
  }
  friend std::ostream& operator<<(std::ostream& out, Exactly a) { return out << std::hexfloat << a.value; }
};

/// A finite double of random bits whose exponent field is in first .. last.
double random_value(Random& random, int first = 0, int last = 2046) {
  const std::uint64_t exponent = first + random.below(last - first + 1);
  const std::uint64_t fraction = (std::uint64_t{random.next()} << 32 | random.next()) >> 12;
  return std::bit_cast<double>(std::uint64_t{random.below(2)} << 63 | exponent << 52 | fraction);
}

/// Values from a random range of exponents; sometimes all of one sign, sometimes nearly all cancelled by
/// others, sometimes of few bits, so that sums lie in the middle between two doubles.
Values random_values(Random& random, std::uint32_t longest) {
  const int width = std::array{0, 5, 60, 120, 250, 2046}[random.below(6)];
  const int first = static_cast<int>(random.below(2047 - width));
  const bool positive = random.below(4) == 0, cancelling = random.below(2), short_ones = random.below(4) == 0;
  const std::size_t count = random.below(longest + 1);
  Values values;
  while (values.size() < count) {
    double value = random_value(random, first, first + width);
    if (short_ones)
      value = std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & 0xfff8'0000'0000'0001);
    if (positive) value = std::abs(value);
    if (random.below(8) == 0) value *= 0;
    values.push_back(value);
    if (cancelling && random.below(16) != 0) values.push_back(-value);
  }
  random.shuffle(values);
  return values;
}

/// What every test of many values asks: one by one, as one span, by changes of words, and as two sums added.
/// Then all is taken off again, one by one: any bit that the span had lost, far below the result's last,
/// would be left.
void expect_exact(const Values& values, Random& random) {
  const Exactly expected{reference(values)};
  EXPECT_EQ(Exactly{by_value(values)}, expected);
  EXPECT_EQ(Exactly{by_span(values)}, expected);
  EXPECT_EQ(Exactly{by_changes(values)}, expected);

  const std::span<const double> all(values);
  const std::size_t cut = random.below(static_cast<std::uint32_t>(values.size() + 1));
  ExactSum front, back;
  front.add(all.first(cut));
  back.add(all.subspan(cut));
  front += back;
  EXPECT_EQ(Exactly{front.value()}, expected);

  ExactSum nothing;
  nothing.add(all);
  for (const double value : values) nothing.add(-value);
  EXPECT_EQ(Exactly{nothing.value()}, Exactly{0.0});
}

static_assert(std::is_trivially_copyable_v<ExactSum>);

TEST(ExactSum, OfNothingIsZero) {
  EXPECT_EQ(Exactly{ExactSum().value()}, Exactly{0.0});
  EXPECT_EQ(Exactly{by_span({})}, Exactly{0.0});
}

TEST(ExactSum, OfOneValueIsThatValue) {
  Random random(1);
  for (int k = 0; k < 100000; ++k) {
    const double value = random_value(random);
    ASSERT_EQ(Exactly{by_value({value})}, Exactly{value});
  }
}

TEST(ExactSum, ZeroIsPositiveWhateverItsTerms) {
  EXPECT_EQ(Exactly{by_value({-0.0})}, Exactly{0.0});
  EXPECT_EQ(Exactly{by_value({-1.0, 1.0})}, Exactly{0.0});
  EXPECT_EQ(Exactly{by_span(Values(100, -0.0))}, Exactly{0.0});
}

TEST(ExactSum, RoundsOnceToTheNearestAndTiesToEven) {
  constexpr double half = 0x1p-53;  // of the last bit of 1
  EXPECT_EQ(by_value({1, half}), 1);
  for (double more = half / 2; more > 0; more /= 2) {  // however little
    EXPECT_EQ(by_value({1, half, more}), 1 + 2 * half) << more;
    EXPECT_EQ(by_value({1, half, -more}), 1) << more;
  }
  EXPECT_EQ(by_value({1 + 2 * half, half}), 1 + 4 * half);
  EXPECT_EQ(by_value({1 + 2 * half, half, -smallest}), 1 + 2 * half);
  EXPECT_EQ(by_value({-1, -half, -smallest}), -1 - 2 * half);
}

TEST(ExactSum, IntermediateSumsMayOverflow) {
  EXPECT_EQ(by_value({largest, largest, -largest, -largest, smallest}), smallest);
  EXPECT_EQ(by_value({largest, largest}), infinity);
  EXPECT_EQ(by_value({-largest, -largest}), -infinity);
  constexpr double half = 0x1p970;  // of the last bit of the largest
  EXPECT_EQ(by_value({largest, half}), infinity);
  EXPECT_EQ(by_value({largest, half, -smallest}), largest);
}

TEST(ExactSum, SubnormalNumbersAreExact) {
  EXPECT_EQ(by_value({smallest, smallest}), 2 * smallest);
  EXPECT_EQ(by_value({0x1p-1022, -smallest}), 0x1p-1022 - smallest);
  EXPECT_EQ(by_value({0x1p-1022, 0x1p-1022, -smallest}), 0x1p-1021 - smallest);
}

TEST(ExactSum, InfinitiesAndNansCountWhereverTheyStand) {
  for (const std::size_t count : {3, 100, 2000})
    for (const double large : {1.0, largest})
      for (const std::size_t place : {std::size_t{0}, count / 2, count - 1}) {
        Values values(count, large);
        for (const double special : {infinity, -infinity, nan, -nan}) {
          values[place] = special;
          EXPECT_EQ(Exactly{by_value(values)}, Exactly{special});
          EXPECT_EQ(Exactly{by_span(values)}, Exactly{special});
          EXPECT_EQ(Exactly{by_changes(values)}, Exactly{special});
        }
        values[place] = infinity;
        values[(place + 1) % count] = -infinity;
        EXPECT_TRUE(std::isnan(by_value(values)));
        EXPECT_TRUE(std::isnan(by_span(values)));
        EXPECT_TRUE(std::isnan(by_changes(values)));
      }
  EXPECT_TRUE(std::isnan(by_span(Values(100, nan))));
  EXPECT_EQ(by_value({largest, largest, -infinity}), -infinity) << "an infinity is more than any finite sum";

  ExactSum sum, other;
  sum.add(infinity);
  sum += other;
  EXPECT_EQ(sum.value(), infinity);
  other.add(-infinity);
  sum += other;
  EXPECT_TRUE(std::isnan(sum.value()));
}

TEST(ExactSum, OfFewRandomValuesIsThatOfTheReference) {
  Random random(2);
  for (int k = 0; k < 3000 && !testing::Test::HasFailure(); ++k)
    expect_exact(random_values(random, 30), random);
}

TEST(ExactSum, OfManyRandomValuesIsThatOfTheReference) {
  Random random(3);
  for (int k = 0; k < 150 && !testing::Test::HasFailure(); ++k)
    expect_exact(random_values(random, 4000), random);
}

// The largest values of every exponent, all of one sign, make the largest sums that a block can.
TEST(ExactSum, BlocksOfLargestValuesOfEveryExponentAreExact) {
  for (int exponent = -1073; exponent <= 1024; ++exponent) {
    const double below = exponent == 1024 ? largest : std::nextafter(std::ldexp(1.0, exponent), 0.0);
    EXPECT_EQ(by_span(Values(1024, below)), std::ldexp(below, 10)) << "2^" << exponent;
    EXPECT_EQ(by_span(Values(1024, -below)), std::ldexp(-below, 10)) << "2^" << exponent;
  }
}

// Nearly equal values leave rests of one sign to the next extraction; one large value among them decides at
// which of their bits they are cut.
Values nearly_equal_values(Random& random, int exponent, int gap) {
  const auto equal = std::bit_cast<std::uint64_t>(random_value(random, exponent, exponent));
  Values values;
  for (int k = 0; k < 1023; ++k) values.push_back(std::bit_cast<double>(equal ^ random.below(1 << 20)));
  values.push_back(random_value(random, exponent + gap, exponent + gap));
  return values;
}

TEST(ExactSum, BlocksOfNearlyEqualValuesAndALargeOneAreExact) {
  Random random(4);
  for (int gap = 0; gap < 250; ++gap)
    expect_exact(nearly_equal_values(random, static_cast<int>(random.below(2000 - gap)), gap), random);
}

TEST(ExactProduct, OfTwoNumbersIsThatOfTheProcessor) {
  Random random(10);
  for (int k = 0; k < 100000; ++k) {
    const int first = static_cast<int>(random.below(1024));  // products overflow, underflow and are subnormal
    const double a = random_value(random, first, first + 1022), b = random_value(random);
    ASSERT_EQ(by_product({a}, {b}), a * b) << std::hexfloat << a << " * " << b;
  }
  for (const double special : {infinity, -infinity, nan})
    for (const double other : {1.0, -1.0, 0.0, -0.0, smallest, largest, infinity, -infinity, nan}) {
      EXPECT_EQ(Exactly{by_product({special}, {other})}, Exactly{special * other}) << special << ' ' << other;
      EXPECT_EQ(Exactly{by_product({other}, {special})}, Exactly{special * other}) << special << ' ' << other;
    }
}

TEST(ExactProduct, NeitherOverflowsNorUnderflows) {
  EXPECT_EQ(by_product({largest, -largest, 1}, {largest, largest, 3}), 3);
  EXPECT_EQ(by_product({smallest, 1}, {smallest, 1}), 1);
  EXPECT_EQ(by_product({1, 0x1p-53, smallest}, {1, 1, smallest}), 1 + 0x1p-52) << "more than a half";
  EXPECT_EQ(by_product({1, 0x1p-53, -smallest}, {1, 1, smallest}), 1) << "less";
  EXPECT_EQ(by_product(Values(1 << 14, 0x1p-544), Values(1 << 14, 0x1p-544)), smallest);
  EXPECT_EQ(by_product({smallest, smallest}, {0.5, -smallest}), 0) << "less than half of the smallest";
  EXPECT_EQ(by_product({smallest, smallest}, {0.5, smallest}), smallest);
}

TEST(ExactProduct, OfSpansOfDifferentLengthsIsRefused) {
  EXPECT_THAT(
      [] {
        by_product({1, 2}, {3});
      },
      testing::ThrowsMessage<Error>("the factors of a dot product have 2 and 1 values; give both as many"));
}

// Of long spans, too, whose products come near the largest or the smallest that rounded ones can do.
TEST(ExactProduct, OfRandomValuesIsThatOfTheReference) {
  Random random(11);
  for (int k = 0; k < 400; ++k) {
    const Values a = random_values(random, k % 10 ? 30 : 1500);
    const int exponent =
        std::array{1000, 1023, 0, 1996, static_cast<int>(random.below(2000))}[random.below(5)];
    Values b;
    while (b.size() < a.size())
      b.push_back(random.below(4) ? random_value(random, exponent, exponent + 50) : 1 / 3.0);
    Reference expected;
    for (std::size_t n = 0; n < a.size(); ++n) expected.add_product(a[n], b[n]);
    ASSERT_EQ(Exactly{by_product(a, b)}, Exactly{expected.value()});
    ExactSum nothing;
    nothing.add_products(a, b);
    for (std::size_t n = 0; n < a.size(); ++n) nothing.add_product(a[n], -b[n]);
    ASSERT_EQ(nothing.words(), ExactSum().words());
  }
}

TEST(ExactProduct, OfOneLargeOrSmallFactorAmongManyIsExact) {
  Random random(15);
  for (int exponent = -1074; exponent < 1024; ++exponent) {
    Values a, b;
    for (int k = 0; k < 200; ++k) {
      a.push_back(random_value(random, 1020, 1025));
      b.push_back(random_value(random, 1020, 1025));
    }
    a[random.below(200)] = std::ldexp(0x1.fffffffffffffp0, exponent);
    ExactSum nothing;
    nothing.add_products(a, b);
    for (std::size_t n = 0; n < a.size(); ++n) nothing.add_product(a[n], -b[n]);
    ASSERT_EQ(nothing.words(), ExactSum().words()) << "2^" << exponent;
  }
  for (const double special : {infinity, -infinity, nan})
    for (const double other : {1.0, -2.0, 0.0, infinity}) {
      Values a(300, 1), b(300, 1);
      a[150] = special;
      b[150] = other;
      EXPECT_EQ(Exactly{by_product(a, b)}, Exactly{special * other}) << special << ' ' << other;
    }
}

// A word that products fill: as in CarriesInTime.
TEST(ExactProduct, CarriesInTime) {
  for (const double sign : {1.0, -1.0})
    for (int place = 0; place < 32; ++place) {
      const double factor = std::ldexp(0x1.fffffffffffffp0, place);
      const Values a(1 << 14, factor), b(1 << 14, sign * 0x1.fffffffffffffp0);
      EXPECT_EQ(by_product(a, b), std::ldexp(a[0] * b[0], 14));
    }
}

// Ogita, Rump, Oishi, "Accurate Sum and Dot Product", SIAM J. Sci. Comput. 26(6), 2005, algorithm 6.1. The
// first half of the products are of random exponents up to the square root of the condition number, the
// second half cancel what is there, down to 1.
TEST(ExactProduct, DotProductsThatNearlyCancelAreExact) {
  Random random(5);
  for (int condition_bits = 40; condition_bits <= 600; condition_bits += 40) {
    Values a, b;
    Reference sum;
    double magnitudes = 0;
    const auto add_product = [&](double x, double y) {
      a.push_back(x);
      b.push_back(y);
      sum.add_product(x, y);
      magnitudes += std::abs(x * y);
    };
    const auto random_of = [&](int exponent) {
      return std::ldexp(random_value(random, 1022, 1022), exponent);
    };
    constexpr int half = 100;
    for (int k = 0; k < half; ++k)
      add_product(random_of(static_cast<int>(random.below(condition_bits / 2))),
                  random_of(static_cast<int>(random.below(condition_bits / 2))));
    for (int k = 0; k < half; ++k) {
      const int exponent = condition_bits / 2 * (half - 1 - k) / (half - 1);
      const double x = random_of(exponent);
      add_product(x, (random_of(exponent) - sum.value()) / x);
    }
    EXPECT_EQ(Exactly{by_product(a, b)}, Exactly{sum.value()});
    EXPECT_GT(magnitudes, std::ldexp(std::abs(sum.value()), condition_bits / 2)) << "no hard sum";
  }
}

TEST(ExactNorm, OfOneValueIsItsMagnitude) {
  Random random(12);
  for (const double value : {0.0, smallest, 0x1p-1022, largest, infinity, nan})
    EXPECT_EQ(Exactly{norm({-value})}, Exactly{std::abs(value)});
  for (int k = 0; k < 20000; ++k) {
    const double value = random_value(random);
    ASSERT_EQ(norm({value}), std::abs(value));
  }
  EXPECT_EQ(norm({std::ldexp(3, 900), std::ldexp(4, 900)}), std::ldexp(5, 900)) << "a square overflows";
  EXPECT_EQ(norm({std::ldexp(3, -900), std::ldexp(4, -900)}), std::ldexp(5, -900)) << "or underflows";
  EXPECT_EQ(norm({largest, largest}), infinity);
  EXPECT_EQ(norm({infinity, -infinity}), infinity);
}

TEST(ExactNorm, OfANegativeSumIsNoNumber) {
  for (const double value : {-1.0, -smallest, -infinity}) {
    ExactSum sum;
    sum.add(value);
    EXPECT_TRUE(std::isnan(sum.square_root()));
  }
}

// The sum lies between the squares of the middles to the next lower and the next higher double.
TEST(ExactNorm, IsRoundedToNearest) {
  Random random(13);
  for (int k = 0; k < 3000; ++k) {
    Values values;
    for (std::uint32_t n = 1 + random.below(6); n > 0; --n)
      values.push_back(random_value(random, 1000, random.below(2) ? 1000 : 1060));
    const double root = norm(values);
    for (const double towards : {0.0, infinity}) {
      const double half = (std::nextafter(root, towards) - root) / 2;
      ExactSum beyond;  // (root + half)^2 - sum
      beyond.add_product(root, root);
      beyond.add_product(2 * root, half);
      beyond.add_product(half, half);
      for (const double value : values) beyond.add_product(value, -value);
      ASSERT_TRUE(towards == 0 ? beyond.value() <= 0 : beyond.value() >= 0) << std::hexfloat << root;
    }
  }
}

// What programs make of arithmetic: those that are linked with -ffast-math flush subnormal numbers to zero.
class OtherArithmetic {
 public:
  explicit OtherArithmetic(int rounding, [[maybe_unused]] unsigned flushed = 0) {
    std::fesetround(rounding);
#ifdef __SSE2__
    _mm_setcsr(_mm_getcsr() | flushed);
#endif
  }
  ~OtherArithmetic() { std::fesetenv(FE_DFL_ENV); }
};

TEST(ExactSum, DoesNotDependOnTheRoundingNorOnSubnormalNumbersThatAreFlushed) {
  constexpr unsigned no_results = 0x8000, no_operands = 0x0040;
  for (const int rounding : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO})
    for (const unsigned flushed : {0U, no_results, no_operands, no_results | no_operands}) {
      Random random(9);
      for (int k = 0; k < 36; ++k) {
        Values values = nearly_equal_values(random, 500, k);
        if (k % 3 == 0)  // normal numbers, but their last bits are subnormal ones
          for (double& value : values) value = random_value(random, 1, 30);
        if (k % 3 == 1) values = random_values(random, 300);
        const double expected = reference(values), root = norm(values);
        const Values ones(values.size(), 1);
        Values by;
        {
          const OtherArithmetic other(rounding, flushed);
          ExactSum nothing;
          nothing.add(values);
          for (const double value : values) nothing.add(-value);
          by = {by_value(values),         by_span(values), by_changes(values),
                by_product(values, ones), norm(values),    nothing.value()};
        }
        const Values right{expected, expected, expected, expected, root, 0};
        for (std::size_t way = 0; way < by.size(); ++way)
          EXPECT_EQ(Exactly{by[way]}, Exactly{right[way]})
              << "way " << way << ", rounding " << rounding << ", flushed " << flushed;
      }
    }
}

TEST(ExactSum, OrderDoesNotMatter) {
  Random random(6);
  for (int k = 0; k < 100; ++k) {
    Values values = random_values(random, 3000);
    const Exactly first{by_span(values)};
    for (int order = 0; order < 5; ++order) {
      random.shuffle(values);
      ASSERT_EQ(Exactly{by_span(values)}, first);
    }
  }
}

TEST(ExactSum, SpansOfEveryLengthAndAlignment) {
  Random random(7);
  Values values;
  for (int k = 0; k < 2200; ++k) values.push_back(random_value(random, 1000, 1040));
  ExactSum prefix;
  for (std::size_t length = 0; length < values.size(); ++length) {
    ExactSum sum;
    sum.add(std::span(values).subspan(length % 3, length - length % 3));
    for (std::size_t k = 0; k < length % 3 && k < length; ++k) sum.add(values[k]);
    ASSERT_EQ(Exactly{sum.value()}, Exactly{prefix.value()}) << length << " values";
    prefix.add(values[length]);
  }
}

// A word takes 2047 additions before it must be carried. All bits set, at each place within a digit, and
// all of one sign, fill it the fastest.
TEST(ExactSum, CarriesInTime) {
  for (const double sign : {1.0, -1.0})
    for (int place = 0; place < 32; ++place) {
      const double value = sign * std::ldexp(0x1.fffffffffffffp0, place);
      ExactSum sum;
      for (int k = 0; k < 1 << 14; ++k) sum.add(value);
      EXPECT_EQ(sum.value(), std::ldexp(value, 14));
    }
}

TEST(ExactSum, ManyMoreAdditionsThanAnyoneMakesDoNotOverflow) {
  for (const double value : {largest, -largest, 1.0, -smallest}) {
    ExactSum sum;
    sum.add(value);
    for (int k = 0; k < 70; ++k) sum += sum;  // 2^70 values
    EXPECT_EQ(sum.value(), std::ldexp(value, 70));

    ExactSum others;
    others.add(-value);
    for (int k = 0; k < 70; ++k) others += others;
    sum += others;
    sum.add(smallest);
    EXPECT_EQ(sum.value(), smallest);
  }
}

TEST(ExactSumOverRanks, HasTheSameBitsHoweverTheValuesAreDealt) {
  const Communicator comm(MPI_COMM_WORLD);
  Random random(8);  // the same on every rank
  for (int k = 0; k < 500; ++k) {
    const Values values = random_values(random, 300);
    const std::uint32_t holders =
        1 + random.below(static_cast<std::uint32_t>(comm.size()));  // others are empty
    Values reversed(values.rbegin(), values.rend()), mine, factors;
    for (std::size_t n = 0; n < values.size(); ++n)
      if (static_cast<int>(random.below(holders)) == comm.rank()) {
        mine.push_back(values[n]);
        factors.push_back(reversed[n]);
      }
    EXPECT_EQ(Exactly{exact_sum(comm, mine)}, Exactly{by_value(values)});
    EXPECT_EQ(Exactly{exact_dot(comm, mine, factors)}, Exactly{by_product(values, reversed)});
    EXPECT_EQ(Exactly{exact_norm(comm, mine)}, Exactly{norm(values)});
  }
}

// What programs do that keep their own reductions.
TEST(ExactSumOverRanks, IsThatOfAnyReductionOfWords) {
  const Communicator comm(MPI_COMM_WORLD);
  Random random(14);  // the same on every rank
  for (int k = 0; k < 50; ++k) {
    const Values values = random_values(random, 300);
    ExactSum mine;
    for (const double value : values)
      if (static_cast<int>(random.below(static_cast<std::uint32_t>(comm.size()))) == comm.rank())
        mine.add(value);
    if (k % 5 == 0 && comm.rank() == comm.size() - 1) mine.add(infinity);
    const double expected = k % 5 == 0 ? infinity : by_value(values);

    ExactSum::Words words = mine.words(), all{}, on_root{}, later{};
    constexpr int n = ExactSum::number_of_words;
    MPI_Request request;
    MPI_Iallreduce(words.data(), later.data(), n, MPI_INT64_T, MPI_SUM, comm.handle(), &request);
    MPI_Allreduce(words.data(), all.data(), n, MPI_INT64_T, MPI_SUM, comm.handle());
    MPI_Reduce(words.data(), on_root.data(), n, MPI_INT64_T, MPI_SUM, 0, comm.handle());
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (comm.rank() != 0) on_root = all;
    for (const ExactSum::Words& reduced : {all, on_root, later}) {
      ExactSum sum;
      sum.add(reduced);
      EXPECT_EQ(Exactly{sum.value()}, Exactly{expected});
    }
  }
}

TEST(ExactSumOverRanks, FullWordsAreCarriedBeforeTheyMeet) {
  const Communicator comm(MPI_COMM_WORLD);
  const Values mine(2047, std::ldexp(0x1.fffffffffffffp0, 33));  // fills a word, as in CarriesInTime
  ExactSum all;
  for (int rank = 0; rank < comm.size(); ++rank)
    for (const double value : mine) all.add(value);
  ExactSum sum;
  for (const double value : mine) sum.add(value);
  EXPECT_EQ(exact_sums(comm, {&sum, 1}).front(), all.value());
}

TEST(ExactSumOverRanks, SeveralSumsTravelTogether) {
  const Communicator comm(MPI_COMM_WORLD);
  std::array<ExactSum, 6> sums;
  sums[0].add(1.0);
  sums[1].add(comm.rank() % 2 == 0 ? largest : -largest);
  sums[2].add(comm.rank() == comm.size() - 1 ? -infinity : 1);
  sums[3].add(comm.rank() == 0 ? nan : 1);
  sums[4].add(comm.rank() == 0 ? infinity : -infinity);
  const std::vector<double> values = exact_sums(comm, sums);
  ASSERT_EQ(values.size(), sums.size());
  EXPECT_EQ(values[0], comm.size());
  EXPECT_EQ(values[1], comm.size() % 2 == 0 ? 0 : largest);
  EXPECT_EQ(values[2], -infinity);
  EXPECT_TRUE(std::isnan(values[3]));
  EXPECT_EQ(Exactly{values[4]}, Exactly{comm.size() == 1 ? infinity : nan});
  EXPECT_EQ(Exactly{values[5]}, Exactly{0.0});
  EXPECT_TRUE(exact_sums(comm, {}).empty());
}

}  // namespace
}  // namespace partita

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

#include <gtest/gtest.h>

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

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
  void add(double value) {
    // |value| = 0.1... * 2^exponent, taken apart from its last bit on.
    int exponent = 0;
    double fraction = std::frexp(std::abs(value), &exponent);
    Bits& bits = value < 0 ? negative_ : positive_;
    for (int place = exponent - 1 + 1074; fraction != 0; --place) {
      fraction *= 2;
      if (fraction >= 1) {
        fraction -= 1;
        add_one(bits, place);
      }
    }
  }

  double value() const {
    int highest = count - 1;
    while (highest >= 0 && positive_[highest] == negative_[highest]) --highest;
    if (highest < 0) return 0;
    return positive_[highest] ? rounded(difference(positive_, negative_))
                              : -rounded(difference(negative_, positive_));
  }

 private:
  static constexpr int count = 2200;
  using Bits = std::array<bool, count>;

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
    const int last = std::max(highest - 52, 0);
    double significand = 0;
    for (int place = highest; place >= last; --place) significand = 2 * significand + bits[place];
    const bool half = last > 0 && bits[last - 1];
    const bool more =
        std::any_of(bits.begin(), bits.begin() + std::max(last - 1, 0), [](bool bit) { return bit; });
    if (half && (more || bits[last])) ++significand;
    return std::ldexp(significand, last - 1074);
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

double by_changes(const Values& values) {
  std::array<std::int64_t, ExactSum::number_of_words> words{};
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

// Dot products that nearly cancel: Ogita, Rump, Oishi, "Accurate Sum and Dot Product", SIAM J. Sci. Comput.
// 26(6), 2005, algorithm 6.1. The first half of the products are of random exponents up to the square root of
// the condition number, the second half cancel what is there, down to 1. A product is the exact sum of two
// doubles.
TEST(ExactSum, IllConditionedDotProductsAreExact) {
  Random random(5);
  for (int condition_bits = 40; condition_bits <= 600; condition_bits += 40) {
    Values terms;
    Reference sum;
    const auto add_product = [&](double x, double y) {
      for (const double part : {x * y, std::fma(x, y, -x * y)}) {
        terms.push_back(part);
        sum.add(part);
      }
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
    random.shuffle(terms);
    expect_exact(terms, random);

    double magnitudes = 0;
    for (const double term : terms) magnitudes += std::abs(term);
    EXPECT_GT(magnitudes, std::ldexp(std::abs(by_span(terms)), condition_bits / 2)) << "no hard sum";
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
      for (int k = 0; k < 60; ++k) {
        Values values = nearly_equal_values(random, 500, k);
        if (k % 3 == 0)  // normal numbers, but their last bits are subnormal ones
          for (double& value : values) value = random_value(random, 1, 30);
        if (k % 3 == 1) values = random_values(random, 300);
        const double expected = reference(values);
        Values by;
        {
          const OtherArithmetic other(rounding, flushed);
          ExactSum nothing;
          nothing.add(values);
          for (const double value : values) nothing.add(-value);
          by = {by_value(values), by_span(values), by_changes(values), nothing.value()};
        }
        const Values right{expected, expected, expected, 0};
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
    Values mine;
    for (const double value : values)
      if (static_cast<int>(random.below(holders)) == comm.rank()) mine.push_back(value);
    EXPECT_EQ(Exactly{exact_sum(comm, mine)}, Exactly{by_value(values)});
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

/// \file Spans are summed block by block. From each value of a block the leading bits are split off,
///
///     high = (value + sigma) - sigma,    value = high + rest exactly,    sigma = 1.5 * 2^52 * unit,
///
/// where `unit` is the unit in the last place of sigma, and high its nearest multiple to the value. The unit
/// is chosen from the block's largest magnitude, so coarse that no sum of the block's highs reaches more than
/// 53 bits: they are added in plain vector arithmetic, exactly, in any order. The rests are split in the same
/// way. What is left after several such extractions (rarely anything) is added value by value; and the sums
/// are, so that the result is exact whatever the blocks. Products are two such blocks: what a processor makes
/// of them, and what its rounding left. Extraction as in Rump, Ogita, Oishi, "Accurate
/// Floating-Point Summation Part I: Faithful Rounding", SIAM J. Sci. Comput. 31(1), 2008, and Ahrens, Demmel,
/// Nguyen, "Algorithms for Efficient Reproducible Floating Point Summation", ACM TOMS 46(3), 2020, who keep
/// the leading extractions alone.
#include <algorithm>
#include <cfenv>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include <mpi.h>

#include <partita/support/collective.hpp>
#include <partita/support/error.hpp>
#include <partita/support/exact_sum.hpp>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || __FINITE_MATH_ONLY__
#error "exact_sum.cpp must be compiled without -ffast-math, which takes (value + sigma) - sigma for value"
#endif

namespace partita {
namespace {

static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<double>::digits == 53);
static_assert(FLT_EVAL_METHOD == 0, "double arithmetic must round to double, not to an extended precision");
static_assert(sizeof(ExactSum) == 1088);

constexpr std::size_t block_size = 1024;
constexpr int block_bits = 10;
static_assert(block_size == std::size_t{1} << block_bits);

// Sums side by side, for the vector units and against the latency of additions.
constexpr std::size_t lanes = 32;
using Lanes = std::array<double, lanes>;

// Shorter spans are faster value by value.
constexpr std::size_t shortest_extracted = 4 * lanes;

// Magnitudes below 2^e, `block_size` of them: what an extraction takes of them are multiples of
// 2^(e - extracted_bits), whose sum is at most 2^(e + block_bits), 53 bits more. The rest is at most half a
// unit, and begins a second extraction there.
constexpr int extracted_bits = 53 - block_bits;
constexpr int second_exponent = -extracted_bits - 1;  // less than e

// Below the smallest e, the second unit would be less than 2^-1074, of which all doubles are multiples. From
// this magnitude on, a sum might overflow.
constexpr int smallest_exponent = -1074 + extracted_bits - second_exponent;
constexpr double too_large = 0x1p1013;
static_assert(1013 + block_bits <= 1023);

// Extractions need rounding to nearest and subnormal numbers, and are exact only then. A program that is
// linked with -ffast-math flushes subnormal numbers to zero, and fesetround changes the rounding. The
// program's arithmetic is put aside while this object lives: a look costs less than to do so always. Flags
// that no macro tells of (clang's -fassociative-math) are found here: the compiler has put them in this code.
class ExactArithmetic {
 public:
  ExactArithmetic() {
    if (!is_other_) return;
    std::fegetenv(&other_);
    std::fesetenv(FE_DFL_ENV);
    if (is_exact()) return;
    std::fesetenv(&other_);
    throw Error(
        "exact sums were compiled with flags that change the order of additions; compile Partita without "
        "-ffast-math, -Ofast, -funsafe-math-optimizations and -fassociative-math");
  }
  ~ExactArithmetic() {
    if (is_other_) std::fesetenv(&other_);
  }
  ExactArithmetic(const ExactArithmetic&) = delete;
  ExactArithmetic& operator=(const ExactArithmetic&) = delete;

 private:
  static bool is_exact() {
    const volatile double one = 1, least = std::numeric_limits<double>::min();
    const volatile double subnormal = 1.5 * least - least;
    const double value = one, to_fours = 0x1.8p54 * one;
    return one + 0x1p-54 == 1 && one + 0x1.8p-53 > 1 && subnormal + subnormal == least &&
           (value + to_fours) - to_fours == 0;
  }

  const bool is_other_ = !is_exact();
  std::fenv_t other_;
};

double sigma(int exponent) { return std::ldexp(1.5, 52 + exponent - extracted_bits); }

// Whole rows of lanes. NaNs are not seen.
double largest_magnitude(std::span<const double> values) {
  Lanes largest{};
  for (std::size_t row = 0; row < values.size(); row += lanes)
    for (std::size_t k = 0; k < lanes; ++k) {
      const double magnitude = std::abs(values[row + k]);
      largest[k] = magnitude > largest[k] ? magnitude : largest[k];
    }
  return std::ranges::max(largest);
}

struct Extraction {
  double first, second;  // sums, exact; NaN where a value is
  double largest_rest;
};

// Two extractions from each value, which is below 2^exponent; `rests` is as long, and elsewhere. Loops over
// `lanes` values at a time are what compilers turn into vector instructions, of whichever width.
Extraction extract(std::span<const double> values, int exponent, double* rests) {
  const double sigma1 = sigma(exponent), sigma2 = sigma(exponent + second_exponent);
  Lanes first{}, second{}, largest_rest{};
  for (std::size_t row = 0; row < values.size(); row += lanes)
    for (std::size_t k = 0; k < lanes; ++k) {
      const double value = values[row + k];
      const double high = (value + sigma1) - sigma1;
      const double middle = value - high;
      const double low = (middle + sigma2) - sigma2;
      const double rest = middle - low;
      first[k] += high;
      second[k] += low;
      rests[row + k] = rest;
      largest_rest[k] = std::abs(rest) > largest_rest[k] ? std::abs(rest) : largest_rest[k];
    }
  const auto sum_of = [](const Lanes& sums) { return std::accumulate(sums.begin(), sums.end(), 0.0); };
  return {sum_of(first), sum_of(second), std::ranges::max(largest_rest)};
}

__extension__ typedef unsigned __int128 Wide;

// Of +-(leading + more) * 2^exponent, where `more` is less than 1 and known only to be 0 or not. At most 53
// bits are kept, which are multiples of 2^-1074.
double rounded(std::uint64_t leading, bool more, int exponent, bool below_zero) {
  constexpr auto infinity = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity());
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  const int cut = std::max(64 - std::numeric_limits<double>::digits, -1074 - exponent);
  const int place = exponent + cut + 1074;
  std::uint64_t bits = place < 2046 ? 0 : infinity;
  if (cut <= 64 && place < 2046) {
    const std::uint64_t kept = cut < 64 ? leading >> cut : 0, rest = leading << (64 - cut);
    const bool up = rest > half || (rest == half && (more || kept % 2 != 0));
    bits = (static_cast<std::uint64_t>(place) << 52) + kept + up;
  }
  return std::bit_cast<double>(leading == 0 ? 0 : bits | std::uint64_t{below_zero} << 63);
}

}  // namespace

void ExactSum::add(std::span<const double> values) {
  if (values.size() >= shortest_extracted) {
    const ExactArithmetic exact;
    while (values.size() >= shortest_extracted) {
      const std::size_t rows = std::min(values.size(), block_size) / lanes;
      add_block(values.first(rows * lanes));
      values = values.subspan(rows * lanes);
    }
  }
  for (const double value : values) add(value);
}

// Two passes of two extractions reach some 2^-175 of the largest magnitude. A NaN is not in `largest`,
// but the sum of its lane is NaN.
void ExactSum::add_block(std::span<const double> values) {
  std::array<double, block_size> rests[2];
  double largest = largest_magnitude(values);
  for (auto& rest : rests) {
    if (largest >= too_large) break;
    const int exponent = std::max(std::ilogb(largest) + 1, smallest_exponent);  // the first is very low for 0
    const Extraction extraction = extract(values, exponent, rest.data());
    add(extraction.first);
    add(extraction.second);
    if (extraction.largest_rest == 0) return;
    largest = extraction.largest_rest;
    values = {rest.data(), values.size()};
  }

  // Most rests are 0. They are squeezed out without a branch, which would be mispredicted.
  auto& nonzero = rests[0];
  std::size_t count = 0;
  for (const double value : values) {
    nonzero[count] = value;
    count += value != 0;
  }
  for (std::size_t k = 0; k < count; ++k) add(nonzero[k]);
}

// Of 106 bits, at most 137 with those below its first one in a digit: four words, the last of 41 bits.
void ExactSum::add_product(double a, double b) {
  const Number x(a), y(b);
  const std::int64_t sign = x.sign ^ y.sign;
  if (!(x.finite && y.finite)) [[unlikely]] {
    const bool is_nan =
        x.nan || y.nan || (x.finite && x.significand == 0) || (y.finite && y.significand == 0);
    words_[infinities] |=
        (is_nan || sign == 0) * positive_infinity | (is_nan || sign != 0) * negative_infinity;
    return;
  }
  constexpr unsigned first_position = -2 * 1074 - first_exponent;
  const unsigned position = x.position + y.position + first_position, shift = position % digit_bits;
  const Wide product = Wide{x.significand} * y.significand, rest = product >> (digit_bits - shift);
  const auto low = static_cast<std::uint64_t>(product), middle = static_cast<std::uint64_t>(rest);
  const auto high = static_cast<std::uint64_t>(rest >> 64);
  before_addition();
  std::int64_t* const words = &words_[position / digit_bits];
  words[0] += Number::with_sign(low << shift & 0xffff'ffff, sign);
  words[1] += Number::with_sign(middle & 0xffff'ffff, sign);
  words[2] += Number::with_sign(middle >> digit_bits, sign);
  words[3] += Number::with_sign(high, sign);
}

void ExactSum::add_products(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size())
    throw Error("the factors of a dot product have ", a.size(), " and ", b.size(),
                " values; give both as many");
  while (!a.empty()) {
    const std::size_t count = std::min(a.size(), block_size), rows = count / lanes * lanes;
    const bool by_block = count >= shortest_extracted && add_block_of_products(a.first(rows), b.first(rows));
    for (std::size_t k = by_block ? rows : 0; k < count; ++k) add_product(a[k], b[k]);
    a = a.subspan(count);
    b = b.subspan(count);
  }
}

// Adds whole rows of lanes. Adds nothing and returns false if a product is too large, or so small that its
// last bit may be below 2^-1074, or if the processor has no fused multiplication. NaNs are not seen, as in
// add_block.
bool ExactSum::add_block_of_products(std::span<const double> a, std::span<const double> b) {
#if defined(FP_FAST_FMA) || defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  constexpr double too_small = 0x1p-968;
  const ExactArithmetic exact;
  std::array<double, block_size> products, rests;
  Lanes largest{}, smallest;
  smallest.fill(1);
  for (std::size_t row = 0; row < a.size(); row += lanes)
    for (std::size_t k = 0; k < lanes; ++k) {
      const double x = a[row + k], y = b[row + k], product = x * y;
      const double magnitude = std::abs(product);
      products[row + k] = product;
      rests[row + k] = std::fma(x, y, -product);
      largest[k] = magnitude > largest[k] ? magnitude : largest[k];
      const double unless_zero = x == 0 || y == 0 ? 1 : magnitude;
      smallest[k] = unless_zero < smallest[k] ? unless_zero : smallest[k];
    }
  if (std::ranges::max(largest) >= too_large || std::ranges::min(smallest) < too_small) return false;
  add_block({products.data(), a.size()});
  add_block({rests.data(), a.size()});
  return true;
#else
  (void)a, (void)b;
  return false;
#endif
}

void ExactSum::add_infinity_or_nan(double value) { words_[infinities] |= change(value).by[0]; }

ExactSum& ExactSum::operator+=(const ExactSum& other) {
  ExactSum carried = other;
  carried.carry();
  before_addition();
  for (int k = 0; k < digits; ++k) words_[k] += carried.words_[k];
  words_[infinities] |= carried.words_[infinities];
  return *this;
}

void ExactSum::add(std::span<const std::int64_t, Change::words> words) {
  Words all{};
  std::copy_n(words.begin(), Change::words - 1, all.begin() + digits_of_products);
  all[infinities] = words.back();
  add(all);
}

ExactSum::Words ExactSum::words() const {
  ExactSum sum = *this;
  sum.carry();
  return sum.words_;
}

void ExactSum::add(const Words& words) {
  ExactSum sum;
  sum.words_ = words;
  const std::int64_t counted = std::exchange(sum.words_[infinities], 0);
  if (counted % negative_infinity != 0) sum.words_[infinities] |= positive_infinity;
  if (counted / negative_infinity != 0) sum.words_[infinities] |= negative_infinity;
  *this += sum;
}

void ExactSum::carry() {
  std::int64_t carried = 0;
  for (int k = 0; k < digits - 1; ++k) {
    const std::int64_t digit = words_[k] + carried;
    words_[k] = digit & 0xffff'ffff;
    carried = digit >> digit_bits;  // rounds down: digits of negative sums are positive too
  }
  words_[digits - 1] += carried;
  additions_ = 0;
}

// A sum that is finite: +-(bits + more) * 2^exponent, as `rounded` has them. The highest bit is set unless
// the sum is zero.
struct ExactSum::Leading {
  Wide bits = 0;
  bool more = false;
  int exponent = 0;
  bool below_zero = false;
  std::optional<double> not_finite = {};
};

ExactSum::Leading ExactSum::leading() const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const bool positive = words_[infinities] % negative_infinity != 0;
  const bool negative = words_[infinities] / negative_infinity != 0;
  if (positive && negative) return {.not_finite = std::numeric_limits<double>::quiet_NaN()};
  if (positive || negative) return {.not_finite = positive ? infinity : -infinity};

  Leading result;
  ExactSum magnitude = *this;
  magnitude.carry();
  result.below_zero = magnitude.words_[digits - 1] < 0;
  if (result.below_zero) {
    for (int k = 0; k < digits; ++k) magnitude.words_[k] *= -1;
    magnitude.carry();
  }
  if (magnitude.words_[digits - 1] != 0) return {.not_finite = result.below_zero ? -infinity : infinity};

  const auto digit = [&](int k) { return k < 0 ? 0 : static_cast<std::uint32_t>(magnitude.words_[k]); };
  int top = digits - 2;
  while (top > 0 && digit(top) == 0) --top;
  for (int k = top; k > top - 4; --k) result.bits = result.bits << digit_bits | digit(k);
  const int shift = std::countl_zero(digit(top));
  const std::uint64_t next = std::uint64_t{digit(top - 4)} << shift;
  result.bits = result.bits << shift | next >> digit_bits;
  result.more = (next & 0xffff'ffff) != 0;
  for (int k = 0; k < top - 4; ++k) result.more |= digit(k) != 0;
  result.exponent = first_exponent + digit_bits * (top - 3) - shift;
  return result;
}

double ExactSum::value() const {
  const Leading sum = leading();
  if (sum.not_finite) return *sum.not_finite;
  const auto first = static_cast<std::uint64_t>(sum.bits >> 64),
             second = static_cast<std::uint64_t>(sum.bits);
  return rounded(first, sum.more || second != 0, sum.exponent + 64, sum.below_zero);
}

// Bit by bit, the largest integer whose square is no more. Its 64 bits are 11 more than a double has.
double ExactSum::square_root() const {
  Leading sum = leading();
  if (sum.below_zero || sum.not_finite.value_or(0) < 0) return std::numeric_limits<double>::quiet_NaN();
  if (sum.not_finite) return *sum.not_finite;
  if (sum.exponent % 2 != 0) {
    sum.more |= (sum.bits & 1) != 0;
    sum.bits >>= 1;
    ++sum.exponent;
  }
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 63; bit != 0; bit >>= 1)
    if (const Wide longer = root | bit; longer * longer <= sum.bits) root |= bit;
  return rounded(root, sum.more || Wide{root} * root != sum.bits, sum.exponent / 2, false);
}

void sum_over_ranks(const Communicator& comm, std::span<ExactSum> sums, std::string_view of) {
  constexpr std::size_t words = ExactSum::number_of_words;
  if (sums.size() > INT_MAX / words)
    throw Error("a reduction of ", sums.size(),
                " exact sums is longer than MPI can count; sum fewer at once");

  std::vector<ExactSum::Words> message;
  for (const ExactSum& sum : sums) message.push_back(sum.words());
  detail::all_reduce(comm, message.data(), static_cast<int>(message.size() * words), MPI_INT64_T, MPI_SUM,
                     {"reduction", of});
  for (std::size_t k = 0; k < sums.size(); ++k) {
    sums[k] = {};
    sums[k].add(message[k]);
  }
}

std::vector<double> exact_sums(const Communicator& comm, std::span<const ExactSum> mine,
                               std::string_view of) {
  std::vector<ExactSum> sums(mine.begin(), mine.end());
  sum_over_ranks(comm, sums, of);
  std::vector<double> values;
  for (const ExactSum& sum : sums) values.push_back(sum.value());
  return values;
}

double exact_sum(const Communicator& comm, std::span<const double> mine, std::string_view of) {
  ExactSum sum;
  sum.add(mine);
  sum_over_ranks(comm, {&sum, 1}, of);
  return sum.value();
}

double exact_dot(const Communicator& comm, std::span<const double> a, std::span<const double> b,
                 std::string_view of) {
  ExactSum sum;
  sum.add_products(a, b);
  sum_over_ranks(comm, {&sum, 1}, of);
  return sum.value();
}

double exact_norm(const Communicator& comm, std::span<const double> mine, std::string_view of) {
  ExactSum sum;
  sum.add_products(mine, mine);
  sum_over_ranks(comm, {&sum, 1}, of);
  return sum.square_root();
}

}  // namespace partita

/// \file Spans are summed block by block. From each value of a block the leading bits are split off,
///
///     high = (value + sigma) - sigma,    value = high + rest exactly,    sigma = 1.5 * 2^52 * unit,
///
/// where `unit` is the unit in the last place of sigma, and high its nearest multiple to the value. The unit
/// is chosen from the block's largest magnitude, so coarse that no sum of the block's highs reaches more than
/// 53 bits: they are added in plain vector arithmetic, exactly, in any order. The rests are split in the same
/// way. What is left after several such extractions (rarely anything) is added value by value; and the sums
/// are, so that the result is exact whatever the blocks. Extraction as in Rump, Ogita, Oishi, "Accurate
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
#include <utility>

#include <mpi.h>

#include <partita/support/collective.hpp>
#include <partita/support/error.hpp>
#include <partita/support/exact_sum.hpp>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__)
#error "exact_sum.cpp must be compiled without -ffast-math, which takes (value + sigma) - sigma for value"
#endif

namespace partita {
namespace {

static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<double>::digits == 53);
static_assert(FLT_EVAL_METHOD == 0, "double arithmetic must round to double, not to an extended precision");
static_assert(sizeof(ExactSum) == 552);

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
// program's arithmetic is put aside while this object lives: a look costs less than to do so always.
class ExactArithmetic {
 public:
  ExactArithmetic() {
    if (!is_other_) return;
    std::fegetenv(&other_);
    std::fesetenv(FE_DFL_ENV);
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
    return one + 0x1p-54 == 1 && one + 0x1.8p-53 > 1 && subnormal + subnormal == least;
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

void ExactSum::add_infinity_or_nan(double value) { words_[infinities] |= change(value).by[0]; }

ExactSum& ExactSum::operator+=(const ExactSum& other) {
  ExactSum carried = other;
  carried.carry();
  before_addition();
  for (int k = 0; k < digits; ++k) words_[k] += carried.words_[k];
  words_[infinities] |= carried.words_[infinities];
  return *this;
}

void ExactSum::add(std::span<const std::int64_t, number_of_words> words) {
  ExactSum sum;
  std::ranges::copy(words, sum.words_.begin());
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

double ExactSum::value() const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const bool positive = words_[infinities] % negative_infinity != 0;
  const bool negative = words_[infinities] / negative_infinity != 0;
  if (positive && negative) return std::numeric_limits<double>::quiet_NaN();
  if (positive || negative) return positive ? infinity : -infinity;

  ExactSum magnitude = *this;
  magnitude.carry();
  const bool below_zero = magnitude.words_[digits - 1] < 0;
  if (below_zero) {
    for (int k = 0; k < digits; ++k) magnitude.words_[k] *= -1;
    magnitude.carry();
  }
  const auto digit = [&](int k) { return k < 0 ? 0 : static_cast<std::uint64_t>(magnitude.words_[k]); };
  const auto bits_as_signed = [&](std::uint64_t bits) {
    return std::bit_cast<double>(bits | std::uint64_t{below_zero} << 63);
  };
  constexpr auto bits_of_infinity = std::bit_cast<std::uint64_t>(infinity);
  if (digit(digits - 1) != 0) return bits_as_signed(bits_of_infinity);

  // The 64 bits that begin with the highest one. That something follows these bits is as much as rounding
  // need know of it.
  int top = digits - 2;
  while (top > 1 && digit(top) == 0) --top;
  std::uint64_t leading = digit(top) << digit_bits | digit(top - 1);
  if (leading == 0) return 0;
  const int shift = std::countl_zero(leading);
  const std::uint64_t next = digit(top - 2) << digit_bits | digit(top - 3);
  if (shift > 0) leading = leading << shift | next >> (64 - shift);
  bool more = next << shift != 0;
  for (int k = 0; k < top - 3; ++k) more |= digit(k) != 0;

  // A double is the integer of its first 53 bits times 2^(place - 1074). Where that is no multiple of
  // 2^-1074, nothing was cut off.
  constexpr int cut = 64 - std::numeric_limits<double>::digits;
  const int place = digit_bits * (top - 1) - shift + cut;
  if (place < 0) return bits_as_signed(leading >> (cut - place));
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  const std::uint64_t kept = leading >> cut, rest = leading << (64 - cut);
  const bool up = rest > half || (rest == half && (more || kept % 2 != 0));
  return bits_as_signed(std::min((std::uint64_t(place) << 52) + kept + up, bits_of_infinity));
}

double exact_sum(const Communicator& comm, std::span<const double> mine, std::string_view of) {
  ExactSum sum;
  sum.add(mine);
  return exact_sums(comm, {&sum, 1}, of).front();
}

std::vector<double> exact_sums(const Communicator& comm, std::span<const ExactSum> mine,
                               std::string_view of) {
  constexpr std::size_t words = std::tuple_size_v<decltype(ExactSum::words_)>;
  if (mine.size() > INT_MAX / words)
    throw Error("a reduction of ", mine.size(),
                " exact sums is longer than MPI can count; sum fewer at once");

  std::vector<std::int64_t> message;
  message.reserve(mine.size() * words);
  for (ExactSum sum : mine) {
    sum.carry();
    message.insert(message.end(), sum.words_.begin(), sum.words_.end());
  }
  detail::all_reduce(comm, message.data(), static_cast<int>(message.size()), MPI_INT64_T, MPI_SUM,
                     {"reduction", of});

  std::vector<double> values;
  for (auto from = message.begin(); from != message.end(); from += words) {
    ExactSum sum;
    std::copy_n(from, words, sum.words_.begin());
    values.push_back(sum.value());
  }
  return values;
}

}  // namespace partita

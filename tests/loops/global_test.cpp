// Values of no element: reduced exactly, and read by later loops.
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <partita/loops/domain.hpp>

namespace partita::loops {
namespace {

struct Take {  // what is read, into all that is reduced
  template <class... Values>
  KOKKOS_FUNCTION void operator()(double q, Values&... values) const {
    ((values = q), ...);
  }
};

struct TakeNoNumber {
  KOKKOS_FUNCTION void operator()(double q, double& a, double& b) const {
    a = b = q == 1.0 / 3 ? std::sqrt(-1.0) : q;
  }
};

struct Divide {
  KOKKOS_FUNCTION void operator()(double q, double most, double& scaled) const { scaled = q / most; }
};

struct Line {
  KOKKOS_FUNCTION void operator()(double q, const std::array<double, 2>& line, double& on_it) const {
    on_it = line[0] + line[1] * q;
  }
};

struct TakeAs {  // what is read, in other types
  template <class... Values>
  KOKKOS_FUNCTION void operator()(double q, Values&... values) const {
    ((values = static_cast<Values>(q)), ...);
  }
};

struct Three {
  template <class... Values>
  KOKKOS_FUNCTION void operator()(Values&... values) const {
    ((values = 3), ...);
  }
};

struct Unused {
  template <class... Values>
  KOKKOS_FUNCTION void operator()(Values&...) const {}
};

class AGlobal : public testing::TestWithParam<Backend> {
 protected:
  // Each rank's share is its rank: rank 0 has nothing.
  std::vector<double> mine() const {
    std::vector<double> values;
    for (const global_index number : cells_.numbers()) values.push_back(value_of(number));
    return values;
  }
  static double value_of(global_index number) {
    return number % 2 ? 1e16 : 1.0 / static_cast<double>(number + 3);
  }

  template <class T>
  static std::uint64_t bits(T value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
  }

  const Communicator comm_{MPI_COMM_WORLD};
  Domain domain_{comm_, {.backend = GetParam()}};
  const Set cells_ = domain_.set("cells", static_cast<std::size_t>(10 * comm_.rank() + (comm_.size() == 1)));
  const Field<double, 1> q_{domain_.field<double, 1>("q", cells_, mine())};
};

TEST_P(AGlobal, IsTheExactSumRoundedOnce) {
  const auto total = domain_.global<double>("total");
  domain_.loop("add", cells_, read(q_), sum(total), in_kernels_too(Take{}))();
  ExactSum expected;
  for (global_index k = 0; k < cells_.size(); ++k) expected.add(value_of(k));
  EXPECT_EQ(total.value(), expected.value());
}

TEST_P(AGlobal, IsWhatTheLastLoopReduced) {
  auto most = domain_.global<double>("most", 7);
  EXPECT_EQ(most.value(), 7) << "or what it was given";
  const Loop loop = domain_.loop("find", cells_, read(q_), maximum(most), in_kernels_too(Take{}));
  loop();
  const double expected = cells_.size() > 1 ? 1e16 : value_of(0);
  EXPECT_EQ(most.value(), expected);
  most.assign(1e300);
  EXPECT_EQ(most.value(), 1e300);
  loop();
  EXPECT_EQ(most.value(), expected) << "what it was before does not count";
}

TEST_P(AGlobal, DoesNotLoseWhatIsNotANumber) {
  const auto least = domain_.global<double>("least"), most = domain_.global<double>("most");
  domain_.loop("find", cells_, read(q_), minimum(least), maximum(most), in_kernels_too(TakeNoNumber{}))();
  EXPECT_TRUE(std::isnan(least.value()));  // of number 0, on one rank alone
  EXPECT_TRUE(std::isnan(most.value()));
}

TEST_P(AGlobal, MayBeOfAnyType) {
  const auto down = domain_.global<int>("down"), turn = domain_.global<int>("turn");
  const auto lowest = domain_.global<std::int64_t>("lowest");
  const auto most = domain_.global<std::uint64_t>("most"), least = domain_.global<std::uint64_t>("least");
  const auto high = domain_.global<float>("high"), low = domain_.global<float>("low");
  const auto all = domain_.global<float>("all");
  std::vector<double> signed_numbers, large;
  double expected = 0;
  for (const global_index number : cells_.numbers()) {
    signed_numbers.push_back(static_cast<double>(number % 2 ? number : -number));
    large.push_back(0x1p63 * (1 + static_cast<double>(number % 2) / 2));
  }
  for (global_index k = 0; k < cells_.size(); ++k) expected += static_cast<double>(k % 2 ? k : -k);
  const auto q = domain_.field<double, 1>("signed", cells_, signed_numbers);
  domain_.loop("take", cells_, read(q), minimum(down), sum(turn), minimum(lowest), maximum(high),
               minimum(low), sum(all), in_kernels_too(TakeAs{}))();
  const auto last = static_cast<double>(cells_.size() - 1);
  const double last_even = last - std::fmod(last, 2), last_odd = last_even + (last_even < last ? 1 : -1);
  EXPECT_EQ(down.value(), -last_even);
  EXPECT_EQ(turn.value(), expected);
  EXPECT_EQ(lowest.value(), -last_even);
  EXPECT_EQ(high.value(), cells_.size() == 1 ? 0 : last_odd);
  EXPECT_EQ(low.value(), -last_even);
  EXPECT_EQ(all.value(), expected);

  const auto beyond = domain_.field<double, 1>("large", cells_, large);
  domain_.loop("take", cells_, read(beyond), maximum(most), minimum(least), in_kernels_too(TakeAs{}))();
  EXPECT_EQ(most.value(), std::uint64_t{cells_.size() == 1 ? 2U : 3U} << 62);
  EXPECT_EQ(least.value(), std::uint64_t{1} << 63);
}

TEST_P(AGlobal, IsReadByLaterLoopsOfTheSameChain) {
  const auto largest = domain_.global<double>("largest");
  const auto scaled = domain_.field<double, 1>("scaled", cells_);
  domain_.chain(
      "scale", domain_.loop("find", cells_, read(q_), maximum(largest), in_kernels_too(Take{})),
      domain_.loop("divide", cells_, read(q_), read(largest), write(scaled), in_kernels_too(Divide{})))();
  const double expected = cells_.size() > 1 ? 1e16 : value_of(0);
  for (std::size_t k = 0; k < mine().size(); ++k) EXPECT_EQ(scaled.values()[k], mine()[k] / expected);
}

TEST_P(AGlobal, GoesOnFromLoopToLoopIfTheProgramSaysSo) {
  const auto most = domain_.global<double>("most"), total = domain_.global<double>("total", 1e300);
  const auto count = domain_.global<int>("count");
  const Loop first = domain_.loop("first", cells_, read(q_), maximum(most), sum(total, onward), sum(count),
                                  in_kernels_too(TakeAs{}));
  const Loop then = domain_.loop("then", cells_, read(q_), maximum(most, onward), sum(total, onward),
                                 minimum(count, onward), in_kernels_too(TakeAs{}));
  domain_.chain("both", first, then, then)();
  ExactSum expected;
  expected.add(1e300);
  for (int loop = 0; loop < 3; ++loop)
    for (global_index k = 0; k < cells_.size(); ++k) expected.add(value_of(k));
  EXPECT_EQ(total.value(), expected.value()) << "from what it was given on";
  EXPECT_EQ(most.value(), cells_.size() > 1 ? 1e16 : value_of(0));
  most.assign(1e17);
  then();
  EXPECT_EQ(most.value(), 1e17);
}

TEST_P(AGlobal, ThatIsReadMayBeAnArray) {
  const auto line = domain_.global("line", std::array{2.0, 0.5});
  const auto on_it = domain_.field<double, 1>("on it", cells_);
  domain_.loop("evaluate", cells_, read(q_), read(line), write(on_it), in_kernels_too(Line{}))();
  for (std::size_t k = 0; k < mine().size(); ++k) EXPECT_EQ(on_it.values()[k], 2.0 + 0.5 * mine()[k]);
  EXPECT_EQ(line.value()[1], 0.5);
}

// 0 and -0 are equal, so that the first to come would win.
TEST_P(AGlobal, HasNoNegativeZeroThatComesFromTheOrder) {
  const auto least = domain_.global<double>("least"), most = domain_.global<double>("most");
  const auto turn = domain_.global<double>("turn");
  for (const double sign : {1.0, -1.0}) {
    std::vector<double> zeros;
    for (const global_index number : cells_.numbers())
      zeros.push_back(std::copysign(0.0, number % 2 ? sign : -sign));
    const auto zero = domain_.field<double, 1>("zero", cells_, zeros);
    domain_.loop("find", cells_, read(zero), minimum(least), maximum(most), sum(turn),
                 in_kernels_too(Take{}))();
    EXPECT_EQ(bits(least.value()), bits(0.0));
    EXPECT_EQ(bits(most.value()), bits(0.0));
    EXPECT_EQ(bits(turn.value()), bits(0.0));
  }
}

TEST_P(AGlobal, OfNoIterationsIsTheNeutralElement) {
  const Set nothing = domain_.set("nothing", 0);
  const auto least = domain_.global<double>("least", 1), total = domain_.global<double>("total", 1);
  const auto count = domain_.global<int>("count", 1);
  domain_.loop("find", nothing, minimum(least), sum(total), maximum(count), in_kernels_too(Three{}))();
  EXPECT_EQ(least.value(), std::numeric_limits<double>::infinity());
  EXPECT_EQ(total.value(), 0);
  EXPECT_EQ(count.value(), std::numeric_limits<int>::lowest());
}

TEST_P(AGlobal, IsNotReducedAndUsedByOneLoop) {
  const auto g = domain_.global<double>("dt");
  EXPECT_THROW(domain_.loop("both", cells_, read(g), sum(g), Unused{}), CollectiveError);
  EXPECT_THROW(domain_.loop("both", cells_, sum(g), maximum(g), Unused{}), CollectiveError);
}

INSTANTIATE_TEST_SUITE_P(InBothBackends, AGlobal,
                         testing::ValuesIn(fields_on_host ? std::vector{Backend::lanes, Backend::kernels}
                                                          : std::vector{Backend::kernels}),
                         [](const auto& backend) {
                           return backend.param == Backend::lanes ? "lanes" : "kernels";
                         });

}  // namespace
}  // namespace partita::loops

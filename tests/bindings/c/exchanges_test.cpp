// Exchanges of fields of every type and shape, and what they may carry.
#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "world.hpp"

namespace partita {
namespace {

using namespace testing_support;

template <class Use>
void for_each_type(Use&& use) {
  use(std::int8_t{}, PARTITA_INT8);
  use(std::int16_t{}, PARTITA_INT16);
  use(std::int32_t{}, PARTITA_INT32);
  use(std::int64_t{}, PARTITA_INT64);
  use(float{}, PARTITA_FLOAT);
  use(double{}, PARTITA_DOUBLE);
  use(std::complex<float>{}, PARTITA_COMPLEX_FLOAT);
  use(std::complex<double>{}, PARTITA_COMPLEX_DOUBLE);
}

TEST(CExchange, GathersEveryTypeInEveryShape) {
  const Exchange exchange(from_lists());
  for_each_type([&](auto zero, partita_type type) {
    for (const Shape& shape : shapes()) {
      Array<decltype(zero)> array(shape, type);
      const auto expected = array.gathered();
      expect_ok(partita_gather(exchange, 1, &array.field));
      EXPECT_EQ(array.memory, expected) << "type " << type << ", " << shape.name;
    }
  });
}

TEST(CExchange, ComparesCopiesWithTheirOwners) {
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const Exchange exchange(from_lists());
  for (const Shape& shape : shapes()) {
    Array<double> array(shape, PARTITA_DOUBLE);
    std::ranges::copy(array.gathered(), array.memory.begin());
    expect_ok(partita_check_ghosts(exchange, "q", 1, &array.field));
    expect_ok(partita_mark(exchange, "after the gather", 1, &array.field));  // nothing without a record
    for (double& value : array.memory) value += rank_here();
    const int code = partita_check_ghosts(exchange, "q", 1, &array.field);
    if (ranks == 1) continue;
    EXPECT_EQ(code, PARTITA_COLLECTIVE_ERROR) << shape.name;
    EXPECT_NE(std::string(partita_error()).find("ghosts of q differ from their owners"), std::string::npos);
  }
}

TEST(CExchange, ScattersEveryTypeInEveryShapeWithEveryOperation) {
  const Exchange exchange(from_lists());
  for_each_type([&](auto zero, partita_type type) {
    using T = decltype(zero);
    const auto expect = [&](partita_operation operation, const std::function<T(T, T)>& combine) {
      for (const Shape& shape : shapes()) {
        Array<T> array(shape, type);
        const std::vector<T> expected = array.scattered(combine);
        expect_ok(partita_scatter(exchange, operation, 1, &array.field));
        EXPECT_EQ(array.memory, expected)
            << "type " << type << ", " << shape.name << ", operation " << operation;
      }
    };
    expect(PARTITA_ADD, [](T a, T b) { return static_cast<T>(a + b); });
    expect(PARTITA_REPLACE, [](T, T b) { return b; });
    if constexpr (std::is_arithmetic_v<T>) {
      expect(PARTITA_MIN, [](T a, T b) { return std::min(a, b); });
      expect(PARTITA_MAX, [](T a, T b) { return std::max(a, b); });
    }
  });
}

TEST(CExchange, CopiesOfOwnersAreCombinedInAnyPattern) {
  const std::vector<int> owner = owners(rank_here()).first;
  for (const bool by_ids : {false, true}) {
    const Exchange exchange(by_ids ? from_ids(owner.data()) : from_owners());
    for (const Shape& shape : shapes()) {
      Array<double> array(shape, PARTITA_DOUBLE);
      const std::vector<double> expected = array.scattered(std::plus<double>());
      expect_ok(partita_scatter(exchange, PARTITA_ADD, 1, &array.field));
      EXPECT_EQ(array.memory, expected) << shape.name;
    }
  }
}

void keep_difference(void* owned, const void* contribution, partita_type type, void* calls) {
  if (type == PARTITA_DOUBLE)
    *static_cast<double*>(owned) -= *static_cast<const double*>(contribution);
  else
    *static_cast<std::int16_t*>(owned) ^= *static_cast<const std::int16_t*>(contribution);
  ++*static_cast<int*>(calls);
}

TEST(CExchange, ScattersWithAFunctionThatIsToldTheType) {
  const Exchange exchange(from_lists());
  Array<double> doubles(shapes()[1], PARTITA_DOUBLE);
  Array<std::int16_t> shorts(shapes()[3], PARTITA_INT16);
  const auto differences = doubles.scattered(std::minus<double>());
  const auto parities = shorts.scattered([](auto a, auto b) { return static_cast<std::int16_t>(a ^ b); });
  int contributions = 0, calls = 0;
  for (const std::vector<Copy>& copies : world().copies)
    contributions += static_cast<int>(std::ranges::count(copies, rank_here(), &Copy::rank));
  const partita_field fields[] = {doubles.field, shorts.field};
  expect_ok(partita_scatter_with(exchange, keep_difference, &calls, 2, fields));
  EXPECT_EQ(doubles.memory, differences);
  EXPECT_EQ(shorts.memory, parities);
  EXPECT_EQ(calls, 2 * values * contributions);
}

TEST(CExchange, FieldsOfDifferentTypesAndShapesTravelTogether) {
  const Exchange exchange(from_lists());
  Array<std::int8_t> bytes(shapes()[1], PARTITA_INT8);
  Array<std::complex<double>> complex(shapes()[3], PARTITA_COMPLEX_DOUBLE);
  Array<float> floats(shapes()[2], PARTITA_FLOAT);
  const auto expected = std::tuple(bytes.gathered(), complex.gathered(), floats.gathered());
  const partita_field fields[] = {bytes.field, complex.field, floats.field};
  expect_ok(partita_gather(exchange, 3, fields));
  EXPECT_EQ(std::tie(bytes.memory, complex.memory, floats.memory), expected);
}

TEST(CExchange, ArraysMayBeLongerThanThePatternNeedsAndOfUnknownLength) {
  const Exchange exchange(from_lists());
  Array<double> array(shapes()[0], PARTITA_DOUBLE);
  const auto expected = array.gathered();
  for (const int entities : {world().entities() + 3, -1}) {
    array.field.entities = entities;
    expect_ok(partita_gather(exchange, 1, &array.field));
    EXPECT_EQ(array.memory, expected);
  }
}

TEST(CExchange, OfNoValuesPassesBesideOthersOfTheSamePattern) {
  const Pattern pattern = from_lists();
  for (const char* plan : {"", "ac mpi", "rs_n barrier", "colouring ready_signal", "lp pairwise_sync",
                           "balanced windowed window=1", "two_stage", "ac lock"}) {
    const Exchange one(pattern, plan), other(pattern, plan);
    Array<double> array(shapes()[0], PARTITA_DOUBLE);
    const std::vector<double> expected = array.gathered();
    double none = -7;
    const partita_field rows = partita_rows(PARTITA_DOUBLE, &none, world().entities(), 0);
    expect_ok(partita_begin_gather(other, 1, &array.field));
    expect_ok(partita_gather(one, 1, &rows));
    expect_ok(partita_scatter(one, PARTITA_ADD, 1, &rows));
    expect_ok(partita_begin_gather(one, 1, &rows));
    expect_ok(partita_begin_scatter(one, PARTITA_ADD, 1, &rows));
    expect_ok(partita_finish_gather(one));
    expect_ok(partita_finish_scatter(one));
    expect_ok(partita_finish_gather(other));
    EXPECT_EQ(array.memory, expected) << plan;
    EXPECT_EQ(none, -7) << plan;
    expect_gather(one, plan);
  }
}

TEST(CExchange, SeveralAreUnderWayAtOnceInBothDirections) {
  const Exchange one(from_lists()), other(from_owners());
  Array<double> to_copies(shapes()[0], PARTITA_DOUBLE), to_owners(shapes()[2], PARTITA_DOUBLE);
  Array<std::int32_t> more(shapes()[3], PARTITA_INT32);
  const auto expected =
      std::tuple(to_copies.gathered(), to_owners.scattered(std::plus<double>()), more.gathered());
  for (int step = 0; step < 3; ++step) {
    Array<double> sums = to_owners;
    sums.field.data = sums.memory.data();
    expect_ok(partita_begin_gather(one, 1, &to_copies.field));
    expect_ok(partita_begin_scatter(one, PARTITA_ADD, 1, &sums.field));
    expect_ok(partita_begin_gather(other, 1, &more.field));
    expect_ok(partita_finish_scatter(one));
    expect_ok(partita_finish_gather(other));
    expect_ok(partita_finish_gather(one));
    EXPECT_EQ(std::tie(to_copies.memory, sums.memory, more.memory), expected) << "step " << step;
  }
}

// Entity k of rank r lies at place k * ranks + r of the array; the last one of each rank is everybody's place
// 0.
TEST(CExchange, CollectsToARootAndDistributesFromIt) {
  const int ranks = number_of_ranks(), root = ranks - 1, n = 4;
  std::vector<std::int64_t> place;
  for (int k = 0; k < n; ++k) place.push_back(k == n - 1 ? 0 : k == 1 ? -1 : k * ranks + rank_here());
  Pattern pattern;
  expect_ok(partita_pattern_from_root(MPI_COMM_WORLD, root, n, place.data(), &pattern.handle));
  const Exchange exchange(pattern);
  std::vector<int> mine, array(rank_here() == root ? 2 * static_cast<std::size_t>(3 * ranks) : 0, -1);
  for (int k = 0; k < n; ++k) mine.insert(mine.end(), {100 * rank_here() + k, -k});
  const partita_field of_root = partita_rows(PARTITA_INT32, array.data(), std::ssize(array) / 2, 2);
  const partita_field of_entities = partita_rows(PARTITA_INT32, mine.data(), n, 2);
  expect_ok(partita_collect(exchange, 1, &of_root, &of_entities));
  if (rank_here() == root) {
    for (int r = 0; r < ranks; ++r)
      for (const int k : {1, 2}) {
        EXPECT_EQ(array[2 * at(k * ranks + r)], k == 1 ? -1 : 100 * r + k);
        EXPECT_EQ(array[2 * at(k * ranks + r) + 1], k == 1 ? -1 : -k);
      }
    EXPECT_EQ(array[0], 100 * std::max(0, ranks - 2) + n - 1) << "of the highest rank, the root apart";
    for (std::size_t k = 0; k < array.size(); ++k) array[k] = static_cast<int>(k);
  }
  std::ranges::fill(mine, -7);
  expect_ok(partita_distribute(exchange, 1, &of_root, &of_entities));
  for (int k = 0; k < n; ++k)
    EXPECT_EQ(mine[2 * at(k)], place[at(k)] < 0 ? -7 : static_cast<int>(2 * place[at(k)])) << "entity " << k;
}

// Lists number the places of the send buffer, and those of the receive buffer, each from 0. By MPI they are
// sent from the buffer, without a copy.
TEST(CExchange, ExchangesTheBuffersOfAProgramBothWays) {
  const int ranks = number_of_ranks(), me = rank_here(), next = (me + 1) % ranks;
  const int previous = (me + ranks - 1) % ranks, points = 3;
  const std::array<int, 2> ends{0, points};
  const std::array<int, 3> places{0, 1, 2};
  Pattern pattern;
  expect_ok(partita_pattern_from_lists(MPI_COMM_WORLD, 0, 1, &previous, ends.data(), places.data(), 1, &next,
                                       ends.data(), places.data(), &pattern.handle));
  const auto packed = [&](int rank) {
    return std::vector<double>{10.0 * rank, 10.0 * rank + 1, 10.0 * rank + 2};
  };
  for (const char* plan : {"", "mpi"}) {
    const Exchange exchange(pattern, plan);
    std::vector<double> send = packed(me), receive(points, -1);
    const partita_field sent = partita_rows(PARTITA_DOUBLE, send.data(), points, 1);
    const partita_field received = partita_rows(PARTITA_DOUBLE, receive.data(), points, 1);
    expect_ok(partita_begin_distribute(exchange, 1, &sent, &received));
    expect_ok(partita_finish_gather(exchange));
    EXPECT_EQ(receive, packed(previous));
    std::ranges::fill(send, -1);
    expect_ok(partita_begin_collect(exchange, 1, &sent, &received));
    expect_ok(partita_finish_scatter(exchange));
    EXPECT_EQ(send, packed(me));
  }
}

// Two patterns in one message: entities with as many levels as their number in the world says, and plain
// ones.
TEST(CExchange, CountsMayDifferFromEntityToEntityAndFieldsMayHavePatternsOfTheirOwn) {
  const int ranks = number_of_ranks(), me = rank_here(), next = (me + 1) % ranks, most = 5;
  const std::array<int, 4> owner{me, me, next, next}, place{0, 1, 0, 1};
  Pattern levels, plain;
  expect_ok(partita_pattern_from_owners(MPI_COMM_WORLD, 0, 4, owner.data(), place.data(), &levels.handle));
  expect_ok(partita_pattern_from_owners(MPI_COMM_WORLD, 0, 3, owner.data(), place.data(), &plain.handle));
  std::array<int, 4> counts{};
  for (std::size_t e = 0; e < counts.size(); ++e) counts[e] = (owner[e] + 2 * place[e]) % most;
  std::vector<double> deep(at(4 * most), -1);
  std::array<float, 3> flat{static_cast<float>(me), 0, -1};
  for (int e = 0; e < 2; ++e)
    for (int l = 0; l < most; ++l) deep[at(e * most + l)] = 100 * me + 10 * e + l;
  std::array<partita_field, 2> fields{partita_rows(PARTITA_DOUBLE, deep.data(), 4, most),
                                      partita_rows(PARTITA_FLOAT, flat.data(), 3, 1)};
  fields[0].counts = counts.data();
  const std::array<const partita_pattern*, 2> patterns{levels.handle, plain.handle};
  partita_exchange* exchange = nullptr;
  expect_ok(partita_exchange_of(2, patterns.data(), fields.data(), "both", "", &exchange));
  expect_ok(partita_gather(exchange, 2, fields.data()));
  for (int e = 2; e < 4; ++e)
    for (int l = 0; l < most; ++l)
      EXPECT_EQ(deep[at(e * most + l)], l < counts[at(e)] ? 100 * next + 10 * place[at(e)] + l : -1.0);
  EXPECT_EQ(flat[2], static_cast<float>(next));
  expect_ok(partita_exchange_free(&exchange));
}

TEST(CExchange, OfShapesOfNoValuesPasses) {
  const int next = (rank_here() + 1) % number_of_ranks();
  const std::array<int, 2> owner{rank_here(), next}, place{0, 0}, no_levels{0, 0};
  Pattern ring;
  expect_ok(partita_pattern_from_owners(MPI_COMM_WORLD, 0, 2, owner.data(), place.data(), &ring.handle));
  std::array<double, 4> memory{1, 2, 3, 4};
  const partita_field empty = partita_rows(PARTITA_DOUBLE, memory.data(), 2, 0);
  partita_field counted = partita_rows(PARTITA_DOUBLE, memory.data(), 2, 2);
  counted.counts = no_levels.data();
  const partita_pattern* const pattern = ring;
  for (const partita_field& field : {empty, counted}) {
    partita_exchange* exchange = nullptr;
    expect_ok(partita_exchange_of(1, &pattern, &field, "nothing", "", &exchange));
    expect_ok(partita_gather(exchange, 1, &field));
    expect_ok(partita_scatter(exchange, PARTITA_ADD, 1, &field));
    expect_ok(partita_exchange_free(&exchange));
  }
  EXPECT_EQ(memory, (std::array<double, 4>{1, 2, 3, 4}));
}

}  // namespace
}  // namespace partita

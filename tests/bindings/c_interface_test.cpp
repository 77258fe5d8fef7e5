// The C interface, on a random distribution that every rank knows whole: what is expected comes from plain
// loops.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <partita.h>

#include <partita/support/random.hpp>

namespace partita {
namespace {

using testing::HasSubstr;

constexpr int values = 6;  // of an entity

int rank_here() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int number_of_ranks() {
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return ranks;
}

std::size_t at(int number) { return static_cast<std::size_t>(number); }

// ---- the world: of each rank, first homes, then copies of homes anywhere

struct Copy {
  int entity, rank, home;  // lies here; of this rank's home
};

struct World {
  std::vector<int> homes;                 // number of them, by rank
  std::vector<std::vector<Copy>> copies;  // by rank, in the order of lists

  World() {
    Random random(17);
    for (int r = 0; r < number_of_ranks(); ++r) homes.push_back(r % 4 == 3 ? 0 : 5 + r % 3);
    for (const int before : homes) {
      std::vector<Copy>& here = copies.emplace_back();
      for (int k = 0; k < 7; ++k) {
        int rank = 0;
        do rank = static_cast<int>(random.below(static_cast<std::uint32_t>(homes.size())));
        while (homes[at(rank)] == 0);
        here.push_back({before + k, rank, static_cast<int>(random.below(5))});
      }
      random.shuffle(here);
    }
  }

  int entities(int rank) const { return homes[at(rank)] + 7; }
  int entities() const { return entities(rank_here()); }
};

const World& world() {
  static const World it;
  return it;
}

// Tells ranks, entities and values apart; whole numbers, so that sums have no order.
template <class T>
T value(int rank, int entity, int number) {
  const int it = 1 + rank * 1000 + entity * 37 + number * 5;
  if constexpr (std::is_arithmetic_v<T>)
    return static_cast<T>(it);
  else
    return T(static_cast<typename T::value_type>(it), static_cast<typename T::value_type>(-2 * it));
}

// ---- memory of any shape

struct Shape {
  std::string name;
  std::size_t size;  // of all memory, in values
  std::function<int(int entity, int number)> index;
  std::function<partita_field(partita_type, void*)> field;
};

std::vector<Shape> shapes() {
  const int n = world().entities(), nproma = 4, blocks = (n + nproma - 1) / nproma;
  return {{"rows", at(n * values), [](int e, int v) { return e * values + v; },
           [n](partita_type type, void* data) { return partita_rows(type, data, n, values); }},
          {"columns", at(n * values), [n](int e, int v) { return v * n + e; },
           [n](partita_type type, void* data) { return partita_columns(type, data, n, values); }},
          {"blocks", at(blocks * values * nproma),
           [](int e, int v) { return (e / nproma * values + v) * nproma + e % nproma; },
           [=](partita_type type, void* data) { return partita_blocks(type, data, nproma, values, blocks); }},
          // C's a[n][3][5], of which [e][0..2][1] and [e][0..2][3] are exchanged, with the last entity first
          {"strides", at(n * 15), [n](int e, int v) { return (n - 1 - e) * 15 + v / 2 * 5 + v % 2 * 2 + 1; },
           [n](partita_type type, void* data) {
             partita_field field = partita_rows(type, data, 1, 1);
             const ptrdiff_t bytes = field.stride;
             field.data = static_cast<char*>(data) + ((n - 1) * 15 + 1) * bytes;
             field.entities = n;
             field.stride = -15 * bytes;
             field.extents[1] = 3;
             field.extents[2] = 2;
             field.strides[1] = 5 * bytes;
             field.strides[2] = 2 * bytes;
             return field;
           }}};
}

// A field of this rank, and what comes of it. Memory between values must stay as it is.
template <class T>
struct Array {
  Array(Shape given, partita_type type) : shape(std::move(given)), memory(shape.size, T(-1)) {
    for (int e = 0; e < world().entities(); ++e)
      for (int v = 0; v < values; ++v) memory[at(shape.index(e, v))] = value<T>(rank_here(), e, v);
    field = shape.field(type, memory.data());
  }

  std::vector<T> gathered() const {
    std::vector<T> expected = memory;
    for (const Copy& copy : world().copies[at(rank_here())])
      for (int v = 0; v < values; ++v)
        expected[at(shape.index(copy.entity, v))] = value<T>(copy.rank, copy.home, v);
    return expected;
  }

  // Copies of this rank count first, then rank after rank.
  std::vector<T> scattered(const std::function<T(T, T)>& combine) const {
    std::vector<int> from(world().copies.size());
    std::iota(from.begin(), from.end(), 0);
    std::rotate(from.begin(), from.begin() + rank_here(), from.begin() + rank_here() + 1);
    std::vector<T> expected = memory;
    for (const int rank : from)
      for (const Copy& copy : world().copies[at(rank)])
        if (copy.rank == rank_here())
          for (int v = 0; v < values; ++v) {
            T& home = expected[at(shape.index(copy.home, v))];
            home = combine(home, value<T>(rank, copy.entity, v));
          }
    return expected;
  }

  Shape shape;
  std::vector<T> memory;
  partita_field field;
};

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

// ---- handles that free themselves

struct Pattern {
  Pattern() = default;
  Pattern(Pattern&& other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  ~Pattern() {
    if (handle) partita_pattern_free(&handle);
  }
  partita_pattern* handle = nullptr;
};

struct Exchange {
  explicit Exchange(const Pattern& pattern, const char* plan = "") {
    EXPECT_EQ(partita_exchange_new(pattern.handle, "halo", plan, &handle), PARTITA_OK) << partita_error();
  }
  Exchange(Exchange&&) = delete;
  ~Exchange() {
    if (handle) partita_exchange_free(&handle);
  }
  operator partita_exchange*() const { return handle; }
  partita_exchange* handle = nullptr;
};

void expect_ok(int code) { EXPECT_EQ(code, PARTITA_OK) << partita_error(); }

void expect_refused(int given, int code, const std::string& sentence) {
  EXPECT_EQ(given, code) << sentence;
  EXPECT_THAT(partita_error(), HasSubstr(sentence));
}

// ---- the same world, told in four ways

struct Lists {
  std::vector<int> ranks, ptr, places;

  Lists(int base, const std::vector<std::vector<int>>& by_rank) : ptr{base} {
    for (int rank = static_cast<int>(by_rank.size()); rank-- > 0;) {  // in any order
      const std::vector<int>& list = by_rank[at(rank)];
      if (list.empty()) continue;
      ranks.push_back(rank);
      for (const int place : list) places.push_back(place + base);
      ptr.push_back(static_cast<int>(places.size()) + base);
    }
  }
  int neighbours() const { return static_cast<int>(ranks.size()); }
};

Pattern from_lists(int base = 0) {
  const std::vector<std::vector<Copy>>& copies = world().copies;
  std::vector<std::vector<int>> receives(copies.size()), sends(copies.size());
  for (const Copy& copy : copies[at(rank_here())]) receives[at(copy.rank)].push_back(copy.entity);
  for (std::size_t to = 0; to < copies.size(); ++to)
    for (const Copy& copy : copies[to])
      if (copy.rank == rank_here()) sends[to].push_back(copy.home);
  const Lists from(base, receives), to(base, sends);
  Pattern pattern;
  expect_ok(partita_pattern_from_lists(MPI_COMM_WORLD, base, from.neighbours(), from.ranks.data(),
                                       from.ptr.data(), from.places.data(), to.neighbours(), to.ranks.data(),
                                       to.ptr.data(), to.places.data(), &pattern.handle));
  return pattern;
}

// Owner, and place there, of each entity.
std::pair<std::vector<int>, std::vector<int>> owners(int rank) {
  std::vector<int> owner(at(world().entities(rank)), rank), place(owner.size());
  std::iota(place.begin(), place.end(), 0);
  for (const Copy& copy : world().copies[at(rank)]) {
    owner[at(copy.entity)] = copy.rank;
    place[at(copy.entity)] = copy.home;
  }
  return {owner, place};
}

Pattern from_owners(int base = 0) {
  auto [owner, place] = owners(rank_here());
  for (int& each : place) each += base;
  Pattern pattern;
  expect_ok(partita_pattern_from_owners(MPI_COMM_WORLD, base, static_cast<int>(owner.size()), owner.data(),
                                        place.data(), &pattern.handle));
  return pattern;
}

std::vector<std::int64_t> ids(int rank) {
  const auto [owner, place] = owners(rank);
  std::vector<std::int64_t> id;
  for (std::size_t e = 0; e < owner.size(); ++e)
    id.push_back(-5'000'000'000'000 + owner[e] * 70'000'000'000 + place[e] * 3);
  return id;
}

Pattern from_ids(const int* owner) {
  const std::vector<std::int64_t> id = ids(rank_here());
  Pattern pattern;
  expect_ok(partita_pattern_from_ids(MPI_COMM_WORLD, static_cast<int>(id.size()), id.data(), owner,
                                     &pattern.handle));
  return pattern;
}

void expect_gather(const Exchange& exchange, const std::string& what) {
  for (const Shape& shape : shapes()) {
    Array<double> array(shape, PARTITA_DOUBLE);
    const std::vector<double> expected = array.gathered();
    expect_ok(partita_gather(exchange, 1, &array.field));
    EXPECT_EQ(array.memory, expected) << what << ", " << shape.name;
  }
}

// ---- patterns

TEST(CPattern, FromListsCopiesEntryByEntryWhateverTheFirstNumber) {
  for (const int base : {0, 1}) expect_gather(Exchange(from_lists(base)), "base " + std::to_string(base));
}

TEST(CPattern, FromOwnersCopiesFromTheirPlacesWhateverTheFirstNumber) {
  for (const int base : {0, 1}) expect_gather(Exchange(from_owners(base)), "base " + std::to_string(base));
}

TEST(CPattern, FromIdsCopiesFromTheOwnersThatAreNamed) {
  expect_gather(Exchange(from_ids(owners(rank_here()).first.data())), "named owners");
}

TEST(CPattern, FromIdsAloneCopiesFromTheLowestRank) {
  const Exchange exchange(from_ids(nullptr));
  Array<double> array(shapes()[0], PARTITA_DOUBLE);
  std::vector<double> expected;
  for (const std::int64_t id : ids(rank_here()))
    for (int v = 0; v < values; ++v)
      for (int rank = 0; rank < number_of_ranks(); ++rank) {
        const std::vector<std::int64_t> theirs = ids(rank);
        const auto first = std::ranges::find(theirs, id);
        if (first == theirs.end()) continue;
        expected.push_back(value<double>(rank, static_cast<int>(first - theirs.begin()), v));
        break;
      }
  expect_ok(partita_gather(exchange, 1, &array.field));
  EXPECT_EQ(array.memory, expected);
}

TEST(CPattern, FromReferencesNumbersGhostsBehindOwnedValues) {
  constexpr int owned = 5;
  const int all = owned * number_of_ranks();
  const auto global = [](int k) {
    return std::int64_t{k} * number_of_ranks() + rank_here();
  };  // dealt like cards
  std::vector<std::int64_t> mine, references;
  for (int k = 0; k < owned; ++k) mine.push_back(global(k));
  Random random(static_cast<std::uint64_t>(rank_here()));
  for (int k = 0; k < 40; ++k) references.push_back(random.below(static_cast<std::uint32_t>(all)));
  for (const int base : {0, 1}) {
    Pattern pattern;
    std::vector<int> local(references.size());
    int ghosts = -1;
    expect_ok(partita_pattern_from_references(MPI_COMM_WORLD, base, owned, mine.data(),
                                              std::ssize(references), references.data(), local.data(),
                                              &ghosts, &pattern.handle));
    std::vector<std::int64_t> field(at(owned + ghosts), -1);
    std::ranges::copy(mine, field.begin());
    const partita_field rows = partita_rows(PARTITA_INT64, field.data(), std::ssize(field), 1);
    expect_ok(partita_gather(Exchange(pattern), 1, &rows));
    for (std::size_t k = 0; k < references.size(); ++k)
      EXPECT_EQ(field[at(local[k] - base)], references[k]) << "base " << base;
    EXPECT_EQ(std::ranges::count(field, -1), 0) << "a ghost that nothing refers to";
  }
}

TEST(CPattern, MayEndBeforeItsExchanges) {
  Pattern pattern = from_lists();
  const Exchange exchange(pattern);
  expect_ok(partita_pattern_free(&pattern.handle));
  EXPECT_EQ(pattern.handle, nullptr);
  expect_gather(exchange, "without its pattern");
}

TEST(CPattern, OfOneCommunicatorEndsBeforeAnotherBegins) {
  for (int round = 0; round < 3; ++round) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank_here(), &comm);  // the other way round
    int rank = 0, ranks = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    {
      const std::array<int, 2> owner{rank, (rank + 1) % ranks}, place{0, 0};
      Pattern pattern;
      expect_ok(partita_pattern_from_owners(comm, 0, 2, owner.data(), place.data(), &pattern.handle));
      std::array<int, 2> field{rank, -1};
      const partita_field rows = partita_rows(PARTITA_INT32, field.data(), 2, 1);
      expect_ok(partita_gather(Exchange(pattern), 1, &rows));
      EXPECT_EQ(field[1], owner[1]);
    }
    MPI_Comm_free(&comm);
  }
}

// ---- exchanges

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

TEST(CExchange, AnEntityMayHaveNoValues) {
  const Exchange exchange(from_lists());
  double none = 0;
  const partita_field rows = partita_rows(PARTITA_DOUBLE, &none, world().entities(), 0);
  expect_ok(partita_gather(exchange, 1, &rows));
  expect_ok(partita_scatter(exchange, PARTITA_ADD, 1, &rows));
  expect_gather(exchange, "afterwards");
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

TEST(CExchange, HasThePlanThatWordsAskFor) {
  const Pattern pattern = from_lists();
  const Exchange told(pattern, "rs_n barrier");
  EXPECT_STREQ(partita_exchange_plan(told), "rs_n by barrier: as told");
  expect_gather(told, "as told");
  EXPECT_STRNE(partita_exchange_plan(Exchange(pattern)), "");
  EXPECT_STREQ(partita_exchange_plan(nullptr), "");
}

// ---- sums

std::uint64_t bits(double number) { return std::bit_cast<std::uint64_t>(number); }

// The same on every rank: of any exponent, so that another order would give other sums.
std::vector<double> numbers(std::uint64_t seed) {
  Random random(seed);
  std::vector<double> all;
  for (int k = 0; k < 1000; ++k)
    all.push_back(
        std::ldexp(static_cast<double>(random.next()) - 0x1p31, static_cast<int>(random.below(120))));
  return all;
}

// Those of this rank, backwards.
std::vector<double> dealt(const std::vector<double>& all) {
  std::vector<double> mine;
  for (std::size_t k = all.size(); k-- > 0;)
    if (at(rank_here()) == k * k % at(number_of_ranks())) mine.push_back(all[k]);
  return mine;
}

TEST(CExactSums, HaveTheSameBitsHoweverTheValuesAreDealt) {
  const std::vector<double> all[] = {numbers(1), numbers(2)};
  std::vector<double> whole(all[0]), mine = dealt(all[0]), others = dealt(all[1]);
  const std::ptrdiff_t n = std::ssize(mine);
  whole.insert(whole.end(), all[1].begin(), all[1].end());
  mine.insert(mine.end(), others.begin(), others.end());
  std::array<double, 2> together{}, here{};
  expect_ok(partita_exact_sums(MPI_COMM_WORLD, 2, n, mine.data(), together.data()));
  expect_ok(partita_exact_sums(MPI_COMM_SELF, 2, 1000, whole.data(), here.data()));
  EXPECT_EQ(bits(together[0]), bits(here[0]));
  EXPECT_EQ(bits(together[1]), bits(here[1]));

  double dot = 0, dot_here = 0;
  expect_ok(partita_exact_dot(MPI_COMM_WORLD, n, mine.data(), others.data(), &dot));
  expect_ok(partita_exact_dot(MPI_COMM_SELF, 1000, all[0].data(), all[1].data(), &dot_here));
  EXPECT_EQ(bits(dot), bits(dot_here));
}

TEST(CExactSums, AreRoundedOnce) {
  const bool is_first = rank_here() == 0, is_last = rank_here() == number_of_ranks() - 1;
  const std::array<double, 3> mine{is_first ? 1e100 : 0, 1, is_last ? -1e100 : 0}, ones{1, 1, 1};
  double sum = 0, dot = 0;
  expect_ok(partita_exact_sums(MPI_COMM_WORLD, 1, 3, mine.data(), &sum));
  expect_ok(partita_exact_dot(MPI_COMM_WORLD, 3, mine.data(), ones.data(), &dot));
  EXPECT_EQ(sum, number_of_ranks());
  EXPECT_EQ(dot, number_of_ranks());
}

TEST(CExactSums, OfNothingAreNought) {
  double sum = 7;
  expect_ok(partita_exact_sums(MPI_COMM_WORLD, 1, 0, nullptr, &sum));
  EXPECT_EQ(sum, 0);
  expect_ok(partita_exact_sums(MPI_COMM_WORLD, 0, 5, nullptr, nullptr));
}

// ---- what is wrong is named, and the library goes on

class CError : public testing::Test {
 protected:
  ~CError() override { expect_gather(exchange_, "after errors"); }

  Pattern pattern_ = from_lists();
  Exchange exchange_{pattern_};
  Array<double> array_{shapes()[0], PARTITA_DOUBLE};
};

TEST_F(CError, InThePatternIsSaidOnAllRanks) {
  const int me = rank_here(), ptr[] = {0, 1}, place[] = {0}, negative[] = {-1}, nobody = number_of_ranks();
  partita_pattern* none = nullptr;
  const auto lists = [&](int base, const int* rank, const int* pointers, const int* list) {
    return partita_pattern_from_lists(MPI_COMM_WORLD, base, 1, rank, pointers, list, 1, &me, ptr, place,
                                      &none);
  };
  const int everywhere = PARTITA_COLLECTIVE_ERROR;
  expect_refused(lists(2, &me, ptr, place), everywhere, "base is 2; give 0 or 1");
  expect_refused(lists(0, nullptr, ptr, place), everywhere, "the ranks of a list is a null pointer");
  expect_refused(lists(0, &me, nullptr, place), everywhere, "the pointers of a list is a null pointer");
  expect_refused(lists(0, &me, ptr, nullptr), everywhere, "a list is a null pointer");
  expect_refused(lists(0, &me, ptr, negative), everywhere, "is place -1; places begin with 0");
  expect_refused(lists(1, &me, ptr, place), everywhere, "the first offset is 0; numbers begin with 1");
  expect_refused(lists(0, &nobody, ptr, place), everywhere, "neighbour 0 is rank");
  EXPECT_EQ(none, nullptr) << "outputs are written only by calls that succeed";
  expect_refused(
      partita_pattern_from_lists(MPI_COMM_WORLD, 0, -1, &me, ptr, place, 1, &me, ptr, place, &none),
      everywhere, "is -1");
  expect_refused(
      partita_pattern_from_lists(MPI_COMM_WORLD, 0, 1, &me, ptr, place, 1, &me, ptr, place, nullptr),
      everywhere, "the pattern to be made is a null pointer");
  expect_refused(partita_pattern_from_owners(MPI_COMM_NULL, 0, 1, &me, place, &none), PARTITA_ERROR,
                 "MPI_COMM_NULL");
}

TEST_F(CError, OfOneRankInThePatternIsSaidOnAllRanks) {
  const int last = number_of_ranks() - 1, me = rank_here(), place[] = {0};
  const std::int64_t id = 5;
  partita_pattern* none = nullptr;
  expect_refused(partita_pattern_from_owners(MPI_COMM_WORLD, 0, 1, me == last ? nullptr : &me, place, &none),
                 PARTITA_COLLECTIVE_ERROR, "the owners is a null pointer");
  expect_refused(partita_pattern_from_ids(MPI_COMM_WORLD, 1, me == last ? nullptr : &id, nullptr, &none),
                 PARTITA_COLLECTIVE_ERROR, "the numbers is a null pointer");
  if (last > 0)
    expect_refused(partita_pattern_from_ids(MPI_COMM_WORLD, 1, &id, me == last ? nullptr : place, &none),
                   PARTITA_COLLECTIVE_ERROR,
                   "rank " + std::to_string(last) + " gives no owners, but others do");
  int local = 0;
  expect_refused(partita_pattern_from_references(MPI_COMM_WORLD, 0, 0, nullptr, 1, &id, &local,
                                                 me == last ? nullptr : &local, &none),
                 PARTITA_COLLECTIVE_ERROR, "the place for the number of ghosts is a null pointer");
}

TEST_F(CError, InThePlanNamesTheExchange) {
  partita_exchange* none = nullptr;
  expect_refused(partita_exchange_new(pattern_.handle, "nodes", "colourful", &none), PARTITA_COLLECTIVE_ERROR,
                 "the plan of the exchange \"nodes\": \"colourful\" is no word for a plan");
  expect_refused(partita_exchange_new(nullptr, "nodes", "", &none), PARTITA_ERROR,
                 "the pattern is a null pointer");
  expect_refused(partita_exchange_new(pattern_.handle, "nodes", "", nullptr), PARTITA_COLLECTIVE_ERROR,
                 "the exchange to be made is a null pointer");
  EXPECT_EQ(none, nullptr);
}

TEST_F(CError, InFieldsNamesExchangeAndField) {
  const auto refused = [&](const std::string& sentence, const std::function<void(partita_field&)>& change) {
    partita_field fields[] = {array_.field, array_.field};
    change(fields[1]);
    const std::string where = "rank " + std::to_string(rank_here()) + ", exchange \"halo\": ";
    expect_refused(partita_gather(exchange_, 2, fields), PARTITA_ERROR, where + sentence);
    expect_refused(partita_scatter(exchange_, PARTITA_ADD, 2, fields), PARTITA_ERROR, where + sentence);
  };
  refused("field 2 has room for 3 entities; its pattern needs ", [](auto& field) { field.entities = 3; });
  refused("field 2 has no data: a null pointer", [](auto& field) { field.data = nullptr; });
  refused("field 2 has -1 values in dimension 0", [](auto& field) { field.extents[0] = -1; });
  refused("field 2 has blocks of -4 entities", [](auto& field) { field.block = -4; });
  refused("a field has the type 9", [](auto& field) { field.type = static_cast<partita_type>(9); });
}

TEST_F(CError, InACallSaysWhatItTakes) {
  const partita_field* const field = &array_.field;
  expect_refused(partita_gather(exchange_, 0, field), PARTITA_ERROR,
                 "was given 0 fields; it takes at least one");
  expect_refused(partita_gather(exchange_, 1, nullptr), PARTITA_ERROR,
                 "the list of fields is a null pointer");
  expect_refused(partita_gather(nullptr, 1, field), PARTITA_ERROR, "the exchange is a null pointer");
  expect_refused(partita_scatter(exchange_, static_cast<partita_operation>(5), 1, field), PARTITA_ERROR,
                 "there is no operation 5");
  expect_refused(partita_scatter_with(exchange_, nullptr, nullptr, 1, field), PARTITA_ERROR,
                 "the function that combines is a null pointer");
  for (const partita_type type : {PARTITA_COMPLEX_FLOAT, PARTITA_COMPLEX_DOUBLE})
    for (const partita_operation operation : {PARTITA_MIN, PARTITA_MAX}) {
      std::vector<std::complex<double>> room(at(world().entities()));
      const partita_field complex = partita_rows(type, room.data(), std::ssize(room), 1);
      expect_refused(partita_scatter(exchange_, operation, 1, &complex), PARTITA_ERROR, "field 1 is complex");
    }
}

TEST_F(CError, OfOrderLeavesWhatIsUnderWay) {
  const partita_field* const field = &array_.field;
  expect_refused(partita_finish_scatter(exchange_), PARTITA_ERROR, "no scatter is under way");
  expect_refused(partita_finish_gather(exchange_), PARTITA_ERROR, "exchange \"halo\"");
  const auto expected = array_.gathered();
  expect_ok(partita_begin_gather(exchange_, 1, field));
  expect_refused(partita_begin_gather(exchange_, 1, field), PARTITA_ERROR, "exchange \"halo\"");
  expect_ok(partita_finish_gather(exchange_));
  EXPECT_EQ(array_.memory, expected);

  Array<double> other(shapes()[0], PARTITA_DOUBLE);
  const auto sums = other.scattered(std::plus<double>());
  expect_ok(partita_begin_scatter(exchange_, PARTITA_ADD, 1, &other.field));
  expect_refused(partita_begin_scatter(exchange_, PARTITA_MAX, 1, field), PARTITA_ERROR, "exchange \"halo\"");
  expect_ok(partita_finish_scatter(exchange_));
  EXPECT_EQ(other.memory, sums);
}

TEST_F(CError, InSumsIsSaidOnAllRanks) {
  const bool is_last = rank_here() == number_of_ranks() - 1;
  double sum = 7, one = 1;
  const auto sums = [&](int number, std::ptrdiff_t n, const double* of, double* result) {
    return partita_exact_sums(MPI_COMM_WORLD, number, n, of, result);
  };
  expect_refused(sums(is_last ? -1 : 1, 1, &one, &sum), PARTITA_COLLECTIVE_ERROR, "there are -1 sums");
  expect_refused(sums(1, is_last ? -2 : 1, &one, &sum), PARTITA_COLLECTIVE_ERROR, "of -2 values");
  expect_refused(sums(1, 1, is_last ? nullptr : &one, &sum), PARTITA_COLLECTIVE_ERROR,
                 "the values to be summed");
  expect_refused(sums(1, 1, &one, is_last ? nullptr : &sum), PARTITA_COLLECTIVE_ERROR,
                 "the place for results");
  expect_refused(partita_exact_dot(MPI_COMM_WORLD, 1, &one, is_last ? nullptr : &one, &sum),
                 PARTITA_COLLECTIVE_ERROR, "the second factor is a null pointer");
  expect_refused(partita_exact_dot(MPI_COMM_WORLD, 1, &one, &one, is_last ? nullptr : &sum),
                 PARTITA_COLLECTIVE_ERROR, "the place for results");
  expect_refused(partita_exact_dot(MPI_COMM_WORLD, -1, &one, &one, &sum), PARTITA_COLLECTIVE_ERROR,
                 "-1 values");
  EXPECT_EQ(sum, 7);
}

TEST_F(CError, InFreeingNothingIsRefused) {
  expect_refused(partita_pattern_free(nullptr), PARTITA_ERROR, "the pattern to be freed is a null pointer");
  expect_refused(partita_exchange_free(nullptr), PARTITA_ERROR, "the exchange to be freed is a null pointer");
  partita_exchange* freed = nullptr;
  expect_ok(partita_exchange_free(&freed));
}

}  // namespace
}  // namespace partita

#include "world.hpp"

#include <partita/support/random.hpp>

namespace partita::testing_support {

World::World() {
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

const World& world() {
  static const World it;
  return it;
}

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

namespace {

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

}  // namespace

Pattern from_lists(int base) {
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

std::pair<std::vector<int>, std::vector<int>> owners(int rank) {
  std::vector<int> owner(at(world().entities(rank)), rank), place(owner.size());
  std::iota(place.begin(), place.end(), 0);
  for (const Copy& copy : world().copies[at(rank)]) {
    owner[at(copy.entity)] = copy.rank;
    place[at(copy.entity)] = copy.home;
  }
  return {owner, place};
}

Pattern from_owners(int base) {
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

void expect_gather(partita_exchange* exchange, const std::string& what) {
  for (const Shape& shape : shapes()) {
    Array<double> array(shape, PARTITA_DOUBLE);
    const std::vector<double> expected = array.gathered();
    expect_ok(partita_gather(exchange, 1, &array.field));
    EXPECT_EQ(array.memory, expected) << what << ", " << shape.name;
  }
}

}  // namespace partita::testing_support

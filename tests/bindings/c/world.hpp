#pragma once
// A random distribution of entities that every rank knows whole, so that what is expected comes from plain
// loops; and fields of it, in memory of any shape.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "calls.hpp"

namespace partita::testing_support {

inline constexpr int values = 6;  // of an entity

struct Copy {
  int entity, rank, home;  // lies here; of this rank's home
};

// Of each rank, first homes, then copies of homes anywhere.
struct World {
  std::vector<int> homes;                 // number of them, by rank
  std::vector<std::vector<Copy>> copies;  // by rank, in the order of lists

  World();
  int entities(int rank) const { return homes[at(rank)] + 7; }
  int entities() const { return entities(rank_here()); }
};

const World& world();

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

std::vector<Shape> shapes();

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

// ---- patterns of this world, told in several ways

Pattern from_lists(int base = 0);
Pattern from_owners(int base = 0);
Pattern from_ids(const int* owner);

// Owner, and place there, of each entity of a rank; their numbers, with gaps.
std::pair<std::vector<int>, std::vector<int>> owners(int rank);
std::vector<std::int64_t> ids(int rank);

// Gathers a field of every shape.
void expect_gather(partita_exchange* exchange, const std::string& what);

}  // namespace partita::testing_support

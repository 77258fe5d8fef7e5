#pragma once
// Random sets of values that ranks own, the same on every rank: plain look-ups say what is expected of
// tables, patterns and loops. Numbers and places count from 0 here.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "calls.hpp"
#include "tests/random_graph.hpp"

namespace partita::testing_support {

using Numbers = std::vector<std::int64_t>;

// Random worlds to try: fewer on more ranks, where each takes longer.
inline std::uint64_t worlds(std::uint64_t on_one_rank) {
  return 2 * on_one_rank / static_cast<std::uint64_t>(number_of_ranks() + 1);
}

struct Set {
  std::vector<int> owner;      // of each global number
  std::vector<Numbers> owned;  // by rank: global numbers in local order

  int place(std::int64_t number) const {  // on its owner
    const Numbers& all = owned[at(owner[static_cast<std::size_t>(number)])];
    return static_cast<int>(std::ranges::find(all, number) - all.begin());
  }
  const Numbers& here() const { return owned[at(rank_here())]; }
};

enum class Order { ascending, any };  // local, of the values of a rank

inline Set random_set(std::uint64_t seed, Order order) {
  Set set{random_graph(number_of_ranks(), seed).parts, std::vector<Numbers>(at(number_of_ranks()))};
  for (std::size_t number = 0; number < set.owner.size(); ++number)
    set.owned[at(set.owner[number])].push_back(static_cast<std::int64_t>(number));
  Random random(seed);
  if (order == Order::any)
    for (Numbers& numbers : set.owned) random.shuffle(numbers);
  return set;
}

inline Numbers counted_from(int base, Numbers numbers) {
  for (std::int64_t& number : numbers) number += base;
  return numbers;
}

inline Table table_of(const Set& set, int base) {
  const Numbers mine = counted_from(base, set.here());
  Table table;
  expect_ok(partita_table_from_owned(MPI_COMM_WORLD, base, static_cast<int>(mine.size()), mine.data(),
                                     &table.handle));
  return table;
}

// A field of one number for each value, owned values first, then ghosts.
inline partita_field field_of(Numbers& field) {
  return partita_rows(PARTITA_INT64, field.data(), std::ssize(field), 1);
}

// The global number of every owned value and ghost, brought by a gather.
inline Numbers global_numbers(const Set& set, const Pattern& pattern, int ghosts) {
  Numbers field = set.here();
  field.resize(field.size() + at(ghosts), -1);
  const partita_field rows = field_of(field);
  expect_ok(partita_gather(Exchange(pattern, "ac"), 1, &rows));
  return field;
}

// What a field has at places; -2 where it has none.
inline Numbers values_at(const Numbers& field, const std::vector<int>& places) {
  Numbers found;
  for (const int place : places)
    found.push_back(place >= 0 && place < std::ssize(field) ? field[at(place)] : -2);
  return found;
}

}  // namespace partita::testing_support

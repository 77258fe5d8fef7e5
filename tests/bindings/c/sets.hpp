#pragma once
// What C is told of sets, patterns and loops, beside what the C++ interface says of the same ones.

#include <cstdint>
#include <vector>

#include <partita/inspector/access_pattern.hpp>
#include <partita/inspector/translation_table.hpp>

#include "calls.hpp"

namespace partita::testing_support {

using Numbers = std::vector<std::int64_t>;

inline Numbers counted_from(int base, std::span<const global_index> numbers) {
  Numbers counted(numbers.begin(), numbers.end());
  for (std::int64_t& number : counted) number += base;
  return counted;
}

// Where the owned values and ghosts of a pattern live, by the numbers that a gather brings. Collective.
inline std::vector<Location> locations(const TranslationTable& table, const Pattern& pattern, int ghosts) {
  Numbers field;
  for (local_index k = 0; k < table.owned(); ++k) field.push_back(table.global(k));
  field.resize(field.size() + at(ghosts), -1);
  const partita_field rows = partita_rows(PARTITA_INT64, field.data(), std::ssize(field), 1);
  expect_ok(partita_gather(Exchange(pattern, "ac"), 1, &rows));
  return table.locate(field);
}

inline std::vector<Location> locations(const AccessPattern& pattern) {
  std::vector<Location> all;
  for (local_index k = 0; k < pattern.local_size(); ++k) all.push_back(pattern.location(k));
  return all;
}

}  // namespace partita::testing_support

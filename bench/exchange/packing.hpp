#pragma once
/// \file Loops that pack by hand, with the number of components known to the compiler.

#include <type_traits>
#include <vector>

#include <partita/inspector/access_pattern.hpp>

#include "field.hpp"

namespace partita::bench {

/// Calls `work` with the number of components, as a constant for the default numbers.
template <class Work>
void with_components(std::size_t components, Work&& work) {
  switch (components) {
    case 1:
      return work(std::integral_constant<std::size_t, 1>{});
    case 4:
      return work(std::integral_constant<std::size_t, 4>{});
    case 8:
      return work(std::integral_constant<std::size_t, 8>{});
    default:
      return work(components);
  }
}

/// Copies the values that each neighbour needs into `packed`, neighbour after neighbour.
inline void pack(const AccessPattern& pattern, const Field& field, double* packed) {
  with_components(field.components, [&](const auto k) {
    double* next = packed;
    for (const NeededBy& neighbour : pattern.needed_by())
      for (const local_index owned : neighbour.owned) {
        const double* from = field.values + static_cast<std::size_t>(owned) * k;
        for (std::size_t c = 0; c < k; ++c) *next++ = from[c];
      }
  });
}

/// Adds the received values, neighbour after neighbour.
inline void unpack_add(const AccessPattern& pattern, const double* packed, const Field& field) {
  with_components(field.components, [&](const auto k) {
    const double* next = packed;
    for (const NeededBy& neighbour : pattern.needed_by())
      for (const local_index owned : neighbour.owned) {
        double* to = field.values + static_cast<std::size_t>(owned) * k;
        for (std::size_t c = 0; c < k; ++c) to[c] += *next++;
      }
  });
}

/// A buffer for all doubles that `pack` writes.
inline std::vector<double> packing_buffer(const AccessPattern& pattern, const Field& field) {
  std::size_t values = 0;
  for (const NeededBy& neighbour : pattern.needed_by()) values += neighbour.owned.size();
  return std::vector<double>(values * field.components);
}

}  // namespace partita::bench

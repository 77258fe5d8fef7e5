#pragma once

#include <cstddef>
#include <cstdint>

#include <partita/inspector/inspected_loop.hpp>
#include <partita/support/hash.hpp>

namespace partita {

// All that a loop says on this rank.
inline std::uint64_t fingerprint(const InspectedLoop& loop) {
  Hash hash;
  hash.add(loop.execution(), loop.iterations().fingerprint());
  for (std::size_t a = 0; a < loop.arrays(); ++a)
    hash.add(loop.arity(a), loop.table(a).fingerprint(), loop.pattern(a).fingerprint(), loop.indices(a));
  return hash.value();
}

}  // namespace partita

#pragma once
/// \file Interior first: the iterations that need no ghost before all others, to overlap them with an
/// exchange.

#include <cstddef>

#include <partita/inspector/inspected_loop.hpp>

namespace partita {

/// A loop in two parts: `const auto [loop, interior] = interior_first(inspect(table, edges));`, then
/// `loop.edges().first(interior)` while a gather is under way, and `loop.edges().subspan(interior)` after it.
struct InteriorFirst {
  InspectedLoop loop;
  std::size_t interior;  ///< how many iterations refer to owned values only: those before all others
};

/// Puts the iterations that touch a ghost behind those that touch none. Both parts ascend by number. Sums in
/// this order depend on the partition in their last bits. An update of the loop ascends by number again. Not
/// collective.
InteriorFirst interior_first(InspectedLoop loop);

}  // namespace partita

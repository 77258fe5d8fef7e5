#pragma once
/// \file The exchanged values and their place in memory.

#include <cstddef>

#include <partita/support/types.hpp>

namespace partita::bench {

/// Order of the components in memory.
enum class Layout {
  by_vertex,    ///< array of structures: the components of a vertex side by side
  by_component  ///< structure of arrays: a component of all vertices side by side
};

/// `components` doubles for each of `vertices` local vertices, owned ones first, then ghosts. Does not own
/// its memory.
struct Field {
  double* values;
  std::size_t vertices;
  std::size_t components;

  std::size_t size() const { return vertices * components; }
  double* of(local_index vertex) const { return values + static_cast<std::size_t>(vertex) * components; }
};

}  // namespace partita::bench

#pragma once
/// \file Consecutive vertices, or other things that are numbered.

#include <partita/support/types.hpp>

namespace partita::mesh {

/// Vertices begin, ..., end - 1.
struct VertexRange {
  global_index begin, end;

  bool contains(global_index vertex) const { return begin <= vertex && vertex < end; }
  global_index size() const { return end - begin; }
};

}  // namespace partita::mesh

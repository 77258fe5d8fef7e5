#pragma once
/// \file The matrix as rank 0 prepares it for the others: read or made, numbered anew, cut into parts.

#include <string>
#include <vector>

#include <partita/support/types.hpp>

#include "options.hpp"

namespace partita::spmv {

/// A square matrix: entries in any order, each place at most once.
struct Entries {
  global_index rows = 0;
  std::vector<Edge> places;  ///< row and column
  std::vector<double> values;
};

/// The Laplacian of a mesh, or any matrix. Rows are numbered by reverse Cuthill-McKee, so that a product
/// reads near x for near rows; PETSc's matrix has the same numbers. Ranks other than 0 have an empty one: no
/// share.
struct Problem {
  std::string name;
  std::vector<int> parts;  ///< owner of each row

  /// Of a mesh: its edges, smaller end first, ascending. (L x)_a is the sum of weight (x_a - x_b) over the
  /// edges of a. Else none.
  std::vector<Edge> edges;
  std::vector<double> weights;  ///< one over the length of the edge; 1 where the mesh has no points

  /// Of any other matrix: its entries, ascending. Else none.
  std::vector<Edge> places;
  std::vector<double> values;
};

/// No communication: rank 0 calls it. Throws Error for files that cannot be read or hold no square matrix.
Problem prepare(const Options& options, int ranks);

}  // namespace partita::spmv

#pragma once
/// \file The matrix as rank 0 prepares it for all ranks: read or generated, renumbered, partitioned.

#include <memory>
#include <string>
#include <vector>

#include <partita/support/types.hpp>

#include "product.hpp"

namespace partita::spmv {

struct Options {
  std::string matrix, mesh;  ///< files; at most one is given
  int zone = 0;              ///< of the mesh file, from 1 on; 0: its only one
  global_index vertices = 250'000;
  double seconds = 2;
  int iterations = 1000;
  double tolerance = 1e-6;
  std::string report;
};

/// The Laplacian of a mesh, or any matrix. Rows have reverse Cuthill-McKee order, so that nearby rows read
/// nearby values of x; PETSc's matrix has the same order. Ranks other than 0 hold an empty share.
struct Problem {
  std::string name;
  std::vector<int> parts;  ///< owner of each row

  /// For a mesh: its edges, smaller end first, ascending. (L x)_a is the sum of weight (x_a - x_b) over the
  /// edges of a. Empty otherwise.
  std::vector<Edge> edges;
  std::vector<double> weights;  ///< one over the length of the edge; 1 if the mesh has no points

  /// For any other matrix: its entries, ascending. Empty otherwise.
  std::vector<Edge> places;
  std::vector<double> values;
};

/// Rank 0 calls it; not collective. Throws Error if a file cannot be read or holds no square matrix.
Problem prepare(const Options& options, int ranks);

/// Distributes and inspects the matrix of the problem. Collective.
std::unique_ptr<Product> make_product(const Communicator& comm, const Problem& problem);

}  // namespace partita::spmv

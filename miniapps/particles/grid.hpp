#pragma once
/// \file The cells of a rank: a consecutive block of the mesh's triangles along Hilbert's curve.

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <partita/inspector/translation_table.hpp>
#include <partita/mesh/mesh.hpp>

namespace partita::particles {

using Vec = std::array<double, 2>;

inline Vec operator+(const Vec& a, const Vec& b) { return {a[0] + b[0], a[1] + b[1]}; }
inline Vec operator-(const Vec& a, const Vec& b) { return {a[0] - b[0], a[1] - b[1]}; }
inline Vec operator*(double s, const Vec& a) { return {s * a[0], s * a[1]}; }
inline double dot(const Vec& a, const Vec& b) { return a[0] * b[0] + a[1] * b[1]; }
inline double cross(const Vec& a, const Vec& b) { return a[0] * b[1] - a[1] * b[0]; }

struct Cell {
  std::array<Vec, 3> corners;          ///< counter-clockwise
  std::array<global_index, 3> across;  ///< the cell across the side from corner k to k + 1; at a wall itself
  std::array<Vec, 4> velocities;       ///< of the flow here, then in the cells across: no step changes them
  double area;
};

struct Grid {
  Communicator comm;
  std::string name;  ///< the number of cells, and the mesh's fingerprint
  TranslationTable table;
  std::vector<Cell> cells;                      ///< owned here
  std::vector<std::array<Location, 3>> across;  ///< of each of them: where the cells across live
  global_index first;                           ///< number of the first one

  std::size_t local(global_index cell) const { return static_cast<std::size_t>(cell - first); }
};

/// Divides the mesh that rank 0 has into equal blocks. Collective.
/// @throws CollectiveError if it has other cells than triangles
Grid make_grid(const Communicator& comm, const mesh::Mesh& on_first_rank);

/// The same mesh on new owners, which ascend with the cells. Collective.
Grid divided(const Grid& grid, std::span<const int> owners);

/// The owner of each cell here such that consecutive blocks have equal weights, which are positive.
/// Collective.
std::vector<int> blocks_by_weight(const Communicator& comm, std::span<const global_index> weights);

}  // namespace partita::particles

// The grid is rectangular in the plane of the square root of z = x + iy, with the origin just behind the
// airfoil's nose. In that plane the airfoil is a low hump on the real axis, and the two sides of the cut
// behind it are the rest of that axis:
//
//     3  +---------------------------+      columns 0 to I     below the cut, towards the trailing edge
//        |         far field         |              I to 2I    along the airfoil: lower side, nose, upper
//        side |            ___            |             2I to 3I    above the cut, away from the trailing
//        edge
//     0  +---------__/   \__---------+
//       -3       -1         1        3
//
// Columns have equal distances. Each is divided into equal pieces between the axis, or hump, and the far
// field. Squaring maps them to the airfoil's plane, with the origin at the same point. Steps and constants
// are those of OP2's generator, naca0012.m.
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include <partita/support/error.hpp>

#include "grid.hpp"
#include "spline.hpp"

namespace partita::op2_airfoil {
namespace {

constexpr double edge_of_plane = 3;  // of the rectangle: left, right and top

void check(int surface, int layers) {
  if (surface < 2 || layers < 1)
    throw Error("there is no grid of ", surface, " cells along the airfoil and ", layers,
                " layers; give at least 2 and 1");
  constexpr global_index most = std::numeric_limits<local_index>::max();
  if (3 * global_index{surface} + 1 > most / (global_index{layers} + 1))
    throw Error("a grid of ", surface, " cells along the airfoil and ", layers, " layers has more than ",
                most, " nodes; give smaller numbers");
}

// Half the section's thickness, with the closed trailing edge of the generator.
double half_thickness(double x) {
  if (x == 1) return 0;
  return 0.594689181 * (0.298222773 * std::sqrt(x) +
                        x * (-0.127125232 + x * (-0.357907906 + x * (0.291984971 - x * 0.105174696))));
}

// The airfoil in the plane of the root, from the trailing edge around the nose to the trailing edge.
Spline hump() {
  constexpr int points = 100;                 // on a side
  constexpr double behind_the_nose = 0.0077;  // where the root is taken
  std::vector<double> x(2 * points - 1), y(x.size());
  for (int k = 0; k < points; ++k) {
    const double chord = std::pow(std::sin(std::numbers::pi / 2 * k / (points - 1)), 2);
    const std::complex<double> root =
        std::sqrt(std::complex<double>(chord - behind_the_nose, half_thickness(chord)));
    x[points - 1 + k] = root.real();
    x[points - 1 - k] = -root.real();
    y[points - 1 + k] = y[points - 1 - k] = root.imag();
  }
  return {x, y};
}

double six_decimals(double value) { return std::round(value * 1e6) / 1e6; }

std::vector<std::array<double, 2>> make_nodes(int surface, int layers) {
  const Spline airfoil = hump();
  const int columns = 3 * surface;
  std::vector<double> x(columns + 1), bottom(columns + 1);
  for (int i = 0; i <= columns; ++i) {
    x[i] = static_cast<double>(2 * i - columns) / surface;
    bottom[i] = std::abs(x[i]) < 1 ? airfoil(x[i]) : 0;
  }
  std::vector<std::array<double, 2>> nodes;
  nodes.reserve(x.size() * (layers + 1));
  for (int j = 0; j <= layers; ++j)
    for (int i = 0; i <= columns; ++i) {
      const double y = bottom[i] + (edge_of_plane - bottom[i]) * j / layers;
      nodes.push_back({six_decimals(x[i] * x[i] - y * y), six_decimals(2 * x[i] * y)});
    }
  return nodes;
}

}  // namespace

Grid make(int surface, int layers) {
  check(surface, layers);
  Grid grid;
  grid.nodes = make_nodes(surface, layers);

  const global_index airfoil = surface, columns = 3 * airfoil, rows = layers;
  const auto node = [=](global_index i, global_index j) { return i + j * (columns + 1); };
  const auto cell = [=](global_index i, global_index j) { return i + j * columns; };
  const auto add_edge = [&](global_index a, global_index b, global_index right, global_index left) {
    grid.edge_nodes.push_back({a, b});
    grid.edge_cells.push_back({right, left});
  };
  const auto add_boundary = [&](global_index a, global_index b, global_index right, int kind) {
    grid.bedge_nodes.push_back({a, b});
    grid.bedge_cell.push_back(right);
    grid.bound.push_back(kind);
  };

  const global_index edges = (columns - 1) * rows + columns * (rows - 1) + airfoil;
  grid.cell_nodes.reserve(columns * rows);
  grid.edge_nodes.reserve(edges);
  grid.edge_cells.reserve(edges);
  for (global_index j = 0; j < rows; ++j)
    for (global_index i = 0; i < columns; ++i) {
      grid.cell_nodes.push_back({node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)});
      if (j == 0 && i < airfoil) add_edge(node(i, 0), node(i + 1, 0), cell(columns - 1 - i, 0), cell(i, 0));
      if (j + 1 < rows) add_edge(node(i, j + 1), node(i + 1, j + 1), cell(i, j), cell(i, j + 1));
      if (i + 1 < columns) add_edge(node(i + 1, j), node(i + 1, j + 1), cell(i + 1, j), cell(i, j));
    }

  // The grid is always on the right: along the airfoil, then up, along the top, and down again.
  for (global_index i = airfoil; i < 2 * airfoil; ++i)
    add_boundary(node(i + 1, 0), node(i, 0), cell(i, 0), wall);
  for (global_index j = 0; j < rows; ++j)
    add_boundary(node(columns, j + 1), node(columns, j), cell(columns - 1, j), far_field);
  for (global_index i = columns; i-- > 0;)
    add_boundary(node(i, rows), node(i + 1, rows), cell(i, rows - 1), far_field);
  for (global_index j = rows; j-- > 0;) add_boundary(node(0, j), node(0, j + 1), cell(0, j), far_field);
  return grid;
}

}  // namespace partita::op2_airfoil

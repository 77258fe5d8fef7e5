#pragma once
// A mesh of triangles on the unit square, with the data of a membrane on it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

struct Mesh {
  std::vector<std::array<double, 2>> points;
  std::vector<std::array<std::int64_t, 2>> edges;
  std::vector<double> stiffness;     // of each edge
  std::vector<double> inverse_mass;  // of each point; 0: fixed
};

// n x n points, slightly displaced, except those on the boundary, where the membrane is fixed.
inline Mesh make_mesh(int n) {
  Mesh mesh;
  for (int k = 0; k < n * n; ++k) {
    const int i = k % n, j = k / n;
    const bool held = i == 0 || j == 0 || i == n - 1 || j == n - 1;
    const double shift = held ? 0 : 0.2;
    mesh.points.push_back(
        {(i + shift * std::sin(7.0 * k)) / (n - 1), (j + shift * std::cos(5.0 * k)) / (n - 1)});
    mesh.inverse_mass.push_back(held ? 0 : 1);
  }
  // Linear elements: an edge gets half the cotangent of the opposite angle, each corner a third of the area.
  std::map<std::array<std::int64_t, 2>, double> stiffness;
  std::vector<double> mass(mesh.points.size(), 0);
  const auto add_triangle = [&](std::array<int, 3> corners) {
    for (int c = 0; c < 3; ++c) {
      const int a = corners[c], b = corners[(c + 1) % 3], opposite = corners[(c + 2) % 3];
      const auto [x, y] = mesh.points[opposite];
      const double ax = mesh.points[a][0] - x, ay = mesh.points[a][1] - y;
      const double bx = mesh.points[b][0] - x, by = mesh.points[b][1] - y, area = (ax * by - ay * bx) / 2;
      stiffness[{std::min(a, b), std::max(a, b)}] += (ax * bx + ay * by) / (4 * area);
      mass[opposite] += area / 3;
    }
  };
  for (int k = 0; k < n * (n - 1); ++k) {
    if (k % n == n - 1) continue;
    add_triangle({k, k + 1, k + n});
    add_triangle({k + 1, k + n + 1, k + n});
  }
  for (const auto& [edge, value] : stiffness) {
    mesh.edges.push_back(edge);
    mesh.stiffness.push_back(value);
  }
  for (std::size_t k = 0; k < mass.size(); ++k) mesh.inverse_mass[k] /= mass[k];
  return mesh;
}

// The initial displacement.
inline double initial_height(std::array<double, 2> point) {
  return std::exp(-50 * (std::pow(point[0] - 0.3, 2) + std::pow(point[1] - 0.4, 2)));
}

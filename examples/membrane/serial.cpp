// A membrane oscillates: the wave equation on a mesh of triangles, as a loop over its edges. No MPI.
#include <cstdio>

#include "mesh.hpp"

int main() {
  const Mesh mesh = make_mesh(200);

  const std::size_t points = mesh.points.size();
  std::vector<double> height(points), speed(points), force(points);
  for (std::size_t k = 0; k < points; ++k) height[k] = initial_height(mesh.points[k]);

  const double time_step = 0.001;
  for (int step = 0; step < 2000; ++step) {
    std::fill(force.begin(), force.end(), 0.0);
    for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
      const auto [a, b] = mesh.edges[e];
      const double pull = mesh.stiffness[e] * (height[b] - height[a]);
      force[a] += pull;
      force[b] -= pull;
    }
    for (std::size_t k = 0; k < points; ++k) {
      speed[k] += time_step * mesh.inverse_mass[k] * force[k];
      height[k] += time_step * speed[k];
    }
  }

  double stretch = 0, highest = 0;
  for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
    const auto [a, b] = mesh.edges[e];
    stretch += mesh.stiffness[e] * (height[b] - height[a]) * (height[b] - height[a]) / 2;
  }
  for (std::size_t k = 0; k < points; ++k) highest = std::max(highest, height[k]);
  std::printf("after 2000 steps: stretched by %.9f, highest point %.9f\n", stretch, highest);
}

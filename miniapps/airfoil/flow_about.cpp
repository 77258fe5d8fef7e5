#include "flow_about.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <vector>

#include <partita/support/exact_sum.hpp>
#include <partita/support/reduce.hpp>

namespace partita::airfoil {
namespace {

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

}  // namespace

Flow<2> flow_about(const Geometry<2>& geometry, const Options& options, const Communicator& comm) {
  double front = 1e300, back = -1e300;
  std::vector<double> heights;
  for (const Vector<2>& point : geometry.wall_points) {
    front = std::min(front, point[0]);
    back = std::max(back, point[0]);
    heights.push_back(point[1]);
  }
  front = min(comm, front);
  back = max(comm, back);
  Flow<2> flow{options.mach, radians(options.alpha)};
  if (front >= back) return flow;  // without walls there is neither chord nor vortex
  flow.reference = back - front;
  flow.vortex = options.far_field != FarField::characteristic && options.mach < 1;
  flow.vortex_at = {front + 0.25 * flow.reference,
                    exact_sum(comm, heights) / static_cast<double>(sum(comm, std::ssize(heights)))};
  return flow;
}

Flow<3> flow_about(const Geometry<3>& geometry, const Options& options, const Communicator& comm) {
  std::vector<double> above_and_below;
  for (std::size_t face = 0; face < geometry.faces.size(); ++face)
    if (geometry.face_kinds[face] == FaceKind::wall)
      above_and_below.push_back(std::fabs(geometry.face_normals[face][upward<3>]));
  const double area = 0.5 * exact_sum(comm, above_and_below);
  Flow<3> flow{options.mach, radians(options.alpha)};
  if (area > 0) flow.reference = area;
  return flow;
}

}  // namespace partita::airfoil

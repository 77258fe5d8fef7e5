#include "results.hpp"

#include <cmath>
#include <filesystem>

#include <partita/mesh/vtkhdf.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>

namespace partita::airfoil {

std::vector<Conservative> collect(const Part& part, const Geometry& geometry, const Solver& solver) {
  const std::vector<Conservative> numbered = part.vertices.backward<Conservative>(solver.state());
  std::vector<Conservative> state(numbered.size());
  for (std::size_t k = 0; k < numbered.size(); ++k)
    state[static_cast<std::size_t>(geometry.file_number[k])] = numbered[k];
  return state;
}

std::string hash_of(const std::vector<Conservative>& state) {
  Hash hash;
  for (const auto& [rho, m, e] : state) hash.add(std::span<const double>(std::array{rho, m.x, m.y, e}));
  return hash.hex();
}

void write_field(const std::string& path, const Geometry& geometry, const std::vector<Conservative>& state,
                 const Report& report) {
  mesh::Field density{"density", 1, {}}, velocity{"velocity", 3, {}}, pressure{"pressure", 1, {}}, mach{"mach", 1, {}},
      cp{"cp", 1, {}};
  const Primitive far = free_stream(report.mach, 0);
  const double dynamic_pressure = 0.5 * far.rho * dot(far.u, far.u);
  for (const Conservative& w : state) {
    const Primitive q = primitive(w);
    density.values.push_back(q.rho);
    velocity.values.insert(velocity.values.end(), {q.u.x, q.u.y, 0});
    pressure.values.push_back(q.p);
    mach.values.push_back(length(q.u) / sound_speed(q));
    cp.values.push_back((q.p - far.p) / dynamic_pressure);
  }

  mesh::Results results;
  results.fields = {std::move(density), std::move(velocity), std::move(pressure), std::move(mach), std::move(cp)};
  results.owner.resize(state.size());
  for (std::size_t k = 0; k < state.size(); ++k)
    results.owner[static_cast<std::size_t>(geometry.file_number[k])] = geometry.parts[k];
  results.constants = {{"mach", report.mach},
                       {"alpha", report.alpha},
                       {"lift_coefficient", report.lift},
                       {"drag_coefficient", report.drag}};
  mesh::write_vtkhdf(path, geometry.mesh, results);
}

}  // namespace partita::airfoil

#pragma once
/// \file The airfoil's explicit step as it was before the loop wrapper: plain loops over plain arrays, on one
/// rank. Edges store differences and fluxes; vertices add what is stored for them, in the order of the edges.
/// A fixed reference: do not make it faster.

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include <partita/support/exact_sum.hpp>
#include <partita/support/ordered_contributions.hpp>

#include "damping.hpp"
#include "far_field.hpp"
#include "flow.hpp"
#include "geometry.hpp"
#include "reference_physics.hpp"
#include "runge_kutta.hpp"
#include "update.hpp"
#include "wall.hpp"
#include "wave_speed.hpp"
#include "wave_step.hpp"

namespace partita::bench {

template <int D>
class Reference {
 public:
  Reference(const airfoil::Geometry<D>& geometry, const airfoil::Flow<D>& flow);

  void start_from(const airfoil::Flow<D>& flow) {
    std::ranges::fill(q_, airfoil::free_stream<D>(flow.mach, flow.incidence));
    std::ranges::fill(w_, airfoil::conservative(q_.front()));
    memory_ = w_;
    lift_ = 0;
  }

  /// Five stages, with norm and forces at the first.
  void step();

  /// The net flux out of each dual cell.
  void evaluate();
  const std::vector<Conservative<D>>& residuals() const { return residual_; }

  std::vector<Primitive<D>>& flow_values() { return q_; }

 private:
  void observe();

  const airfoil::Geometry<D>& geometry_;
  airfoil::Flow<D> flow_;
  std::size_t vertices_, edges_, faces_;
  double damping_ = 0, lift_ = 0, norm_ = 0;

  std::vector<std::array<local_index, 2>> edge_;
  std::vector<std::array<local_index, D>> face_;
  std::vector<Vector<D>> way_, share_;
  std::vector<airfoil::Symmetric<D>> shape_;
  std::vector<Moments<D>> inverse_moments_;
  detail::OrderedContributions
      incident_;  // numbers of fluxes, or their complements where they are subtracted

  std::vector<Primitive<D>> q_, difference_;
  std::vector<Gradient<D>> gradient_;
  std::vector<Conservative<D>> flux_, residual_, w_, start_, memory_;
};

template <int D>
Reference<D>::Reference(const airfoil::Geometry<D>& geometry, const airfoil::Flow<D>& flow)
    : geometry_(geometry),
      flow_(flow),
      vertices_(geometry.points.size()),
      edges_(geometry.edges.size()),
      faces_(geometry.faces.size()),
      shape_(vertices_),
      inverse_moments_(vertices_),
      q_(vertices_),
      difference_(edges_),
      gradient_(vertices_),
      flux_(edges_ + D * faces_),
      residual_(vertices_),
      w_(vertices_),
      start_(vertices_),
      memory_(vertices_) {
  start_from(flow);
  const auto add_shape = [&](std::size_t vertex, const Vector<D>& face) {
    const airfoil::Symmetric<D> shape = airfoil::shape_of_face(face);
    for (int k = 0; k < D * (D + 1) / 2; ++k) shape_[vertex][k] += shape[k];
  };
  std::vector<local_index> targets, numbers;
  const auto contribute = [&](local_index vertex, local_index number) {
    targets.push_back(vertex);
    numbers.push_back(number);
  };
  for (std::size_t e = 0; e < edges_; ++e) {
    const auto a = static_cast<local_index>(geometry.edges[e][0]),
               b = static_cast<local_index>(geometry.edges[e][1]);
    edge_.push_back({a, b});
    way_.push_back(geometry.points[b] - geometry.points[a]);
    for (const local_index vertex : edge_[e]) {
      add_shape(vertex, geometry.normals[e]);
      add_edge(inverse_moments_[vertex], way_[e]);
    }
    contribute(a, static_cast<local_index>(e));
    contribute(b, ~static_cast<local_index>(e));
  }
  std::size_t wall_corners = 0;
  for (std::size_t f = 0; f < faces_; ++f) {
    share_.push_back((1.0 / D) * geometry.face_normals[f]);
    auto& corners = face_.emplace_back();
    for (std::size_t k = 0; k < D; ++k) {
      corners[k] = static_cast<local_index>(geometry.faces[f][k]);
      add_shape(corners[k], share_[f]);
      contribute(corners[k], static_cast<local_index>(edges_ + D * f + k));
      wall_corners += geometry.face_kinds[f] == airfoil::FaceKind::wall;
    }
  }
  for (Moments<D>& moments : inverse_moments_) moments = inverse(moments);
  incident_ = detail::ordered_contributions(targets, static_cast<local_index>(vertices_));
  for (local_index& number : incident_.numbers) number = numbers[number];
  if (D == 2) damping_ = airfoil::damping_rate(airfoil::cfl, 0.5 * static_cast<double>(wall_corners));
}

template <int D>
void Reference<D>::evaluate() {
  for (std::size_t e = 0; e < edges_; ++e) difference_[e] = q_[edge_[e][1]] - q_[edge_[e][0]];
  for (std::size_t k = 0; k < incident_.targets.size(); ++k) {
    Gradient<D> sum = {};
    for (auto at = incident_.first[k]; at < incident_.first[k + 1]; ++at) {
      const local_index number = incident_.numbers[at], e = number < 0 ? ~number : number;
      if (e < static_cast<local_index>(edges_)) add_edge(sum, difference_[e], way_[e]);
    }
    gradient_[incident_.targets[k]] = solve(inverse_moments_[incident_.targets[k]], sum);
  }
  for (std::size_t e = 0; e < edges_; ++e) {
    const auto [a, b] = edge_[e];
    const Vector<D> way = way_[e];
    const Primitive<D> ahead = difference_[e];
    const Primitive<D> left = extrapolate(q_[a], gradient_[a], ahead, way);
    const Primitive<D> right = extrapolate(q_[b], gradient_[b], -1.0 * ahead, -1.0 * way);
    flux_[e] = bench::roe_flux(left, right, geometry_.normals[e]);
  }
  const Primitive<D> undisturbed = airfoil::free_stream<D>(flow_.mach, flow_.incidence);
  const double circulation = flow_.vortex ? lift_ * flow_.reference : 0;
  for (std::size_t f = 0; f < faces_; ++f) {
    double pressures = 0;
    for (const local_index vertex : face_[f]) pressures += q_[vertex].p;
    for (std::size_t k = 0; k < D; ++k) {
      const Primitive<D> here = q_[face_[f][k]];
      Conservative<D>& through = flux_[edges_ + D * f + k];
      if (geometry_.face_kinds[f] == airfoil::FaceKind::far_field) {
        const Vector<D> from_vortex =
            geometry_.points[static_cast<std::size_t>(face_[f][k])] - flow_.vortex_at;
        through = bench::roe_flux(here, airfoil::far_field(undisturbed, circulation, from_vortex), share_[f]);
      } else {
        through = airfoil::wall_flux(airfoil::pressure_at_corner<D>(here.p, pressures - here.p), share_[f]);
      }
    }
  }
  for (std::size_t k = 0; k < incident_.targets.size(); ++k) {
    Conservative<D> sum = {};
    for (auto at = incident_.first[k]; at < incident_.first[k + 1]; ++at) {
      const local_index number = incident_.numbers[at];
      sum = number < 0 ? sum - flux_[~number] : sum + flux_[number];
    }
    residual_[incident_.targets[k]] = sum;
  }
}

template <int D>
void Reference<D>::observe() {
  std::vector<double> squares(vertices_), back, up;
  for (std::size_t v = 0; v < vertices_; ++v)
    squares[v] = residual_[v].rho * residual_[v].rho / geometry_.volumes[v];
  for (std::size_t f = 0; f < faces_; ++f)
    for (std::size_t k = 0; k < D; ++k) {
      const bool counts = geometry_.face_kinds[f] == airfoil::FaceKind::wall;
      const Vector<D> force = flux_[edges_ + D * f + k].m;
      back.push_back(counts ? force[0] : 0);
      up.push_back(counts ? force[airfoil::upward<D>] : 0);
    }
  const auto sum_of = [](const std::vector<double>& terms) {
    ExactSum sum;
    sum.add(terms);
    return sum.value();
  };
  norm_ = sum_of(squares);
  const double dynamic = 0.5 * flow_.mach * flow_.mach * flow_.reference;
  lift_ = (sum_of(up) * std::cos(flow_.incidence) - sum_of(back) * std::sin(flow_.incidence)) / dynamic;
}

template <int D>
void Reference<D>::step() {
  start_ = w_;
  for (const double& alpha : airfoil::stages) {
    evaluate();
    if (&alpha == airfoil::stages) observe();
    for (std::size_t v = 0; v < vertices_; ++v) {
      const Conservative<D> change =
          (-alpha * airfoil::cfl) *
          airfoil::by_wave_speeds(residual_[v], airfoil::primitive(start_[v]), shape_[v]);
      w_[v] = start_[v] + airfoil::part_of_step(start_[v], change) * change;
      q_[v] = airfoil::primitive(w_[v]);
    }
  }
  if (damping_ == 0) return;
  for (std::size_t v = 0; v < vertices_; ++v) {
    const Conservative<D> towards = damping_ * (w_[v] - memory_[v]);
    w_[v] = w_[v] - towards;
    memory_[v] = memory_[v] + towards;
    q_[v] = airfoil::primitive(w_[v]);
  }
}

}  // namespace partita::bench

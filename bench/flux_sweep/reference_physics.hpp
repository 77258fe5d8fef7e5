#pragma once
/// \file Gradients, limiter and flux of the airfoil as they were before they ran in lanes: structures, stored
/// differences, a division wherever a formula has one. A fixed reference: do not make it faster.

#include "gas.hpp"

namespace partita::bench {

using airfoil::Conservative;
using airfoil::dot;
using airfoil::heat_ratio;
using airfoil::length;
using airfoil::Primitive;
using airfoil::Vector;
using airfoil::vector_of;

template <int D>
Primitive<D> operator*(double s, const Primitive<D>& a) {
  return {s * a.rho, s * a.u, s * a.p};
}
template <int D>
Primitive<D> operator-(const Primitive<D>& a, const Primitive<D>& b) {
  return {a.rho - b.rho, a.u - b.u, a.p - b.p};
}

template <int D>
struct Gradient {
  Vector<D> rho, u[D], p;
};

template <int D>
double weight_of_edge(const Vector<D>& dx) {
  return D == 2 ? 1 : 1 / length(dx);
}

template <int D>
void add_edge(Gradient<D>& sum, const Primitive<D>& difference, const Vector<D>& dx) {
  const Vector<D> weighted = weight_of_edge(dx) * dx;
  sum.rho += difference.rho * weighted;
  for (int k = 0; k < D; ++k) sum.u[k] += difference.u[k] * weighted;
  sum.p += difference.p * weighted;
}

/// A symmetric matrix: the rows of its upper triangle.
template <int D>
struct Moments;
template <>
struct Moments<2> {
  double xx, xy, yy;
};
template <>
struct Moments<3> {
  double xx, xy, xz, yy, yz, zz;
};

inline void add_edge(Moments<2>& m, const Vector<2>& dx) {
  const Vector<2> w = weight_of_edge(dx) * dx;
  m = {m.xx + w[0] * dx[0], m.xy + w[0] * dx[1], m.yy + w[1] * dx[1]};
}
inline void add_edge(Moments<3>& m, const Vector<3>& dx) {
  const Vector<3> w = weight_of_edge(dx) * dx;
  m = {m.xx + w[0] * dx[0], m.xy + w[0] * dx[1], m.xz + w[0] * dx[2],
       m.yy + w[1] * dx[1], m.yz + w[1] * dx[2], m.zz + w[2] * dx[2]};
}

inline Moments<2> inverse(const Moments<2>& m) {
  const double scale = 1 / (m.xx * m.yy - m.xy * m.xy);
  return {scale * m.yy, -scale * m.xy, scale * m.xx};
}
inline Moments<3> inverse(const Moments<3>& m) {
  const double xx = m.yy * m.zz - m.yz * m.yz, xy = m.xz * m.yz - m.xy * m.zz, xz = m.xy * m.yz - m.xz * m.yy;
  const double scale = 1 / (m.xx * xx + m.xy * xy + m.xz * xz);
  return {scale * xx,
          scale * xy,
          scale * xz,
          scale * (m.xx * m.zz - m.xz * m.xz),
          scale * (m.xy * m.xz - m.xx * m.yz),
          scale * (m.xx * m.yy - m.xy * m.xy)};
}

inline Vector<2> operator*(const Moments<2>& m, const Vector<2>& a) {
  return {m.xx * a[0] + m.xy * a[1], m.xy * a[0] + m.yy * a[1]};
}
inline Vector<3> operator*(const Moments<3>& m, const Vector<3>& a) {
  return {m.xx * a[0] + m.xy * a[1] + m.xz * a[2], m.xy * a[0] + m.yy * a[1] + m.yz * a[2],
          m.xz * a[0] + m.yz * a[1] + m.zz * a[2]};
}

template <int D>
Gradient<D> solve(const Moments<D>& inverse, const Gradient<D>& right) {
  Gradient<D> gradient;
  gradient.rho = inverse * right.rho;
  for (int k = 0; k < D; ++k) gradient.u[k] = inverse * right.u[k];
  gradient.p = inverse * right.p;
  return gradient;
}

inline double limited(double ahead, double behind) {
  constexpr double noise = 0.05 * 0.05;
  const double product = ahead * behind;
  const double agreement = (product > 0 ? product : 0) + noise;
  return (2 * ahead + behind) * agreement / (2 * (ahead * ahead + behind * behind) - product + 3 * noise);
}

template <int D>
Primitive<D> extrapolate(const Primitive<D>& q, const Gradient<D>& gradient, const Primitive<D>& ahead,
                         const Vector<D>& dx) {
  const auto half_slope = [&](double difference, const Vector<D>& g) {
    return 0.5 * limited(difference, 2 * dot(g, dx) - difference);
  };
  const Primitive<D> face = {q.rho + half_slope(ahead.rho, gradient.rho), vector_of<D>([&](int k) {
                               return q.u[k] + half_slope(ahead.u[k], gradient.u[k]);
                             }),
                             q.p + half_slope(ahead.p, gradient.p)};
  return face.rho > 0 && face.p > 0 ? face : q;
}

inline double rounded_speed(double speed, double width) {
  const double magnitude = std::fabs(speed);
  return magnitude < width ? 0.5 * (speed * speed / width + width) : magnitude;
}

template <int D>
double energy_of(const Primitive<D>& q) {
  return q.p / (heat_ratio - 1) + 0.5 * q.rho * dot(q.u, q.u);
}

template <int D>
Conservative<D> flux_through(const Primitive<D>& q, const Vector<D>& normal) {
  const double volume_flux = dot(q.u, normal);
  return {q.rho * volume_flux, q.rho * volume_flux * q.u + q.p * normal, (energy_of(q) + q.p) * volume_flux};
}

/// Roe's flux through a face; its normal's length is the area.
template <int D>
Conservative<D> roe_flux(const Primitive<D>& left, const Primitive<D>& right, const Vector<D>& normal) {
  const double area = length(normal);
  const Vector<D> n = (1 / area) * normal;

  const double enthalpy_left = (energy_of(left) + left.p) / left.rho;
  const double enthalpy_right = (energy_of(right) + right.p) / right.rho;
  const double ratio = std::sqrt(right.rho / left.rho);
  const double weight = 1 / (1 + ratio);
  const double rho = ratio * left.rho;
  const Vector<D> u = weight * (left.u + ratio * right.u);
  const double enthalpy = weight * (enthalpy_left + ratio * enthalpy_right);
  const double kinetic = 0.5 * dot(u, u);
  const double c2 = (heat_ratio - 1) * (enthalpy - kinetic);
  const double c = std::sqrt(c2);
  const double un = dot(u, n);

  const double jump_p = right.p - left.p;
  const Vector<D> jump_u = right.u - left.u;
  const double jump_un = dot(jump_u, n);
  const double entropy = right.rho - left.rho - jump_p / c2;
  const Vector<D> shear = rho * (jump_u - jump_un * n);

  const double carried = rounded_speed(un, 0.05 * c);
  const double down = rounded_speed(un - c, 0.1 * c) * 0.5 * (jump_p - rho * c * jump_un) / c2;
  const double up = rounded_speed(un + c, 0.1 * c) * 0.5 * (jump_p + rho * c * jump_un) / c2;
  const double sound = down + up;
  const Conservative<D> damping = {
      carried * entropy + sound, carried * (entropy * u + shear) + sound * u + ((up - down) * c) * n,
      carried * (entropy * kinetic + dot(u, shear)) + sound * enthalpy + (up - down) * c * un};
  return 0.5 * (flux_through(left, normal) + flux_through(right, normal) - area * damping);
}

}  // namespace partita::bench

// Fluxes, limiter and far field of the airfoil solver, one face at a time.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

#include <gtest/gtest.h>

#include <partita/support/random.hpp>

#include "far_field.hpp"
#include "reconstruct.hpp"
#include "roe.hpp"
#include "wall.hpp"

namespace partita::airfoil {
namespace {

double between(Random& random, double low, double high) {
  return low + (high - low) * random.next() / 4294967296.0;
}

// Tests for two and three dimensions.
template <class Dimension>
class AirfoilFlux : public testing::Test {
 protected:
  static constexpr int dimension = Dimension::value;

  double between(double low, double high) { return airfoil::between(random_, low, high); }
  Vector<dimension> vector(double low, double high) {
    Vector<dimension> vector;
    for (int axis = 0; axis < dimension; ++axis) vector[axis] = between(low, high);
    return vector;
  }

  Primitive<dimension> state() { return {between(0.2, 3), vector(-2, 2), between(0.2, 3)}; }
  Vector<dimension> direction() {
    Vector<dimension> n = vector(-1, 1);
    n[upward<dimension>] = between(0.1, 1);
    return n;
  }

  Random random_{1};
};

using TwoAndThree = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(AirfoilFlux, TwoAndThree);

template <int D>
void expect_near(const Vector<D>& a, const Vector<D>& b, double tolerance) {
  for (int axis = 0; axis < D; ++axis) EXPECT_NEAR(a[axis], b[axis], tolerance) << "axis " << axis;
}

template <int D>
void expect_near(const Conservative<D>& a, const Conservative<D>& b, double tolerance = 1e-12) {
  EXPECT_NEAR(a.rho, b.rho, tolerance);
  expect_near(a.m, b.m, tolerance);
  EXPECT_NEAR(a.e, b.e, tolerance);
}

// Rotates from the first axis towards the last.
template <int D>
Vector<D> turned(Vector<D> a, double angle) {
  const double back = a[0], up = a[upward<D>];
  a[0] = std::cos(angle) * back - std::sin(angle) * up;
  a[upward<D>] = std::sin(angle) * back + std::cos(angle) * up;
  return a;
}

TYPED_TEST(AirfoilFlux, PrimitiveAndConservativeAreTheSameState) {
  for (int k = 0; k < 100; ++k) {
    const auto q = this->state();
    const auto back = primitive(conservative(q));
    EXPECT_NEAR(back.rho, q.rho, 1e-13);
    expect_near(back.u, q.u, 1e-13);
    EXPECT_NEAR(back.p, q.p, 1e-12);
  }
}

TYPED_TEST(AirfoilFlux, RoeFluxOfEqualStatesIsTheirFlux) {
  for (int k = 0; k < 100; ++k) {
    const auto q = this->state();
    const auto n = this->direction();
    expect_near(roe_flux(q, q, n), flux(q, n));
  }
}

TYPED_TEST(AirfoilFlux, WhatLeavesOneSideEntersTheOther) {
  for (int k = 0; k < 100; ++k) {
    const auto left = this->state(), right = this->state();
    const auto n = this->direction();
    expect_near(roe_flux(left, right, n), -1.0 * roe_flux(right, left, -1.0 * n));
  }
}

TYPED_TEST(AirfoilFlux, RoeFluxTurnsWithTheAxes) {
  for (int k = 0; k < 100; ++k) {
    auto left = this->state(), right = this->state();
    const auto n = this->direction();
    const double angle = this->between(0, 6);
    auto expected = roe_flux(left, right, n);
    expected.m = turned(expected.m, angle);
    left.u = turned(left.u, angle);
    right.u = turned(right.u, angle);
    expect_near(roe_flux(left, right, turned(n, angle)), expected);
  }
}

TYPED_TEST(AirfoilFlux, SupersonicFlowIgnoresTheStateAhead) {
  auto left = this->state(), right = this->state();
  left.u[0] = right.u[0] = 15;  // faster than sound
  decltype(left.u) back = {};
  back[0] = 2;
  expect_near(roe_flux(left, right, back), flux(left, back), 1e-10);
}

TYPED_TEST(AirfoilFlux, NothingPassesAWall) {
  const auto n = this->direction();
  const auto through = wall_flux(0.7, n);
  EXPECT_EQ(through.rho, 0);
  EXPECT_EQ(through.e, 0);
  expect_near(through.m, 0.7 * n, 1e-15);
}

TYPED_TEST(AirfoilFlux, CornersOfAWallFaceShareItsMeanPressure) {
  constexpr int D = TestFixture::dimension;
  const Vector<D> p = this->vector(0.2, 3);  // at each corner
  double all = 0, shared = 0;
  for (int corner = 0; corner < D; ++corner) all += p[corner];
  for (int corner = 0; corner < D; ++corner) shared += pressure_at_corner<D>(p[corner], all - p[corner]);
  EXPECT_NEAR(shared, all, 1e-14);
  EXPECT_GT(pressure_at_corner<D>(2, D - 1), 1.5) << "most of all its own";
}

TYPED_TEST(AirfoilFlux, LinearDataAreReconstructedExactly) {
  constexpr int D = TestFixture::dimension;
  for (int k = 0; k < 100; ++k) {
    const Primitive<D> q{2, {}, 2};
    Gradient<D> g{this->direction(), {}, this->direction()};
    for (Vector<D>& u : g.u) u = this->direction();
    const Vector<D> dx = 0.5 * this->direction();
    Primitive<D> ahead{dot(g.rho, dx), {}, dot(g.p, dx)};
    for (int axis = 0; axis < D; ++axis) ahead.u[axis] = dot(g.u[axis], dx);
    const Primitive<D> face = extrapolate(q, g, ahead, dx);
    EXPECT_NEAR(face.rho, q.rho + 0.5 * ahead.rho, 1e-14);
    expect_near(face.u, 0.5 * ahead.u, 1e-14);
    EXPECT_NEAR(face.p, q.p + 0.5 * ahead.p, 1e-14);
  }
}

TYPED_TEST(AirfoilFlux, InverseMomentsUndoThem) {
  constexpr int D = TestFixture::dimension;
  for (int k = 0; k < 100; ++k) {
    Moments<D> moments = {};
    for (int edge = 0; edge < 4; ++edge) moments += moments_of_edge(this->direction());
    const Vector<D> a = this->direction();
    expect_near(inverse(moments) * (moments * a), a, 1e-8);
  }
}

TEST(AirfoilLimiter, WithoutThresholdMakesNoNewExtrema) {
  Random random(1);
  EXPECT_EQ(limited(0, 0, 0), 0);
  for (int k = 0; k < 1000; ++k) {
    const double ahead = between(random, -1, 1), behind = between(random, -1, 1);
    const double face = 0.5 * limited(ahead, behind, 0);
    if (ahead * behind <= 0)
      EXPECT_EQ(face, 0);
    else
      EXPECT_TRUE(0 <= face / ahead && face / ahead <= 1) << ahead << " " << behind;
  }
}

TEST(AirfoilLimiter, ThresholdLetsSmallDifferencesPass) {
  EXPECT_NEAR(limited(1e-4, -3e-4), (2e-4 - 3e-4) / 3, 1e-8);
  EXPECT_NEAR(limited(1, -1), 0, 1e-2);
}

TYPED_TEST(AirfoilFlux, WithoutLiftTheFarFieldIsTheFreeStream) {
  constexpr int D = TestFixture::dimension;
  for (int k = 0; k < 100; ++k) {
    const auto undisturbed = free_stream<D>(this->between(0.1, 2), this->between(-0.1, 0.1));
    for (const Vector<D>& from_vortex : {50.0 * this->direction(), Vector<D>{}}) {
      const Primitive<D> q = far_field(undisturbed, 0, from_vortex);
      EXPECT_EQ(q.rho, undisturbed.rho);
      for (int axis = 0; axis < D; ++axis) EXPECT_EQ(q.u[axis], undisturbed.u[axis]);
      EXPECT_EQ(q.p, undisturbed.p);
    }
  }
}

TEST(AirfoilFarField, LiftSpeedsTheFlowUpAboveAndSlowsItDownBelow) {
  const Primitive<2> undisturbed = free_stream<2>(0.5, 0);
  const double distance = 50, lift = 0.4;
  const Primitive<2> above = far_field(undisturbed, lift, {0, distance}),
                     below = far_field(undisturbed, lift, {0, -distance});
  // Kutta-Joukowski: circulation is half of speed, chord and lift. Prandtl-Glauert: across the flow, divided
  // by beta.
  const double faster = 0.5 * 0.5 * lift / (2 * std::numbers::pi * distance * std::sqrt(1 - 0.25));
  EXPECT_NEAR(above.u[0], 0.5 + faster, 1e-15);
  EXPECT_NEAR(below.u[0], 0.5 - faster, 1e-15);
  EXPECT_GT(far_field(undisturbed, lift, {-distance, 0}).u[1], 0) << "upwash ahead";

  const auto total_enthalpy = [](const Primitive<2>& q) { return (energy(q) + q.p) / q.rho; };
  const auto entropy = [](const Primitive<2>& q) { return q.p / std::pow(q.rho, heat_ratio); };
  EXPECT_NEAR(total_enthalpy(above), total_enthalpy(undisturbed), 1e-14);
  EXPECT_NEAR(entropy(above), entropy(undisturbed), 1e-14);
}

}  // namespace
}  // namespace partita::airfoil

// Fluxes, limiter and far field of the airfoil solver, one face at a time.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <partita/support/random.hpp>

#include "far_field.hpp"
#include "reconstruct.hpp"
#include "roe.hpp"
#include "wall.hpp"

namespace partita::airfoil {
namespace {

class AirfoilFlux : public testing::Test {
 protected:
  double between(double low, double high) { return low + (high - low) * random_.next() / 4294967296.0; }

  Primitive state() { return {between(0.2, 3), {between(-2, 2), between(-2, 2)}, between(0.2, 3)}; }
  Vector direction() { return {between(-1, 1), between(0.1, 1)}; }

  Random random_{1};
};

void expect_near(const Conservative& a, const Conservative& b, double tolerance = 1e-12) {
  EXPECT_NEAR(a.rho, b.rho, tolerance);
  EXPECT_NEAR(a.m.x, b.m.x, tolerance);
  EXPECT_NEAR(a.m.y, b.m.y, tolerance);
  EXPECT_NEAR(a.e, b.e, tolerance);
}

Vector turned(Vector a, double angle) {
  return {std::cos(angle) * a.x - std::sin(angle) * a.y, std::sin(angle) * a.x + std::cos(angle) * a.y};
}

TEST_F(AirfoilFlux, PrimitiveAndConservativeAreTheSameState) {
  for (int k = 0; k < 100; ++k) {
    const Primitive q = state();
    const Primitive back = primitive(conservative(q));
    EXPECT_NEAR(back.rho, q.rho, 1e-13);
    EXPECT_NEAR(back.u.x, q.u.x, 1e-13);
    EXPECT_NEAR(back.u.y, q.u.y, 1e-13);
    EXPECT_NEAR(back.p, q.p, 1e-12);
  }
}

TEST_F(AirfoilFlux, RoeFluxOfEqualStatesIsTheirFlux) {
  for (int k = 0; k < 100; ++k) {
    const Primitive q = state();
    const Vector n = direction();
    expect_near(roe_flux(q, q, n), flux(q, n));
  }
}

TEST_F(AirfoilFlux, WhatLeavesOneSideEntersTheOther) {
  for (int k = 0; k < 100; ++k) {
    const Primitive left = state(), right = state();
    const Vector n = direction();
    expect_near(roe_flux(left, right, n), -1.0 * roe_flux(right, left, -1.0 * n));
  }
}

TEST_F(AirfoilFlux, RoeFluxTurnsWithTheAxes) {
  for (int k = 0; k < 100; ++k) {
    const Primitive left = state(), right = state();
    const Vector n = direction();
    const double angle = between(0, 6);
    Conservative expected = roe_flux(left, right, n);
    expected.m = turned(expected.m, angle);
    expect_near(roe_flux({left.rho, turned(left.u, angle), left.p},
                         {right.rho, turned(right.u, angle), right.p}, turned(n, angle)),
                expected);
  }
}

TEST_F(AirfoilFlux, SupersonicFlowKnowsNothingOfWhatLiesAhead) {
  const Primitive left{1, {3, 0}, 1}, right{0.9, {3.1, 0.1}, 1.1};
  expect_near(roe_flux(left, right, {2, 0}), flux(left, {2, 0}));
}

TEST_F(AirfoilFlux, NothingPassesAWall) {
  const Conservative through = wall_flux(state(), state(), {0.3, -0.4});
  EXPECT_EQ(through.rho, 0);
  EXPECT_EQ(through.e, 0);
}

TEST_F(AirfoilFlux, LinearDataAreReconstructedExactly) {
  for (int k = 0; k < 100; ++k) {
    const Primitive q{2, {0, 0}, 2};
    const Gradient g{direction(), direction(), direction(), direction()};
    const Vector dx = 0.5 * direction();
    const Primitive ahead{dot(g.rho, dx), {dot(g.u, dx), dot(g.v, dx)}, dot(g.p, dx)};
    const Primitive face = extrapolate(q, g, ahead, dx);
    EXPECT_NEAR(face.rho, q.rho + 0.5 * ahead.rho, 1e-14);
    EXPECT_NEAR(face.u.x, 0.5 * ahead.u.x, 1e-14);
    EXPECT_NEAR(face.u.y, 0.5 * ahead.u.y, 1e-14);
    EXPECT_NEAR(face.p, q.p + 0.5 * ahead.p, 1e-14);
  }
}

TEST_F(AirfoilFlux, LimiterWithoutThresholdMakesNoNewExtrema) {
  EXPECT_EQ(limited(0, 0, 0), 0);
  for (int k = 0; k < 1000; ++k) {
    const double ahead = between(-1, 1), behind = between(-1, 1);
    const double face = 0.5 * limited(ahead, behind, 0);
    if (ahead * behind <= 0)
      EXPECT_EQ(face, 0);
    else
      EXPECT_TRUE(0 <= face / ahead && face / ahead <= 1) << ahead << " " << behind;
  }
}

TEST_F(AirfoilFlux, ThresholdLetsSmallDifferencesPass) {
  EXPECT_NEAR(limited(1e-4, -3e-4), (2e-4 - 3e-4) / 3, 1e-8);
  EXPECT_NEAR(limited(1, -1), 0, 1e-2);
}

TEST_F(AirfoilFlux, WithoutLiftTheFarFieldIsTheFreeStream) {
  for (int k = 0; k < 100; ++k) {
    const Primitive undisturbed = free_stream(between(0.1, 2), between(-0.1, 0.1));
    for (const Vector from_vortex : {50.0 * direction(), Vector{0, 0}}) {
      const Primitive q = far_field(undisturbed, 0, from_vortex);
      EXPECT_EQ(q.rho, undisturbed.rho);
      EXPECT_EQ(q.u.x, undisturbed.u.x);
      EXPECT_EQ(q.u.y, undisturbed.u.y);
      EXPECT_EQ(q.p, undisturbed.p);
    }
  }
}

TEST_F(AirfoilFlux, LiftSpeedsTheFlowUpAboveAndSlowsItDownBelow) {
  const Primitive undisturbed = free_stream(0.5, 0);
  const double distance = 50, lift = 0.4;
  const Primitive above = far_field(undisturbed, lift, {0, distance}),
                  below = far_field(undisturbed, lift, {0, -distance});
  // Kutta-Joukowski: circulation is half of speed, chord and lift; Prandtl-Glauert, across the flow: over
  // beta.
  const double faster = 0.5 * 0.5 * lift / (2 * std::numbers::pi * distance * std::sqrt(1 - 0.25));
  EXPECT_NEAR(above.u.x, 0.5 + faster, 1e-15);
  EXPECT_NEAR(below.u.x, 0.5 - faster, 1e-15);
  EXPECT_GT(far_field(undisturbed, lift, {-distance, 0}).u.y, 0) << "upwash ahead";

  const auto total_enthalpy = [](const Primitive& q) { return (energy(q) + q.p) / q.rho; };
  const auto entropy = [](const Primitive& q) { return q.p / std::pow(q.rho, heat_ratio); };
  EXPECT_NEAR(total_enthalpy(above), total_enthalpy(undisturbed), 1e-14);
  EXPECT_NEAR(entropy(above), entropy(undisturbed), 1e-14);
}

}  // namespace
}  // namespace partita::airfoil

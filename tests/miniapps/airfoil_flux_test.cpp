// Fluxes, limiter and far field of the airfoil solver, one face at a time.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <partita/support/random.hpp>

#include "far_field.hpp"
#include "reconstruct.hpp"
#include "roe.hpp"
#include "runge_kutta.hpp"
#include "update.hpp"
#include "wall.hpp"
#include "wave_speed.hpp"
#include "wave_step.hpp"

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

// Through a face whose area is the normal's length.
template <int D>
Conservative<D> roe_through(const Primitive<D>& left, const Primitive<D>& right, const Vector<D>& normal) {
  const double area = length(normal);
  return roe_flux(left, right, (1 / area) * normal, area);
}

// Through a face whose area is the normal's length, of the same gas on both sides.
template <int D>
Conservative<D> flux(const Primitive<D>& q, const Vector<D>& normal) {
  const double volume_flux = dot(q.u, normal);
  return {q.rho * volume_flux, q.rho * volume_flux * q.u + q.p * normal, (energy(q) + q.p) * volume_flux};
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
    expect_near(roe_through(q, q, n), flux(q, n));
  }
}

TYPED_TEST(AirfoilFlux, WhatLeavesOneSideEntersTheOther) {
  for (int k = 0; k < 100; ++k) {
    const auto left = this->state(), right = this->state();
    const auto n = this->direction();
    expect_near(roe_through(left, right, n), -1.0 * roe_through(right, left, -1.0 * n));
  }
}

TYPED_TEST(AirfoilFlux, RoeFluxTurnsWithTheAxes) {
  for (int k = 0; k < 100; ++k) {
    auto left = this->state(), right = this->state();
    const auto n = this->direction();
    const double angle = this->between(0, 6);
    auto expected = roe_through(left, right, n);
    expected.m = turned(expected.m, angle);
    left.u = turned(left.u, angle);
    right.u = turned(right.u, angle);
    expect_near(roe_through(left, right, turned(n, angle)), expected);
  }
}

TYPED_TEST(AirfoilFlux, SupersonicFlowIgnoresTheStateAhead) {
  auto left = this->state(), right = this->state();
  left.u[0] = right.u[0] = 15;  // faster than sound
  decltype(left.u) back = {};
  back[0] = 2;
  expect_near(roe_through(left, right, back), flux(left, back), 1e-10);
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
    Row<D> a, b;
    Gradients<D> gradient;
    const Vector<D> dx = 0.5 * this->direction();
    for (int c = 0; c < D + 2; ++c) {
      const Vector<D> slope = this->direction();
      for (int axis = 0; axis < D; ++axis) slope_of<D>(gradient, c, axis) = slope[axis];
      a[c] = 2;
      b[c] = 2 + dot(slope, dx);
    }
    const Sides<D> sides = sides_of_face<D>(a, b, gradient, gradient, dx);
    for (int c = 0; c < D + 2; ++c) {
      EXPECT_NEAR(sides.left[c], 0.5 * (a[c] + b[c]), 1e-14);
      EXPECT_NEAR(sides.right[c], 0.5 * (a[c] + b[c]), 1e-14);
    }
  }
}

TYPED_TEST(AirfoilFlux, AStateThatNoGasHasIsReplacedByThatOfTheVertex) {
  constexpr int D = TestFixture::dimension;
  Row<D> a, b;
  Gradients<D> at_a, at_b;
  for (int c = 0; c < D + 2; ++c) a[c] = b[c] = 1;
  for (int k = 0; k < D * (D + 2); ++k) at_a[k] = at_b[k] = 0;
  Vector<D> dx = {};
  dx[0] = 1;
  a[0] = 0.002;
  b[0] = 0.001;
  at_b[0] =
      0.0145;  // so small that it is not limited: in the middle of the edge the density would be negative
  const Sides<D> sides = sides_of_face<D>(a, b, at_a, at_b, dx);
  for (int c = 0; c < D + 2; ++c) EXPECT_EQ(sides.right[c], b[c]);
  EXPECT_NE(sides.left[0], a[0]);
}

TYPED_TEST(AirfoilFlux, CoefficientsSolveTheNormalEquations) {
  constexpr int D = TestFixture::dimension;
  for (int k = 0; k < 100; ++k) {
    Symmetric<D> moments = {};
    std::vector<Vector<D>> edges;
    for (int edge = 0; edge < 4; ++edge) {
      edges.push_back(this->direction());
      const Symmetric<D> of_edge = moments_of_edge(edges.back());
      for (int m = 0; m < D * (D + 1) / 2; ++m) moments[m] += of_edge[m];
    }
    const Vector<D> slope = this->direction();
    Vector<D> gradient = {};
    for (const Vector<D>& edge : edges) gradient += dot(slope, edge) * coefficient_of_edge<D>(moments, edge);
    expect_near(gradient, slope, 1e-8);
  }
}

TYPED_TEST(AirfoilFlux, GradientsAtTwoPlanesAreThoseOfAFlowThatBothMirror) {
  constexpr int D = TestFixture::dimension;
  Gradients<D> gradients;
  for (int k = 0; k < D * (D + 2); ++k) gradients[k] = this->between(-1, 1);
  Vector<D> one = {}, other = {};  // at right angles
  one[0] = other[1] = 0.6;
  one[1] = 0.8, other[0] = -0.8;
  mirror<D>(one, gradients);
  mirror<D>(other, gradients);
  for (const Vector<D>& normal : {one, other}) {
    const auto along = [&](int c) {
      return dot(normal, vector_of<D>([&](int axis) { return slope_of<D>(gradients, c, axis); }));
    };
    const auto velocity = vector_of<D>([&](int axis) { return along(1 + axis); });
    EXPECT_NEAR(along(0), 0, 1e-15);
    EXPECT_NEAR(along(D + 1), 0, 1e-15);
    EXPECT_NEAR(length(velocity - dot(velocity, normal) * normal), 0, 1e-15);
    EXPECT_GT(length(velocity), 0);
  }
  const Gradients<D> known = gradients;
  mirror<D>(one, gradients);
  for (int k = 0; k < D * (D + 2); ++k) EXPECT_NEAR(gradients[k], known[k], 1e-15);
}

// Von Neumann's analysis along one line of points, across which cells are so thin that nothing else counts.
TEST(AirfoilStages, DampWavesOfEveryLengthAndMoreWouldNot) {
  const auto largest = [](double waves_per_cell) {
    double most = 0;
    for (int k = 1; k < 1000; ++k) {
      const auto ahead = std::polar(1.0, 2 * std::numbers::pi * k / 1000), behind = 1.0 / ahead;
      const auto at_face = 1.0 + (2.0 * (ahead - 1.0) + (1.0 - behind)) / 6.0;
      const auto rate = at_face * (1.0 - behind);
      std::complex<double> factor = 1;
      for (const double alpha : stages) factor = 1.0 - alpha * waves_per_cell * rate * factor;
      most = std::max(most, std::abs(factor));
    }
    return most;
  };
  EXPECT_LT(largest(cfl), 1);
  EXPECT_GT(largest(1.1 * cfl), 1);
}

TYPED_TEST(AirfoilFlux, StepsDivideSoundByItsSpeedAndTheRestByThatOfTheFlow) {
  constexpr int D = TestFixture::dimension;
  const Primitive<D> at_rest{1, {}, 1 / heat_ratio};
  Vector<D> across = {};
  across[0] = 6;
  const Symmetric<D> flat = shape_of_face(across);
  const double slow = 0.5 * convective_width * 3;
  Conservative<D> compression{1, {}, 1 / (heat_ratio - 1)}, shear{}, entropy{1, {}, 0};
  shear.m[1] = 1;
  expect_near(by_wave_speeds(compression, at_rest, flat), 1.0 / 3 * compression);
  expect_near(by_wave_speeds(entropy, at_rest, flat), 1 / slow * entropy);
  expect_near(by_wave_speeds(shear, at_rest, flat), 1 / slow * shear);
}

TYPED_TEST(AirfoilFlux, StepsTurnWithTheAxes) {
  constexpr int D = TestFixture::dimension;
  for (int k = 0; k < 100; ++k) {
    Primitive<D> q = this->state();
    Conservative<D> net_flux = conservative(this->state());
    std::array<Vector<D>, 3> faces = {this->direction(), this->direction(), this->direction()};
    const double angle = this->between(0, 6);
    const auto step = [&] {
      Symmetric<D> shape = {};
      for (const Vector<D>& face : faces) {
        const Symmetric<D> of_face = shape_of_face(face);
        for (int m = 0; m < D * (D + 1) / 2; ++m) shape[m] += of_face[m];
      }
      return by_wave_speeds(net_flux, q, shape);
    };
    auto expected = step();
    expected.m = turned(expected.m, angle);
    q.u = turned(q.u, angle);
    net_flux.m = turned(net_flux.m, angle);
    for (Vector<D>& face : faces) face = turned(face, angle);
    expect_near(step(), expected, 1e-8);
  }
}

TYPED_TEST(AirfoilFlux, UpdatesNeitherHalveNorDoubleDensityAndPressureAndAreWholeIfTheyMay) {
  constexpr int D = TestFixture::dimension;
  int whole = 0;
  for (int k = 0; k < 1000; ++k) {
    const Primitive<D> before = this->state(), aim = this->state();
    const Conservative<D> from = conservative(before), change = 4.0 * (conservative(aim) - from);
    const double part = part_of_step(from, change);
    const Primitive<D> after = primitive(from + part * change), wanted = primitive(from + change);
    const auto is_about_near = [](double now, double then) {
      return now > 0.499 * then && now < 2.001 * then;
    };
    const auto is_near = [](double now, double then) { return now > 0.5 * then && now < 2 * then; };
    EXPECT_TRUE(is_gas(after));
    EXPECT_TRUE(is_about_near(after.rho, before.rho) && is_about_near(after.p, before.p));
    EXPECT_EQ(part == 1, is_near(wanted.rho, before.rho) && is_near(wanted.p, before.p));
    whole += part == 1;
  }
  EXPECT_GT(whole, 0);
  EXPECT_LT(whole, 1000);
}

// Otherwise it would stay as it is for ever.
TYPED_TEST(AirfoilFlux, ACellWhoseStepIsAHundredTimesTooLargeStillMoves) {
  for (int k = 0; k < 100; ++k) {
    const auto from = conservative(this->state());
    EXPECT_GT(part_of_step(from, -100.0 * from), 0);
  }
}

double quotient(const Fraction& fraction) { return fraction.numerator / fraction.denominator; }

TEST(AirfoilLimiter, WithoutThresholdMakesNoNewExtrema) {
  Random random(1);
  for (int k = 0; k < 1000; ++k) {
    const double ahead = between(random, -1, 1), behind = between(random, -1, 1);
    const double face = 0.5 * quotient(limited(ahead, behind, 0));
    if (ahead * behind <= 0)
      EXPECT_EQ(face, 0);
    else
      EXPECT_TRUE(0 <= face / ahead && face / ahead <= 1) << ahead << " " << behind;
  }
}

TEST(AirfoilLimiter, ThresholdLetsSmallDifferencesPass) {
  EXPECT_NEAR(quotient(limited(1e-4, -3e-4)), (2e-4 - 3e-4) / 3, 1e-8);
  EXPECT_NEAR(quotient(limited(1, -1)), 0, 1e-2);
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

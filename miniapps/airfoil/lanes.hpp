#pragma once
/// \file Values of several edges in the lanes of the host's vector units: a body that is written for one edge
/// runs for L of them at once, and gives the same bits.

#include <partita/loops/lanes.hpp>

#include "gradient.hpp"

namespace partita::airfoil {

/// Whether the host reaches the memory of the kernels, so that bodies run in lanes.
constexpr bool on_host =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, Kokkos::DefaultExecutionSpace::memory_space>::accessible;

/// Lanes of a flux: as many as a vector has doubles. Its arithmetic is worth more than the transposition.
constexpr int flux_lanes = loops::vector_width / 64;

/// The doubles of a value, each in L lanes.
template <class Value>
using LanesOf = loops::Lanes<double, sizeof(Value) / sizeof(double), flux_lanes>;

/// Loads the values of these rows.
template <class Value>
void load(LanesOf<Value>& lanes, const Value* values, const local_index* rows) {
  loops::load_rows(lanes, reinterpret_cast<const double*>(values), rows);
}

/// One lane of a value. By components: compilers do not vectorise copies of whole structures.
template <int D, class Lanes>
Vector<D> vector_in(const Lanes& lanes, int first, int l) {
  Vector<D> vector;
  loops::unrolled<D>([&](auto k) { vector[k] = lanes.at[first + k][l]; });
  return vector;
}

template <int D>
Primitive<D> primitive_in(const LanesOf<Primitive<D>>& lanes, int l) {
  return {lanes.at[0][l], vector_in<D>(lanes, 1, l), lanes.at[1 + D][l]};
}

template <int D>
Gradient<D> gradient_in(const LanesOf<Gradient<D>>& lanes, int l) {
  Gradient<D> gradient;
  gradient.rho = vector_in<D>(lanes, 0, l);
  loops::unrolled<D>([&](auto k) { gradient.u[k] = vector_in<D>(lanes, D + k * D, l); });
  gradient.p = vector_in<D>(lanes, D + D * D, l);
  return gradient;
}

template <int D>
void keep(LanesOf<Conservative<D>>& lanes, int l, const Conservative<D>& value) {
  lanes.at[0][l] = value.rho;
  loops::unrolled<D>([&](auto k) { lanes.at[1 + k][l] = value.m[k]; });
  lanes.at[1 + D][l] = value.e;
}

}  // namespace partita::airfoil

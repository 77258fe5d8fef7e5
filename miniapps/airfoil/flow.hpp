#pragma once
/// \file The flow to compute: its free stream and the references of its coefficients.

#include "vector.hpp"

namespace partita::airfoil {

template <int D>
struct Flow {
  double mach;
  double incidence;      ///< radians
  double reference = 1;  ///< coefficients are for this chord (3D: area)
  bool vortex = false;   ///< far field corrected for lift; in two dimensions and below Mach 1 only
  Vector<D> vortex_at = {};
};

}  // namespace partita::airfoil

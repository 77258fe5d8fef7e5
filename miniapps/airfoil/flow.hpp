#pragma once
/// \file The flow to be computed: what the free stream is and what coefficients are measured by.

#include "vector.hpp"

namespace partita::airfoil {

template <int D>
struct Flow {
  double mach;
  double incidence;      ///< radians
  double reference = 1;  ///< coefficients are for this chord; in three dimensions, this area
  bool vortex = false;   ///< far field corrected for lift; in two dimensions and below Mach 1 only
  Vector<D> vortex_at = {};
};

}  // namespace partita::airfoil

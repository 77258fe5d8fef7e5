#pragma once
/// \file What a run continues from, beside mesh and conditions: its fields, and how far it has come.

#include <map>
#include <string>
#include <vector>

#include <partita/support/hash.hpp>

#include "equations.hpp"
#include "gas.hpp"

namespace partita::airfoil {

/// Fields at the owned vertices, by name. "conservative" is one: mass, momentum and energy.
template <int D>
using SavedFields = std::map<std::string, std::vector<Row<D>>>;

/// How far a run has come.
struct Course {
  long steps = 0;
  long first_step = 0;          ///< steps before those on the present mesh, if it is adapted
  double residual = 0;          ///< of the last step
  double largest_residual = 0;  ///< of all steps
  Forces forces = {0, 0};       ///< of the last step
  Hash history;                 ///< of residual, lift and drag of every step
};

}  // namespace partita::airfoil

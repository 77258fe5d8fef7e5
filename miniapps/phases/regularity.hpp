#pragma once
/// \file The kinds of random matrices by name.

#include <array>

#include <partita/support/names.hpp>

#include "miniapps/random_matrix.hpp"

namespace partita::phases {

inline constexpr std::array<Name<Regularity>, 3> regularities{
    {{Regularity::exact, "exact"}, {Regularity::rows, "rows"}, {Regularity::independent, "independent"}}};

}  // namespace partita::phases

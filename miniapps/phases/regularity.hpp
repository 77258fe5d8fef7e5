#pragma once
/// \file The kinds of random matrices by name.

#include <array>

#include <partita/schedule/random_matrix.hpp>
#include <partita/support/names.hpp>

namespace partita::phases {

inline constexpr std::array<Name<Regularity>, 3> regularities{
    {{Regularity::exact, "exact"}, {Regularity::rows, "rows"}, {Regularity::independent, "independent"}}};

}  // namespace partita::phases

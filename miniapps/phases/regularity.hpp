#pragma once
/// \file The kinds of random matrices by name.

#include <array>

#include <partita/schedule/random_matrix.hpp>
#include <partita/support/names.hpp>

namespace partita::phases {

inline constexpr std::array<Name<detail::Regularity>, 3> regularities{
    {{detail::Regularity::exact, "exact"},
     {detail::Regularity::rows, "rows"},
     {detail::Regularity::independent, "independent"}}};

}  // namespace partita::phases

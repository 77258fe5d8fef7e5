#pragma once
/// \file The scheduling algorithms by name.

#include <array>
#include <string_view>

#include <partita/support/names.hpp>

namespace partita {

enum class Algorithm { ac, lp, rs_n };

inline constexpr std::array<Name<Algorithm>, 3> algorithms{
    {{Algorithm::ac, "ac"}, {Algorithm::lp, "lp"}, {Algorithm::rs_n, "rs_n"}}};

inline std::string_view name_of(Algorithm algorithm) { return spelling_in<Algorithm>(algorithms, algorithm); }

/// Throws Error with the names there are.
inline Algorithm algorithm_named(std::string_view name) {
  return named_in<Algorithm>(algorithms, "algorithm", name);
}

/// False for algorithms that leave the order of messages open (AC): their one phase is no partial
/// permutation.
constexpr bool is_ordered(Algorithm algorithm) { return algorithm != Algorithm::ac; }

}  // namespace partita

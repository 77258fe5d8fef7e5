#pragma once
/// \file The scheduling algorithms by name, as command lines and files spell them.

#include <array>
#include <string>
#include <string_view>

namespace partita {

enum class Algorithm { ac, lp, rs_n };

inline constexpr std::array all_algorithms{Algorithm::ac, Algorithm::lp, Algorithm::rs_n};

std::string_view name_of(Algorithm algorithm);

/// Throws Error with the names there are.
Algorithm algorithm_named(std::string_view name);

/// False for algorithms that leave the order of messages open (AC): their one phase is no partial permutation.
bool is_ordered(Algorithm algorithm);

/// "ac, lp, rs_n"
std::string algorithm_names();

}  // namespace partita

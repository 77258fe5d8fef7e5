#pragma once
/// \file The exchange in a step of the measured loop.

#include <array>

#include <partita/support/names.hpp>

namespace partita::bench {

enum class Operation {
  gather,
  scatter_add,
  both  ///< a gather, then a scatter-add
};

inline constexpr std::array<Name<Operation>, 3> operations{
    {{Operation::gather, "gather"}, {Operation::scatter_add, "scatter_add"}, {Operation::both, "both"}}};

}  // namespace partita::bench

#pragma once
/// \file The order in which a rank sends messages that no schedule orders.

#include <array>
#include <string_view>

#include <partita/support/names.hpp>

namespace partita {

/// The order in which each rank sends its messages by `ac`. If many ranks send at once, it decides where they
/// queue.
enum class SendOrder {
  rotated,    ///< ascending from the next rank on: to rank + 1, rank + 2, ..., as MPI libraries do
  ascending,  ///< to rank 0 first: ranks that send to many begin with the same receiver
  random      ///< each rank for itself, by seed and rank: Wang, Lin, Ranka 1993 (DRS_N), section 3.1
};

/// All orders with their names on command lines and in files.
inline constexpr std::array<Name<SendOrder>, 3> send_orders{
    {{SendOrder::rotated, "rotated"}, {SendOrder::ascending, "ascending"}, {SendOrder::random, "random"}}};

/// The spelling, such as "rotated". Not collective.
inline std::string_view name_of(SendOrder order) { return spelling_in<SendOrder>(send_orders, order); }

/// The order of this spelling. Not collective.
/// @throws Error with all spellings if there is no such order
inline SendOrder send_order_named(std::string_view name) {
  return named_in<SendOrder>(send_orders, "order of sends", name);
}

}  // namespace partita

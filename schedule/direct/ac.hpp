#pragma once
/// \file AC, asynchronous communication: everything in one phase.
///
/// Wang and Ranka 1994, section 3, figure 1: post all receives, send everything, confirm. Scheduling costs
/// nothing. Best for few or small messages; others suffer from contention.
///
/// A rank still sends one message after the other. The papers differ in the order: "to their destinations in
/// a random order" (Wang, Lin, Ranka 1993, DRS_N, section 3.1), "without particular order" (the same, NICE,
/// section 3.1), none said (1994). See SendOrder.
///
/// The default is rotated. In predictions for cm5, ipsc860, ethernet_cluster and fat_tree_cluster (random and
/// complete exchanges, 64 bytes to 128 KiB a message) the ascending order takes 1.19 times as long in the
/// geometric mean, and up to 11 times; the random order takes 1.02 times as long. Within one host all are
/// alike.

#include <cstdint>

#include <partita/schedule/phase_table.hpp>
#include <partita/schedule/send_order.hpp>

namespace partita::detail {

/// One rank's table, from local knowledge alone, in O(d) for d messages. Its sends are in the order asked
/// for, its receives ascend by rank. Only the random order depends on the seed.
PhaseTable ac(int rank, const DestinationVector& destinations, const SourceVector& sources, SendOrder order,
              std::uint64_t seed);

}  // namespace partita::detail

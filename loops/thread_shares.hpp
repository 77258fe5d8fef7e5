#pragma once
/// \file Divides the iterations of a loop among the threads of a rank.
///
/// As the elements of a set have owners among the ranks, so those of a rank have owners among its threads:
/// of T threads, thread t owns the t-th part of consecutive elements. A thread executes the iterations that
/// change its elements, in their order, and changes only these: no atomics, no colours, no bit that depends
/// on the number of threads. An iteration that changes elements of two threads is executed by both. Each
/// writes what is not its own to the row that nothing reads, where threads may meet.

#include <span>
#include <vector>

#include <partita/loops/order.hpp>

namespace partita::loops {

/// The part of `whole`, the order of `loop`, that each thread executes. Each thread makes its own, in memory
/// near it. No communication. Time and memory linear in the rows.
std::vector<Order> divide_among_threads(const OrderedLoop& loop, std::span<const OrderedField> fields,
                                        Order whole, int threads);

}  // namespace partita::loops

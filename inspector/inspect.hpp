#pragma once
/// \file Inspection: from index arrays to inspected loops, the first time and after some entries have
/// changed.
///
/// The inspector of PARTI and CHAOS: Das, Uysal, Saltz, Hwang, "Communication optimizations for irregular
/// scientific computations on distributed memory architectures", J. Parallel and Distributed Computing 22,
/// 1994. CHAOS starts with iterations already on the rank that executes them. Here any rank may hold them:
/// the rank that holds an iteration looks its references up, chooses the executing ranks, and tells them
/// where the values live. It remembers these ranks, so an update costs only what has changed.

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <partita/inspector/inspected_loop.hpp>

namespace partita {

/// Inspects a loop: looks up every reference once, in the share that holds it. Collective.
/// @param name for error messages
/// @param arrays this rank's index arrays; every rank gives the same names, tables and arities
/// @throws CollectiveError when arrays differ in length or in number, or an entry is out of range; names
/// loop, index array and entry
InspectedLoop inspect(const Communicator& comm, std::string_view name, std::span<const IndexArray> arrays,
                      Execution execution = Execution::first_owner);

/// Inspects a loop over edges between values of one set; its name is "edges". Collective.
/// @param share this rank's share of the edges: any share, also an empty one
/// @throws CollectiveError when an end point is out of range; names loop and edge
InspectedLoop inspect(const TranslationTable& table, std::span<const Edge> share,
                      Execution execution = Execution::first_owner);

/// Inspects several loops together: they share one access pattern per set, hence one exchange. Collective.
/// @throws CollectiveError as above
std::vector<InspectedLoop> inspect(const Communicator& comm, std::span<const IndexedLoop> loops);

/// The loop inspected for index arrays that differ in a few iterations, or in the number of iterations; equal
/// in every bit to a fresh inspection of them. Looks up, and tells other ranks, only the differences.
/// Collective.
/// @param loop edited in place if you give it away: `loop = update(std::move(loop), arrays)`
/// @param numbers of the share's iterations, if the loop was inspected with numbers
/// @param changed see `IndexedLoop::changed`. With it, the work is linear in the changes and in the
/// iterations that refer to ghosts; without, every iteration is compared
/// @throws CollectiveError as `inspect` does, and when the arrays point into other tables than those the loop
/// was inspected for; a loop given away is lost then
InspectedLoop update(InspectedLoop loop, std::span<const IndexArray> arrays,
                     std::optional<std::span<const global_index>> numbers = {},
                     std::optional<std::span<const local_index>> changed = {});

/// The same for a loop over edges between values of one set. Collective.
InspectedLoop update(InspectedLoop loop, std::span<const Edge> share,
                     std::optional<std::span<const local_index>> changed = {});

/// The same for several loops that shall share one access pattern per set. Collective.
/// @param before the loops as inspected before, together or apart; none for a loop that is new. Edited in
/// place if you give them away
/// @param loops all of them, as they are now
/// @throws CollectiveError as above
std::vector<InspectedLoop> update(const Communicator& comm, std::vector<std::optional<InspectedLoop>> before,
                                  std::span<const IndexedLoop> loops);

}  // namespace partita

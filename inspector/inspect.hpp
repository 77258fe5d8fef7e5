#pragma once
/// \file Inspection: from index arrays to inspected loops, the first time and when some entries have changed.
///
/// The inspector of PARTI and CHAOS: Das, Uysal, Saltz, Hwang, "Communication optimizations for irregular
/// scientific computations on distributed memory architectures", J. Parallel and Distributed Computing 22,
/// 1994. There it begins with iterations where they are executed; here with iterations anywhere: the rank in
/// whose share an iteration is looks its references up, once, chooses who executes it, and tells him where
/// its values live. So a change costs what it changes: that rank knows who executed the iteration before.

#include <span>
#include <string_view>
#include <vector>

#include <partita/inspector/inspected_loop.hpp>

namespace partita {

/// Inspects a loop. Looks up every reference once, in the share it is in; who executes an iteration is told
/// where its values live. Collective. Throws CollectiveError when arrays differ in length or in number, or an
/// entry is out of range, naming loop, index array and entry.
InspectedLoop inspect(const Communicator& comm, std::string_view name, std::span<const IndexArray> arrays,
                      Execution execution = Execution::first_owner);

/// Inspects several loops together: they share one access pattern per set, hence one exchange.
std::vector<InspectedLoop> inspect(const Communicator& comm, std::span<const IndexedLoop> loops);

/// The loop inspected for index arrays that differ in a few iterations, or in the number of iterations; equal
/// in every bit to a fresh inspection of them. Finds what differs by itself; looks up, and tells other ranks,
/// only that (the local work is linear in the loop). Give the loop away, `loop = update(std::move(loop),
/// ...)`, and it is edited where it lies. Collective. Throws CollectiveError as `inspect` does, and when the
/// arrays point into other tables than those the loop was inspected for; a loop given away is lost then.
InspectedLoop update(InspectedLoop loop, std::span<const IndexArray> arrays);

/// The same for several loops, inspected together or apart: `arrays[l]` are the index arrays of `loops[l]`.
std::vector<InspectedLoop> update(const Communicator& comm, std::vector<InspectedLoop> loops,
                                  std::span<const std::span<const IndexArray>> arrays);

}  // namespace partita

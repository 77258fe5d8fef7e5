#pragma once
/// \file Update of an access pattern whose ghosts have changed: owners are told only the differences.

#include <partita/inspector/access_pattern.hpp>

namespace partita::detail {

/// The pattern that `make_pattern(comm, before.owned(), ghosts)` makes. A neighbour gets a message only if
/// ghosts that it owns come or go. Collective: one sparse exchange of the differences. @throws
/// CollectiveError when a rank gets more values than local indices can count.
AccessPattern update_pattern(const AccessPattern& before, std::vector<Location> ghosts);

}  // namespace partita::detail

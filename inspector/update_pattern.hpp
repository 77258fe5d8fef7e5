#pragma once
/// \file An access pattern with other ghosts than before: owners are told only what differs.

#include <partita/inspector/access_pattern.hpp>

namespace partita::detail {

/// The pattern that `make_pattern(comm, before.owned(), ghosts)` makes, but neighbours that keep their ghosts
/// hear nothing, the others only which come and which go. Collective; one sparse exchange of what differs.
/// Throws CollectiveError when a rank gets more values than local indices can count.
AccessPattern update_pattern(const AccessPattern& before, std::vector<Location> ghosts);

}  // namespace partita::detail

#include <algorithm>

#include <partita/schedule/direct/open_phase.hpp>

namespace partita::detail {

namespace {
constexpr int never = -1;
}

OpenPhase::OpenPhase(int ranks, const Machine& machine)
    : machine_(machine),
      sends_(static_cast<std::size_t>(ranks), never),
      receives_(static_cast<std::size_t>(ranks), never),
      links_(static_cast<std::size_t>(machine.links()), never) {
  require_room(machine, ranks);
}

bool OpenPhase::add(int from, int to) {
  if (sends(from) || receives(to)) return false;
  route_.clear();
  if (machine_.topology) machine_.topology->route(machine_.host_of(from), machine_.host_of(to), route_);
  if (std::any_of(route_.begin(), route_.end(), [&](int link) { return taken(links_, link); })) return false;
  for (const int link : route_) links_[static_cast<std::size_t>(link)] = phase_;
  sends_[static_cast<std::size_t>(from)] = phase_;
  receives_[static_cast<std::size_t>(to)] = phase_;
  return true;
}

void OpenPhase::remove(int from, int to) {
  route_.clear();
  if (machine_.topology) machine_.topology->route(machine_.host_of(from), machine_.host_of(to), route_);
  for (const int link : route_) links_[static_cast<std::size_t>(link)] = never;
  sends_[static_cast<std::size_t>(from)] = never;
  receives_[static_cast<std::size_t>(to)] = never;
}

}  // namespace partita::detail

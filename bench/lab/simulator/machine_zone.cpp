#include "bench/lab/simulator/machine_zone.hpp"

#include <algorithm>
#include <cmath>

#include <partita/schedule/prediction/network.hpp>
#include <partita/support/error.hpp>

namespace partita::lab {

namespace {

constexpr double unlimited = 1e18;  // bytes a second: SimGrid computes with it
constexpr double envelope = 16;     // bytes that SMPI adds to each message

int rank_of(const simgrid::s4u::Host& host) { return static_cast<int>(host.get_netpoint()->id()); }

std::size_t index(int number) { return static_cast<std::size_t>(number); }

}  // namespace

MachineZone::MachineZone(const Machine& machine, int ranks)
    : NetZoneImpl("machine"),
      machine_(machine),
      nodes_((ranks + machine.ranks_per_host - 1) / machine.ranks_per_host) {
  const Costs& costs = machine.costs;
  if (detail::has_port_queues(costs) || costs.both_ways_penalty + costs.exchange_penalty > 0)
    throw Error("SimGrid's network has no queues before ports and no penalties for both ways at a time; ",
                "leave out [ports], both_ways_penalty and exchange_penalty of the machine");
  for (int rank = 0; rank < ranks; ++rank) hosts_.push_back(create_host(std::to_string(rank), {1e9}));
  const bool in_turn = costs.contention == Costs::Contention::queue;
  const auto make_link = [&](const std::string& name, double bandwidth) {
    Link* const link = create_link(name, {std::min(bandwidth, unlimited)});
    return in_turn ? link->set_concurrency_limit(1) : link;
  };
  for (int node = 0; node < nodes_; ++node) {
    out_.push_back(make_link(text("out ", node), costs.bandwidth));
    in_.push_back(make_link(text("in ", node), costs.bandwidth));
    if (costs.duplex == Costs::Duplex::half) both_.push_back(make_link(text("both ", node), costs.bandwidth));
    if (costs.duplex == Costs::Duplex::pairwise) both_.push_back(make_link(text("alone ", node), unlimited));
  }
  if (costs.send_penalty + costs.receive_penalty > 0) slow_down();
  for (int link = 0; link < machine.links(); ++link) {
    const auto& by_level = costs.link_bandwidth;
    const std::size_t level = std::min(index(machine.topology->level(link)), by_level.size() - 1);
    links_.push_back(by_level.empty() && !in_turn
                         ? nullptr
                         : make_link(text("link ", link), by_level.empty() ? unlimited : by_level[level]));
  }
  if (costs.duplex == Costs::Duplex::pairwise)
    for (int pair = 0; pair < nodes_ * nodes_; ++pair)
      pairs_.push_back(create_link(text("pair ", pair), {unlimited}));
  came_at_.resize(pairs_.size());
  memory_ = create_link("memory", {std::min(costs.host_bandwidth, unlimited)});
  memory_->set_sharing_policy(Link::SharingPolicy::FATPIPE);

  // The time of a lone message: its bytes without the envelope. A circuit is also held during its set-up.
  get_iface()->get_network_model()->set_bw_factor_cb([this](double size, const simgrid::s4u::Host* from,
                                                            const simgrid::s4u::Host* to, const auto&,
                                                            const auto&) {
    double bytes = size - envelope;
    if (machine_.costs.contention == Costs::Contention::queue)
      bytes += machine_.costs.bandwidth *
               (flight_seconds(machine_, rank_of(*from), rank_of(*to)) +
                (reserves_ ? reservation_seconds(machine_, rank_of(*from), rank_of(*to), bytes) : 0));
    return size / std::max(bytes, 1e-6);
  });
  get_iface()->seal();
}

// SimGrid reports the number of messages on a link when it changes. The last reports of the ways out and in
// separate the messages that a node sends from those that it receives.
void MachineZone::slow_down() {
  loads_.resize(index(nodes_));
  const auto log2_of = [](int messages) { return messages > 1 ? std::log2(messages) : 0; };
  const auto slowed = [this, log2_of](double bandwidth, const Load& load) {
    return bandwidth / (1 + machine_.costs.send_penalty * log2_of(load.sends) +
                        machine_.costs.receive_penalty * log2_of(load.receives));
  };
  const auto set = [](Link* link, const auto& capacity) {
    link->set_sharing_policy(Link::SharingPolicy::NONLINEAR, capacity);
  };
  const bool is_half = machine_.costs.duplex == Costs::Duplex::half;
  for (std::size_t node = 0; node < index(nodes_); ++node) {
    Load& load = loads_[node];
    set(out_[node], [&load, slowed, is_half](double bandwidth, int messages) {
      load.sends = messages;
      return is_half ? bandwidth : slowed(bandwidth, load);
    });
    set(in_[node], [&load, slowed, is_half](double bandwidth, int messages) {
      load.receives = messages;
      return is_half ? bandwidth : slowed(bandwidth, load);
    });
    if (!is_half) continue;
    set(both_[node], [&load, slowed](double bandwidth, int messages) {
      const int receives = std::min(load.receives, messages);
      return slowed(bandwidth, {messages - receives, receives});
    });
  }
}

// For a message that starts at this very moment SimGrid reports its presence only, not yet its transfer.
bool MachineZone::goes_along(int from, int to) const {
  if (pairs_.empty()) return false;
  const Link& other_way = *pairs_[pair(to, from)];
  const double before = simgrid::s4u::Engine::get_clock() - came_at_[pair(to, from)];
  return other_way.is_used() && (other_way.get_usage() > 0 || before == 0) &&
         before <= machine_.costs.start_up;
}

void MachineZone::get_local_route(const simgrid::kernel::routing::NetPoint* from,
                                  const simgrid::kernel::routing::NetPoint* to,
                                  simgrid::kernel::routing::Route* into, double*) {
  const int sender = static_cast<int>(from->id()), receiver = static_cast<int>(to->id());
  const int a = machine_.host_of(sender), b = machine_.host_of(receiver);
  const auto go_over = [&](Link* link) { into->link_list_.push_back(link->get_impl()); };
  if (a == b) return go_over(memory_);
  go_over(out_[index(a)]);
  go_over(in_[index(b)]);
  if (!both_.empty() && !goes_along(a, b)) {
    go_over(both_[index(a)]);
    go_over(both_[index(b)]);
  }
  if (!pairs_.empty()) {
    go_over(pairs_[pair(a, b)]);
    came_at_[pair(a, b)] = simgrid::s4u::Engine::get_clock();
  }
  for (const int link : machine_.route(sender, receiver))
    if (links_[index(link)] != nullptr) go_over(links_[index(link)]);
}

}  // namespace partita::lab

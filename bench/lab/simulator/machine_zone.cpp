#include "bench/lab/simulator/machine_zone.hpp"

#include <algorithm>
#include <cmath>

#include <partita/support/error.hpp>

namespace partita::lab {

namespace {

constexpr double unlimited = 1e18;  // bytes a second: SimGrid computes with it
constexpr double envelope = 16;     // bytes that SMPI adds to each message

std::size_t index(int number) { return static_cast<std::size_t>(number); }

}  // namespace

MachineZone::MachineZone(const Machine& machine, int ranks)
    : NetZoneImpl("machine"),
      machine_(machine),
      nodes_((ranks + machine.ranks_per_host - 1) / machine.ranks_per_host) {
  const Costs& costs = machine.costs;
  for (int rank = 0; rank < ranks; ++rank) hosts_.push_back(create_host(std::to_string(rank), {1e9}));
  for (int node = 0; node < nodes_; ++node) {
    out_.push_back(make_way(text("out ", node), costs.send_penalty));
    in_.push_back(make_way(text("in ", node), costs.receive_penalty));
    if (costs.duplex == Costs::Duplex::half) both_.push_back(make_link(text("both ", node), costs.bandwidth));
    if (costs.duplex == Costs::Duplex::pairwise)
      both_.push_back(make_link(text("alone ", node), unlimited)->set_concurrency_limit(1));
  }
  for (int link = 0; link < machine.links(); ++link) {
    const auto& by_level = costs.link_bandwidth;
    const bool limits = !by_level.empty() || costs.contention == Costs::Contention::queue;
    const std::size_t level = std::min(index(machine.topology->level(link)), by_level.size() - 1);
    links_.push_back(limits ? make_link(text("link ", link), by_level.empty() ? unlimited : by_level[level])
                            : nullptr);
  }
  if (costs.duplex == Costs::Duplex::pairwise)
    for (int pair = 0; pair < nodes_ * nodes_; ++pair)
      pairs_.push_back(make_link(text("pair ", pair), unlimited));
  memory_ = create_link("memory", {std::min(costs.host_bandwidth, unlimited)});
  memory_->set_sharing_policy(Link::SharingPolicy::FATPIPE);

  // What a message takes alone: its bytes without the envelope; and a circuit is held while it is set up.
  get_iface()->get_network_model()->set_bw_factor_cb([this](double size, const simgrid::s4u::Host* from,
                                                            const simgrid::s4u::Host* to, const auto&,
                                                            const auto&) {
    double bytes = size - envelope;
    if (machine_.costs.contention == Costs::Contention::queue) {
      const auto hops = machine_.route(static_cast<int>(from->get_netpoint()->id()),
                                       static_cast<int>(to->get_netpoint()->id()));
      bytes += machine_.costs.per_hop * static_cast<double>(hops.size()) * machine_.costs.bandwidth;
    }
    return size / std::max(bytes, 1e-6);
  });
  get_iface()->seal();
}

MachineZone::Link* MachineZone::make_link(const std::string& name, double bandwidth) {
  Link* const link = create_link(name, {std::min(bandwidth, unlimited)});
  if (machine_.costs.contention == Costs::Contention::queue && pairs_.empty()) link->set_concurrency_limit(1);
  return link;
}

// Into or out of a node.
MachineZone::Link* MachineZone::make_way(const std::string& name, double penalty) {
  Link* const link = make_link(name, machine_.costs.bandwidth);
  if (penalty > 0)
    link->set_sharing_policy(Link::SharingPolicy::NONLINEAR, [penalty](double bandwidth, int messages) {
      return messages > 1 ? bandwidth / (1 + penalty * std::log2(messages)) : bandwidth;
    });
  return link;
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
  const bool goes_along = !pairs_.empty() && pair_link(b, a)->is_used();
  if (!both_.empty() && !goes_along) {
    go_over(both_[index(a)]);
    go_over(both_[index(b)]);
  }
  if (!pairs_.empty()) go_over(pair_link(a, b));
  for (const int link : machine_.route(sender, receiver))
    if (links_[index(link)] != nullptr) go_over(links_[index(link)]);
}

}  // namespace partita::lab

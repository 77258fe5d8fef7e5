#include <algorithm>
#include <cmath>
#include <limits>

#include <partita/schedule/prediction/network.hpp>

namespace partita {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr int nobody = -1;

std::size_t index(int resource) { return static_cast<std::size_t>(resource); }

double log2_of(int messages) { return messages > 1 ? std::log2(messages) : 0; }

}  // namespace

Network::Network(const Machine& machine, int ranks)
    : machine_(machine),
      hosts_((ranks + machine.ranks_per_host - 1) / machine.ranks_per_host),
      sends_(index(hosts_)),
      receives_(index(hosts_)),
      partner_(index(hosts_), nobody) {
  require_room(machine, ranks);
  const Costs& costs = machine.costs;
  bandwidth_.assign(2 * index(hosts_), costs.bandwidth);
  for (int link = 0; link < machine.links(); ++link) {
    const auto& by_level = costs.link_bandwidth;
    bandwidth_.push_back(by_level.empty()
                             ? never
                             : by_level[std::min(index(machine.topology->level(link)), by_level.size() - 1)]);
  }
  on_.resize(bandwidth_.size());
  left_.resize(bandwidth_.size());
  users_.resize(bandwidth_.size());
}

// The way out of a host, the links, the way into the other; half duplex, both ways of a host are one.
std::vector<int> Network::way(int from, int to) const {
  const int in = machine_.costs.duplex == Costs::Duplex::half ? 0 : 1;
  std::vector<int> way{2 * machine_.host_of(from), 2 * machine_.host_of(to) + in};
  for (const int link : machine_.route(from, to)) way.push_back(2 * hosts_ + link);
  return way;
}

void Network::enter(std::size_t name, int from, int to, double bytes, double time) {
  go_on(time);
  waiting_.push_back({name, machine_.host_of(from), machine_.host_of(to), bytes, 0, way(from, to)});
  let_in();
}

bool Network::may_enter(const Message& message) const {
  if (machine_.costs.contention == Costs::Contention::share) return true;
  if (std::any_of(message.way.begin(), message.way.end(), [&](int used) { return on_[index(used)] > 0; }))
    return false;
  if (machine_.costs.duplex != Costs::Duplex::pairwise) return true;
  const auto may_meet = [&](int host, int other) {
    return partner_[index(host)] == nobody || partner_[index(host)] == other;
  };
  return may_meet(message.from, message.to) && may_meet(message.to, message.from);
}

void Network::let_in() {
  std::erase_if(waiting_, [&](Message& message) {
    if (!may_enter(message)) return false;
    for (const int used : message.way) ++on_[index(used)];
    ++sends_[index(message.from)];
    ++receives_[index(message.to)];
    partner_[index(message.from)] = message.to;
    partner_[index(message.to)] = message.from;
    under_way_.push_back(std::move(message));
    is_new_ = true;
    return true;
  });
}

double Network::next() {
  if (is_new_) set_rates();
  double first = never;
  for (const Message& message : under_way_) first = std::min(first, now_ + message.left / message.rate);
  return first;
}

void Network::go_on(double time) {
  if (is_new_) set_rates();
  const double step = time - now_;
  now_ = time;
  if (step > 0)
    for (Message& message : under_way_) message.left -= message.rate * step;
}

const std::vector<std::size_t>& Network::advance(double time) {
  go_on(time);
  through_.clear();
  std::erase_if(under_way_, [&](const Message& message) {
    // What would be through in no time to speak of is through: rounding shall not make steps of its own.
    if (message.left > message.rate * 1e-9 * now_) return false;
    for (const int used : message.way) --on_[index(used)];
    --sends_[index(message.from)];
    --receives_[index(message.to)];
    for (const int host : {message.from, message.to})
      if (sends_[index(host)] == 0 && receives_[index(host)] == 0) partner_[index(host)] = nobody;
    through_.push_back(message.name);
    is_new_ = true;
    return true;
  });
  if (is_new_) let_in();
  return through_;
}

// Fills. Each round decides the messages of the resource with the least for each of its undecided ones.
void Network::set_rates() {
  is_new_ = false;
  for (auto& users : users_) users.clear();
  for (std::size_t k = 0; k < under_way_.size(); ++k) {
    under_way_[k].rate = 0;
    for (const int used : under_way_[k].way) users_[index(used)].push_back(k);
  }
  std::vector<std::size_t> open;  // resources with undecided messages
  std::vector<std::size_t> undecided(users_.size());
  for (std::size_t resource = 0; resource < users_.size(); ++resource) {
    undecided[resource] = users_[resource].size();
    if (undecided[resource] == 0) continue;
    open.push_back(resource);
    left_[resource] = bandwidth_[resource];
  }
  for (int host = 0; host < hosts_; ++host) {
    const Costs& costs = machine_.costs;
    const double slower = 1 + costs.send_penalty * log2_of(sends_[index(host)]) +
                          costs.receive_penalty * log2_of(receives_[index(host)]);
    left_[2 * index(host)] /= slower;
    left_[2 * index(host) + 1] /= slower;
  }
  const auto share = [&](std::size_t resource) {
    return left_[resource] / static_cast<double>(undecided[resource]);
  };
  while (!open.empty()) {
    const std::size_t least = *std::min_element(
        open.begin(), open.end(), [&](std::size_t a, std::size_t b) { return share(a) < share(b); });
    const double rate = share(least);
    for (const std::size_t k : users_[least]) {
      if (under_way_[k].rate > 0) continue;
      under_way_[k].rate = rate;
      for (const int used : under_way_[k].way) {
        if (rate < never) left_[index(used)] = std::max(0.0, left_[index(used)] - rate);
        --undecided[index(used)];
      }
    }
    std::erase_if(open, [&](std::size_t resource) { return undecided[resource] == 0; });
  }
}

}  // namespace partita

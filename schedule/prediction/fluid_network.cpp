#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <partita/schedule/prediction/network.hpp>
#include <partita/schedule/prediction/resources.hpp>

namespace partita::detail {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

// A message that would be through in a negligible time is through: rounding must not make steps of its own.
constexpr double no_time = 1e-9;

double log2_of(int messages) { return messages > 1 ? std::log2(messages) : 0; }

// A fluid model. Rates are max-min fair: no message could be faster without slowing one that is no faster.
// They are found by filling: the resource with the smallest share for each of its messages decides these,
// then the next. After Casanova, Giersch, Legrand, Quinson, Suter, "Versatile, scalable, and accurate
// simulation of distributed applications and platforms", J. Parallel Distrib. Comput. 74(10), 2014,
// section 4.
//
// Three things keep it fast:
//
// * Messages from one host to another are one *flow*: they have the same path and the same rate. A flow
//   counts the bytes that each of its messages has made, and each is through at its own count.
// * Rates change only if a message enters or leaves, and only for flows that are *connected* to it by shared
//   resources, directly or through others.
// * A resolution greater than 0 is the least time between two settings of the rates. Until the next setting
//   a flow with a new message has an equal share of the resource on its path with the most messages, other
//   flows keep their rates, and free capacity stays unused. This is for many thousands of connected ranks.
//
// O(c log c) for each change, c flows and resources connected to it.
class FluidNetwork : public Network {
 public:
  FluidNetwork(const Machine& machine, int ranks, double resolution)
      : machine_(machine),
        resources_(machine, ranks),
        resolution_(resolution),
        users_(resources_.count()),
        sends_(ranks),
        receives_(ranks),
        waiting_(ranks),
        on_(users_.size()),
        is_connected_(users_.size()),
        left_(users_.size()),
        undecided_(users_.size()) {}

  void enter(std::size_t name, int from, int to, double bytes, double time, double /*flight*/) override {
    settle_before(time);
    now_ = time;
    if (bytes == 0) {
      empty_.push_back(name);
      return;
    }
    const FlowNumber number = flow_between(from, to);
    Flow& flow = flows_[number];
    flow.go_on(time);
    if (flow.ends.empty()) join(number);
    const double waiting = std::max(0.0, 1 - machine_.costs.spared / bytes);
    flow.ends.push({flow.made + bytes, order_++, name, waiting});
    flow.waiting += waiting;
    ++sends_[flow.from];
    ++receives_[flow.to];
    waiting_[flow.from] += waiting;
    waiting_[flow.to] += waiting;
    for (const int used : flow.path) ++on_[used];
    if (resolution_ > 0)
      flow.rate = flow.rate > 0 ? std::min(flow.rate, equal_share(flow)) : equal_share(flow);
    change(flow, time);
    plan_end(number);
  }

  double next() override {
    if (!empty_.empty()) return now_;
    if (!changed_.empty() && set_next_ <= now_) set_rates(now_);
    while (!due_.empty() && due_.top().version != flows_[due_.top().flow].version) due_.pop();
    const double first = due_.empty() ? never : due_.top().time;
    return changed_.empty() ? first : std::min(first, set_next_);
  }

  const std::vector<std::size_t>& advance(double time) override {
    settle_before(time);
    now_ = time;
    through_.swap(empty_);
    empty_.clear();
    while (!due_.empty() && due_.top().time <= time * (1 + no_time)) {
      const auto [due, number, version] = due_.top();
      due_.pop();
      if (version == flows_[number].version) end_messages(number, time);
    }
    return through_;
  }

 private:
  using FlowNumber = std::uint32_t;

  // The bytes at which a message is through; messages that end together, in the order in which they came. And
  // which part of it waits for acknowledgements.
  struct End {
    double bytes;
    std::size_t order, name;
    double waiting;

    bool operator>(const End& other) const {
      return std::tie(bytes, order) > std::tie(other.bytes, other.order);
    }
  };

  struct Flow {
    int from, to;           // hosts
    FlowNumber back;        // the flow from `to` to `from`; itself if there has been none
    std::vector<int> path;  // resources that limit it
    std::priority_queue<End, std::vector<End>, std::greater<>> ends;
    double waiting = 0;  // of its messages
    double rate = 0;     // bytes a second of each message
    double made = 0;     // bytes of each message, at `since`
    double since = 0;    // seconds
    std::uint32_t version = 0;
    bool is_undecided = false;  // while rates are set

    void go_on(double time) {
      if (!path.empty()) made += rate * (time - since);
      since = time;
    }
  };

  // When the first message of a flow is through. Of a flow that has changed since, an old version.
  struct Due {
    double time;
    FlowNumber flow;
    std::uint32_t version;

    bool operator>(const Due& other) const { return std::tie(time, flow) > std::tie(other.time, other.flow); }
  };

  // The first message of a flow, and all that end with it.
  void end_messages(FlowNumber number, double time) {
    Flow& flow = flows_[number];
    flow.go_on(time);
    const double until = std::max(flow.ends.top().bytes, flow.made + flow.rate * no_time * time);
    while (!flow.ends.empty() && (flow.path.empty() || flow.ends.top().bytes <= until)) {
      const End& end = flow.ends.top();
      through_.push_back(end.name);
      flow.waiting -= end.waiting;
      waiting_[flow.from] -= end.waiting;
      waiting_[flow.to] -= end.waiting;
      flow.ends.pop();
      --sends_[flow.from];
      --receives_[flow.to];
      for (const int used : flow.path) --on_[used];
    }
    change(flow, time);
    if (flow.ends.empty()) part(number);
    plan_end(number);
  }

  FlowNumber flow_between(int from, int to) {
    const auto key = [](int a, int b) {
      return static_cast<std::uint64_t>(a) << 32 | static_cast<std::uint64_t>(b);
    };
    const int host = machine_.host_of(from), other = machine_.host_of(to);
    const auto [found, is_new] = numbers_.try_emplace(key(host, other), flows_.size());
    if (is_new) {
      Flow& flow = flows_.emplace_back();
      flow.from = host;
      flow.to = other;
      const auto back = numbers_.find(key(other, host));
      flow.back = back == numbers_.end() ? found->second : back->second;
      flows_[flow.back].back = found->second;
      for (const int resource : resources_.path(from, to))
        if (std::isfinite(resources_.bandwidth(resource))) flow.path.push_back(resource);
    }
    return found->second;
  }

  void join(FlowNumber number) {
    Flow& flow = flows_[number];
    flow.made = flow.rate = 0;
    for (const int used : flow.path) users_[used].push_back(number);
  }

  void part(FlowNumber number) {
    for (const int used : flows_[number].path) {
      std::vector<FlowNumber>& users = users_[used];
      *std::ranges::find(users, number) = users.back();
      users.pop_back();
    }
  }

  void plan_end(FlowNumber number) {
    Flow& flow = flows_[number];
    ++flow.version;
    if (flow.ends.empty()) return;
    const double bytes = flow.ends.top().bytes - flow.made;
    if (flow.path.empty() || bytes <= 0)
      due_.push({now_, number, flow.version});
    else if (flow.rate > 0)
      due_.push({flow.since + bytes / flow.rate, number, flow.version});
  }

  void change(int resource) {
    if (is_connected_[resource] || !std::isfinite(resources_.bandwidth(resource))) return;
    is_connected_[resource] = true;
    changed_.push_back(resource);
  }

  // Penalties slow both directions of a host.
  void change(const Flow& flow, double time) {
    if (flow.path.empty()) return;
    if (changed_.empty()) set_next_ = std::max(set_next_ + resolution_, time);
    for (const int resource : flow.path) change(resource);
    const Costs& costs = machine_.costs;
    if (costs.send_penalty + costs.receive_penalty + costs.both_ways_penalty + costs.exchange_penalty == 0)
      return;
    for (const int host : {flow.from, flow.to})
      for (const int resource : {resources_.out_of(host), resources_.into(host)}) change(resource);
  }

  void settle_before(double time) {
    if (!changed_.empty() && set_next_ < time) set_rates(std::max(set_next_, now_));
  }

  double equal_share(const Flow& flow) const {
    double least = never;
    for (const int used : flow.path) least = std::min(least, capacity(used) / on_[used]);
    return flow.path.empty() ? 0 : least;
  }

  // Fills. Each round decides the messages of the resource with the smallest share for each undecided
  // message. Shares only grow meanwhile, so an entry with an outdated share goes back into the queue.
  void set_rates(double time) {
    set_next_ = time;
    collect_connected();
    using Share = std::pair<double, int>;
    const auto share = [&](int resource) { return left_[resource] / undecided_[resource]; };
    std::vector<Share> shares;
    for (const int resource : connected_)
      if (undecided_[resource] > 0) shares.emplace_back(share(resource), resource);
    std::priority_queue<Share, std::vector<Share>, std::greater<>> open(std::greater<>{}, std::move(shares));
    while (!open.empty()) {
      const auto [rate, least] = open.top();
      open.pop();
      if (undecided_[least] == 0) continue;
      if (const double now = share(least); now > rate) {
        open.emplace(now, least);
        continue;
      }
      for (const FlowNumber number : users_[least])
        if (flows_[number].is_undecided) decide(number, rate, time);
    }
    for (const int resource : connected_) is_connected_[resource] = false;
  }

  // The changed resources, and all that are connected to them.
  void collect_connected() {
    connected_.swap(changed_);
    changed_.clear();
    for (std::size_t k = 0; k < connected_.size(); ++k) {
      const int resource = connected_[k];
      left_[resource] = capacity(resource);
      undecided_[resource] = 0;
      for (const FlowNumber number : users_[resource]) {
        Flow& flow = flows_[number];
        undecided_[resource] += weight(flow);
        if (flow.is_undecided) continue;
        flow.is_undecided = true;
        for (const int other : flow.path)
          if (!is_connected_[other]) {
            is_connected_[other] = true;
            connected_.push_back(other);
          }
      }
    }
  }

  void decide(FlowNumber number, double rate, double time) {
    Flow& flow = flows_[number];
    flow.is_undecided = false;
    for (const int used : flow.path) {
      left_[used] = std::max(0.0, left_[used] - weight(flow) * rate);
      undecided_[used] -= weight(flow);
    }
    if (rate == flow.rate) return;
    flow.go_on(time);
    flow.rate = rate;
    plan_end(number);
  }

  // Messages that it counts for.
  double weight(const Flow& flow) const {
    const bool exchanges = flows_[flow.back].from == flow.to && !flows_[flow.back].ends.empty();
    return static_cast<double>(flow.ends.size()) +
           (exchanges ? machine_.costs.exchange_penalty * flow.waiting : 0);
  }

  double capacity(int resource) const {
    const double bandwidth = resources_.bandwidth(resource);
    if (resources_.is_link(resource)) return bandwidth;
    const Costs& costs = machine_.costs;
    const int host = resource / 2;
    const bool both_ways = sends_[host] > 0 && receives_[host] > 0;
    return bandwidth /
           (1 + costs.send_penalty * log2_of(sends_[host]) +
            costs.receive_penalty * log2_of(receives_[host]) +
            (both_ways ? costs.both_ways_penalty * waiting_[host] / (sends_[host] + receives_[host]) : 0));
  }

  Machine machine_;
  Resources resources_;
  double resolution_;
  std::vector<Flow> flows_;
  std::unordered_map<std::uint64_t, FlowNumber> numbers_;  // by the two hosts
  std::vector<std::vector<FlowNumber>> users_;             // flows with messages, by resource
  std::vector<int> sends_, receives_;                      // messages that travel, by host
  std::vector<double> waiting_;                            // of them, by host
  std::vector<int> on_;                                    // alike, by resource
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  std::size_t order_ = 0;
  double now_ = 0;

  std::vector<int> changed_;  // resources whose shares must be set anew ...
  double set_next_ = 0;       // ... at this time, not before

  // While rates are set.
  std::vector<int> connected_;      // resources
  std::vector<bool> is_connected_;  // by resource
  std::vector<double> left_;        // bytes a second, by resource
  std::vector<double> undecided_;   // messages, by resource

  std::vector<std::size_t> empty_;  // messages of 0 bytes, which need no capacity: through at once
  std::vector<std::size_t> through_;
};

}  // namespace

std::unique_ptr<Network> make_fluid_network(const Machine& machine, int ranks, double resolution) {
  return std::make_unique<FluidNetwork>(machine, ranks, resolution);
}

}  // namespace partita::detail

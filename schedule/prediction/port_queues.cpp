// Token buckets and losses of a port; the networks decide which messages share a link (network.hpp).
#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_map>
#include <utility>

#include <partita/schedule/prediction/network.hpp>

namespace partita::detail {

namespace {

class PortQueues : public Network {
 public:
  PortQueues(std::unique_ptr<Network> network, const Machine& machine, int ranks)
      : network_(std::move(network)),
        machine_(machine),
        hosts_((ranks + machine.ranks_per_host - 1) / machine.ranks_per_host, Host(machine.costs.burst)) {}

  void enter(std::size_t name, int from, int to, double bytes, double time, double flight) override {
    const Costs& costs = machine_.costs;
    Host &sender = hosts_[machine_.host_of(from)], &receiver = hosts_[machine_.host_of(to)];
    const double waiting = std::min(bytes, costs.window);
    sender.waiting += waiting;
    receiver.waiting += waiting;
    const bool is_lost = bytes > 0 && std::max(sender.waiting, receiver.waiting) > costs.queue;

    sender.out.fill(time, costs);
    receiver.in.fill(time, costs);
    const double at_once = std::min({bytes, sender.out.tokens, receiver.in.tokens});
    for (Port* const port : {&sender.out, &receiver.in}) {
      port->tokens -= at_once;
      ++port->messages;
    }
    const double late = at_once / costs.burst_bandwidth + (is_lost ? costs.loss : 0);
    messages_.emplace(name, Message{&sender, &receiver, waiting, late});
    network_->enter(name, from, to, bytes - at_once, time, flight);
  }

  double next() override {
    return late_.empty() ? network_->next() : std::min(network_->next(), late_.top().first);
  }

  const std::vector<std::size_t>& advance(double time) override {
    through_.clear();
    for (const std::size_t name : network_->advance(time)) {
      const double late = leave(name, time);
      if (late > 0)
        late_.emplace(time + late, name);
      else
        through_.push_back(name);
    }
    for (; !late_.empty() && late_.top().first <= time; late_.pop()) through_.push_back(late_.top().second);
    return through_;
  }

 private:
  struct Port {
    double tokens;     // bytes, at `since`
    double since = 0;  // when the last message was through
    int messages = 0;

    void fill(double time, const Costs& costs) {
      if (messages > 0 || tokens == costs.burst) return;
      tokens = std::min(costs.burst, tokens + costs.bandwidth * (time - since));
      since = time;
    }
  };

  struct Host {
    explicit Host(double burst) : out{burst}, in{burst} {}

    Port out, in;
    double waiting = 0;  // bytes in its queues
  };

  struct Message {
    Host *sender, *receiver;
    double waiting;
    double late;  // seconds from when `network_` is through with it
  };

  // Returns how late it is.
  double leave(std::size_t name, double time) {
    const auto found = messages_.find(name);
    const auto [sender, receiver, waiting, late] = found->second;
    messages_.erase(found);
    sender->waiting -= waiting;
    receiver->waiting -= waiting;
    for (Port* const port : {&sender->out, &receiver->in}) {
      --port->messages;
      port->since = time;
    }
    return late;
  }

  using Late = std::pair<double, std::size_t>;  // when it is through, name

  std::unique_ptr<Network> network_;
  Machine machine_;
  std::vector<Host> hosts_;
  std::unordered_map<std::size_t, Message> messages_;  // on their way
  std::priority_queue<Late, std::vector<Late>, std::greater<>> late_;
  std::vector<std::size_t> through_;
};

}  // namespace

std::unique_ptr<Network> with_port_queues(std::unique_ptr<Network> network, const Machine& machine,
                                          int ranks) {
  return std::make_unique<PortQueues>(std::move(network), machine, ranks);
}

}  // namespace partita::detail

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <utility>

#include <partita/schedule/prediction/network.hpp>
#include <partita/schedule/prediction/resources.hpp>

namespace partita::detail {

namespace {

// A message enters if all resources of its path are free; else it waits. A message that leaves frees one
// resource after the other: ports, hosts, links. Each goes at once to the earliest waiting message that then
// has all it needs. A message has its path for itself, first while the path is set up (its flight), then at
// the bandwidth of the slowest resource. Bokhari 1991, section 2.
//
// If hosts exchange only in pairs (Costs::Duplex::pairwise), a message takes both hosts for itself. The
// exception is the opposite message, if it travels already and came no more than a start-up before. "A
// receive and a transmit occurring nearly simultaneously at a processor can proceed concurrently, while a
// short delay causes them to be carried out serially" (Bokhari 1991, section 5).
//
// Each waiting message watches one resource that it waits for. So a resource that becomes free wakes only
// its watchers, not all waiting messages.
class CircuitNetwork : public Network {
 public:
  CircuitNetwork(const Machine& machine, int ranks)
      : machine_(machine),
        resources_(machine, ranks),
        is_taken_(resources_.count() + ranks),
        watches_(is_taken_.size()) {}

  void enter(std::size_t name, int from, int to, double bytes, double time, double flight) override {
    Message message{name, machine_.host_of(from), machine_.host_of(to), time, 0, resources_.path(from, to)};
    for (const int used : message.needs)
      message.seconds = std::max(message.seconds, bytes / resources_.bandwidth(used));
    message.seconds += flight;
    if (machine_.costs.duplex == Costs::Duplex::pairwise && !goes_along(message))
      message.needs.insert(message.needs.begin() + 2,
                           {resources_.count() + message.from, resources_.count() + message.to});
    messages_.push_back(std::move(message));
    try_to_start(messages_.size() - 1, time);
  }

  double next() override {
    return under_way_.empty() ? std::numeric_limits<double>::infinity() : under_way_.top().first;
  }

  const std::vector<std::size_t>& advance(double time) override {
    through_.clear();
    // A message that would be through in a negligible time is through, so that rounding makes no steps.
    while (!under_way_.empty() && under_way_.top().first <= time * (1 + 1e-9)) {
      const Waiting first = under_way_.top().second;
      under_way_.pop();
      leave(messages_[first], time);
    }
    return through_;
  }

 private:
  struct Message {
    std::size_t name;
    int from, to;  // hosts
    double came_at, seconds;
    std::vector<int> needs;  // resources, and past them hosts
  };
  using Waiting = std::size_t;  // a message, by the order of entry

  bool goes_along(const Message& message) const {
    const auto other_way = came_at_.find({message.to, message.from});
    return other_way != came_at_.end() && message.came_at - other_way->second <= machine_.costs.start_up;
  }

  void try_to_start(Waiting waiting, double time) {
    const Message& message = messages_[waiting];
    for (const int needed : message.needs)
      if (is_taken_[needed]) {
        watches_[needed].push_back(waiting);
        return;
      }
    for (const int needed : message.needs) is_taken_[needed] = true;
    came_at_[{message.from, message.to}] = message.came_at;
    under_way_.emplace(time + message.seconds, waiting);
  }

  void leave(const Message& message, double time) {
    came_at_.erase({message.from, message.to});
    through_.push_back(message.name);
    for (const int needed : message.needs) {
      is_taken_[needed] = false;
      std::vector<Waiting> those;
      those.swap(watches_[needed]);
      std::sort(those.begin(), those.end());
      for (const Waiting waiting : those) try_to_start(waiting, time);
    }
  }

  Machine machine_;
  Resources resources_;
  std::vector<Message> messages_;
  std::vector<bool> is_taken_;                     // by resource, then by host
  std::vector<std::vector<Waiting>> watches_;      // likewise
  std::map<std::pair<int, int>, double> came_at_;  // of the messages that travel, by their hosts
  std::priority_queue<std::pair<double, Waiting>, std::vector<std::pair<double, Waiting>>, std::greater<>>
      under_way_;
  std::vector<std::size_t> through_;
};

}  // namespace

std::unique_ptr<Network> make_circuit_network(const Machine& machine, int ranks) {
  return std::make_unique<CircuitNetwork>(machine, ranks);
}

}  // namespace partita::detail

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

#include <partita/schedule/prediction/network.hpp>
#include <partita/schedule/prediction/resources.hpp>

namespace partita::detail {

namespace {

// A message begins if all resources of its path are free; else it waits. A message that leaves frees one
// resource after the other: ports, links. Each goes at once to the earliest waiting message that then has all
// it needs. A message has its path for itself, first while the path is set up (`per_hop`), then at the
// bandwidth of the slowest resource. Bokhari 1991, section 2.
//
// If hosts send and receive at once only by chance (Costs::Duplex::pairwise), a message also needs the other
// direction of both its hosts: the port into its sender's, and the port out of its receiver's. Each must be
// free, or its message must have begun when this one came. "A receive and a transmit occurring nearly
// simultaneously at a processor can proceed concurrently, while a short delay causes them to be carried out
// serially" (Bokhari 1991, section 5). Nearly simultaneous are the two messages of an exchange within a
// start-up: after an exchange of empty messages they always are. With different partners they "rarely proceed
// concurrently" (Wang and Ranka 1994, section 2.2): only while the circuit of the first is set up.
//
// Each waiting message watches one resource that it waits for. So a resource that becomes free wakes only
// its watchers, not all waiting messages.
class CircuitNetwork : public Network {
 public:
  CircuitNetwork(const Machine& machine, int ranks)
      : machine_(machine),
        resources_(machine, ranks),
        holders_(resources_.count(), nobody),
        watches_(holders_.size()) {}

  void enter(std::size_t name, int from, int to, double bytes, double time) override {
    Message message{name, time, 0, resources_.path(from, to)};
    for (const int used : message.needs)
      message.seconds = std::max(message.seconds, bytes / resources_.bandwidth(used));
    message.set_up = flight_seconds(machine_, from, to);
    message.seconds += message.set_up;
    if (machine_.costs.duplex == Costs::Duplex::pairwise)
      message.beside = {resources_.into(machine_.host_of(from)), resources_.out_of(machine_.host_of(to))};
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
      leave(first, time);
    }
    return through_;
  }

 private:
  struct Message {
    std::size_t name;
    double came_at, seconds;
    std::vector<int> needs;        // resources: free
    std::vector<int> beside = {};  // resources: free, or held by a message that began when this one came
    double set_up = 0, began_at = 0;
  };
  using Waiting = std::size_t;  // a message, by the order of entry
  static constexpr auto nobody = static_cast<Waiting>(-1);

  bool blocks(int beside, const Message& message) const {
    const Waiting holder = holders_[beside];
    if (holder == nobody) return false;
    const bool is_opposite = holders_[message.beside[0]] == holders_[message.beside[1]];
    const double apart = std::abs(message.came_at - messages_[holder].began_at);
    // Ranks in step are whole links apart: a hundredth less, so that no rounding lets them pass.
    return apart > (is_opposite ? machine_.costs.start_up : 0.99 * messages_[holder].set_up);
  }

  void try_to_start(Waiting waiting, double time) {
    Message& message = messages_[waiting];
    const auto taken = std::ranges::find_if(message.needs, [&](int one) { return holders_[one] != nobody; });
    if (taken != message.needs.end()) return watches_[*taken].push_back(waiting);
    const auto other = std::ranges::find_if(message.beside, [&](int one) { return blocks(one, message); });
    if (other != message.beside.end()) return watches_[*other].push_back(waiting);
    for (const int needed : message.needs) holders_[needed] = waiting;
    message.began_at = time;
    under_way_.emplace(time + message.seconds, waiting);
  }

  void leave(Waiting one, double time) {
    through_.push_back(messages_[one].name);
    for (const int needed : messages_[one].needs) {
      holders_[needed] = nobody;
      std::vector<Waiting> those;
      those.swap(watches_[needed]);
      std::sort(those.begin(), those.end());
      for (const Waiting waiting : those) try_to_start(waiting, time);
    }
  }

  Machine machine_;
  Resources resources_;
  std::vector<Message> messages_;
  std::vector<Waiting> holders_;               // by resource
  std::vector<std::vector<Waiting>> watches_;  // likewise
  std::priority_queue<std::pair<double, Waiting>, std::vector<std::pair<double, Waiting>>, std::greater<>>
      under_way_;
  std::vector<std::size_t> through_;
};

}  // namespace

std::unique_ptr<Network> make_circuit_network(const Machine& machine, int ranks) {
  return std::make_unique<CircuitNetwork>(machine, ranks);
}

}  // namespace partita::detail

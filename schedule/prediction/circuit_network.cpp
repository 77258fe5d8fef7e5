#include <algorithm>
#include <limits>

#include <partita/schedule/prediction/circuit_network.hpp>

namespace partita::detail {

namespace {

std::size_t index(int number) { return static_cast<std::size_t>(number); }

}  // namespace

CircuitNetwork::CircuitNetwork(const Machine& machine, int ranks)
    : machine_(machine),
      resources_(machine, ranks),
      is_taken_(index(resources_.count() + ranks)),
      watches_(is_taken_.size()) {}

void CircuitNetwork::enter(std::size_t name, int from, int to, double bytes, double time) {
  Message message{name, machine_.host_of(from), machine_.host_of(to), time, 0, resources_.path(from, to)};
  for (const int used : message.needs)
    message.seconds = std::max(message.seconds, bytes / resources_.bandwidth(used));
  message.seconds += flight_seconds(machine_, from, to);
  if (machine_.costs.duplex == Costs::Duplex::pairwise && !goes_along(message))
    message.needs.insert(message.needs.begin() + 2,
                         {resources_.count() + message.from, resources_.count() + message.to});
  messages_.push_back(std::move(message));
  try_to_start(messages_.size() - 1, time);
}

bool CircuitNetwork::goes_along(const Message& message) const {
  const auto other_way = came_at_.find({message.to, message.from});
  return other_way != came_at_.end() && message.came_at - other_way->second <= machine_.costs.start_up;
}

void CircuitNetwork::try_to_start(Waiting waiting, double time) {
  const Message& message = messages_[waiting];
  for (const int needed : message.needs)
    if (is_taken_[index(needed)]) {
      watches_[index(needed)].push_back(waiting);
      return;
    }
  for (const int needed : message.needs) is_taken_[index(needed)] = true;
  came_at_[{message.from, message.to}] = message.came_at;
  under_way_.emplace(time + message.seconds, waiting);
}

double CircuitNetwork::next() {
  return under_way_.empty() ? std::numeric_limits<double>::infinity() : under_way_.top().first;
}

void CircuitNetwork::leave(const Message& message, double time) {
  came_at_.erase({message.from, message.to});
  through_.push_back(message.name);
  for (const int needed : message.needs) {
    is_taken_[index(needed)] = false;
    std::vector<Waiting> those;
    those.swap(watches_[index(needed)]);
    std::sort(those.begin(), those.end());
    for (const Waiting waiting : those) try_to_start(waiting, time);
  }
}

const std::vector<std::size_t>& CircuitNetwork::advance(double time) {
  through_.clear();
  // A message that would be through in a negligible time is through: rounding must not make steps of its own.
  while (!under_way_.empty() && under_way_.top().first <= time * (1 + 1e-9)) {
    const Waiting first = under_way_.top().second;
    under_way_.pop();
    leave(messages_[first], time);
  }
  return through_;
}

}  // namespace partita::detail

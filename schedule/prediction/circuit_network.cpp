#include <algorithm>
#include <limits>

#include <partita/schedule/prediction/circuit_network.hpp>

namespace partita {

namespace {

constexpr int nobody = -1;

std::size_t index(int number) { return static_cast<std::size_t>(number); }

}  // namespace

CircuitNetwork::CircuitNetwork(const Machine& machine, int ranks)
    : machine_(machine),
      resources_(machine, ranks),
      taken_(index(resources_.count())),
      partner_(index(ranks), nobody),
      active_(index(ranks)),
      watches_(index(resources_.count() + ranks)) {}

void CircuitNetwork::enter(std::size_t name, int from, int to, double bytes, double time) {
  Message message{name, machine_.host_of(from), machine_.host_of(to), 0, resources_.way(from, to)};
  for (const int used : message.way)
    message.seconds = std::max(message.seconds, bytes / resources_.bandwidth(used));
  message.seconds += flight_seconds(machine_, from, to);
  messages_.push_back(std::move(message));
  try_to_start(messages_.size() - 1, time);
}

// A resource, or past them a host; `nothing` when it may enter.
int CircuitNetwork::blocked_by(const Message& message) const {
  for (const int used : message.way)
    if (taken_[index(used)] > 0) return used;
  if (machine_.costs.duplex != Costs::Duplex::pairwise) return nothing;
  const auto is_with_another = [&](int host, int other) {
    return partner_[index(host)] != nobody && partner_[index(host)] != other;
  };
  if (is_with_another(message.from, message.to)) return resources_.count() + message.from;
  if (is_with_another(message.to, message.from)) return resources_.count() + message.to;
  return nothing;
}

void CircuitNetwork::try_to_start(Waiting waiting, double time) {
  const Message& message = messages_[waiting];
  const int blocked = blocked_by(message);
  if (blocked != nothing) {
    watches_[index(blocked)].push_back(waiting);
    return;
  }
  for (const int used : message.way) ++taken_[index(used)];
  for (const int host : {message.from, message.to}) ++active_[index(host)];
  partner_[index(message.from)] = message.to;
  partner_[index(message.to)] = message.from;
  under_way_.emplace(time + message.seconds, waiting);
}

double CircuitNetwork::next() {
  return under_way_.empty() ? std::numeric_limits<double>::infinity() : under_way_.top().first;
}

void CircuitNetwork::leave(const Message& message, std::vector<Waiting>& freed) {
  const auto wake = [&](int watched) {
    std::vector<Waiting>& those = watches_[index(watched)];
    freed.insert(freed.end(), those.begin(), those.end());
    those.clear();
  };
  for (const int used : message.way) {
    --taken_[index(used)];
    wake(used);
  }
  for (const int host : {message.from, message.to})
    if (--active_[index(host)] == 0) {
      partner_[index(host)] = nobody;
      wake(resources_.count() + host);
    }
  through_.push_back(message.name);
}

const std::vector<std::size_t>& CircuitNetwork::advance(double time) {
  through_.clear();
  std::vector<Waiting> freed;
  // What would be through in no time to speak of is through: rounding shall not make steps of its own.
  while (!under_way_.empty() && under_way_.top().first <= time * (1 + 1e-9)) {
    leave(messages_[under_way_.top().second], freed);
    under_way_.pop();
  }
  std::sort(freed.begin(), freed.end());
  for (const Waiting waiting : freed) try_to_start(waiting, time);
  return through_;
}

}  // namespace partita

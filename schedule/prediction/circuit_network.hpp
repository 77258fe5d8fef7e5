#pragma once
/// \file Circuits: messages wait until their whole way is free.

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include <partita/schedule/prediction/network.hpp>
#include <partita/schedule/prediction/resources.hpp>

namespace partita {

/// A message enters when nothing that it needs is taken, else it waits; those that wait are looked at in the
/// order in which they came. It has its way for itself, first while that is set up (`per_hop`), then at the
/// bandwidth of what is slowest there. Where hosts exchange only in pairs (Costs::Duplex::pairwise), one that
/// sends or receives is taken for all but its partner. Bokhari 1991, section 2.
///
/// A message that waits is watched by one thing that it waits for, so that O(those that watch) are looked at
/// when something is free again, not all that wait.
class CircuitNetwork : public Network {
 public:
  CircuitNetwork(const Machine& machine, int ranks);

  void enter(std::size_t name, int from, int to, double bytes, double time) override;
  double next() override;
  const std::vector<std::size_t>& advance(double time) override;

 private:
  struct Message {
    std::size_t name;
    int from, to;  // hosts
    double seconds;
    std::vector<int> way;
  };
  using Waiting = std::size_t;  // a message, by the order of entry

  static constexpr int nothing = -1;

  int blocked_by(const Message& message) const;
  void try_to_start(Waiting waiting, double time);
  void leave(const Message& message, std::vector<Waiting>& freed);

  Machine machine_;
  Resources resources_;
  std::vector<Message> messages_;
  std::vector<int> taken_;    // by resource: messages on it, 0 or 1
  std::vector<int> partner_;  // of a host that sends or receives, where they exchange only in pairs
  std::vector<int> active_;   // messages from and to a host
  std::vector<std::vector<Waiting>> watches_;  // by resource, then by host
  std::priority_queue<std::pair<double, Waiting>, std::vector<std::pair<double, Waiting>>, std::greater<>>
      under_way_;
  std::vector<std::size_t> through_;
};

}  // namespace partita

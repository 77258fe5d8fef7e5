#pragma once
/// \file Circuits: messages wait until their whole path is free.

#include <cstdint>
#include <functional>
#include <map>
#include <queue>
#include <utility>
#include <vector>

#include <partita/schedule/prediction/network.hpp>
#include <partita/schedule/prediction/resources.hpp>

namespace partita::detail {

/// A message enters if all resources of its path are free; else it waits. A message that leaves frees one
/// resource after the other: ports, hosts, links. Each goes at once to the earliest waiting message that then
/// has all it needs. A message has its path for itself, first while the path is set up (`per_hop`), then at
/// the bandwidth of the slowest resource. Bokhari 1991, section 2.
///
/// If hosts exchange only in pairs (Costs::Duplex::pairwise), a message takes both hosts for itself. The
/// exception is the opposite message, if it travels already and came no more than a start-up before. "A
/// receive and a transmit occurring nearly simultaneously at a processor can proceed concurrently, while a
/// short delay causes them to be carried out serially" (Bokhari 1991, section 5).
///
/// Each waiting message watches one resource that it waits for. So a resource that becomes free wakes only
/// its watchers, not all waiting messages.
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
    double came_at, seconds;
    std::vector<int> needs;  // resources, and past them hosts
  };
  using Waiting = std::size_t;  // a message, by the order of entry

  bool goes_along(const Message& message) const;
  void try_to_start(Waiting waiting, double time);
  void leave(const Message& message, double time);

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

}  // namespace partita::detail

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

namespace partita {

/// A message enters when nothing that it needs is taken, else it waits. One that leaves frees one thing after
/// the other: its path out and in, its hosts, its links; each at once for the first, of those that came, that
/// needs no more. It has its path for itself, first while that is set up (`per_hop`), then at the bandwidth
/// of what is slowest there. Bokhari 1991, section 2.
///
/// Where hosts exchange only in pairs (Costs::Duplex::pairwise), a message takes both hosts for itself,
/// unless it goes along with one the other path: with one that is under path when it comes, and came no more
/// than a start-up before. "A receive and a transmit occurring nearly simultaneously at a processor can
/// proceed concurrently, while a short delay causes them to be carried out serially" (Bokhari 1991, section
/// 5).
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
  std::map<std::pair<int, int>, double> came_at_;  // of the messages under path, by their hosts
  std::priority_queue<std::pair<double, Waiting>, std::vector<std::pair<double, Waiting>>, std::greater<>>
      under_way_;
  std::vector<std::size_t> through_;
};

}  // namespace partita

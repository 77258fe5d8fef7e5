#pragma once
/// \file Messages under way on a machine: when does each arrive?

#include <cstddef>
#include <vector>

#include <partita/schedule/machine.hpp>

namespace partita {

/// A fluid model of a network. A message holds its way from when it enters to when its last byte has left
/// the sender: the way out of its host, the links of its route, the way into the other host. What has a
/// bandwidth is shared by the messages on it, or queued for (Costs::Contention):
///
/// * *share*: rates are max-min fair: no message could go faster without slowing one that is no faster.
///   Found by filling: the resource with the smallest share for each of its messages decides these, then the
///   next. Rates change only when a message enters or leaves.
/// * *queue*: circuits. A message enters when nothing that it needs is taken, else it waits; those that wait
///   are looked at in the order in which they came.
///
/// After Casanova, Giersch, Legrand, Quinson, Suter, "Versatile, scalable, and accurate simulation of
/// distributed applications and platforms", J. Parallel Distrib. Comput. 74(10), 2014, section 4 (share), and
/// Bokhari 1991, section 2 (queue).
class Network {
 public:
  /// Throws Error when the machine has fewer nodes than there are ranks.
  Network(const Machine& machine, int ranks);

  /// A message enters at this time, which is not before `now`. `name` is returned when it is through.
  void enter(std::size_t name, int from, int to, double bytes, double time);

  /// When the next message is through, if none enters before: infinity when there is none.
  double next();

  /// Goes on to `time`, which is at most `next`; returns those that are through then.
  const std::vector<std::size_t>& advance(double time);

 private:
  struct Message {
    std::size_t name;
    int from, to;
    double left;  // bytes
    double rate = 0;
    std::vector<int> way;  // resources
  };

  std::vector<int> way(int from, int to) const;
  bool may_enter(const Message& message) const;
  void let_in();
  void go_on(double time);
  void set_rates();

  Machine machine_;
  int hosts_;
  std::vector<double> bandwidth_;      // by resource: two ways of each host, then links
  std::vector<int> on_;                // messages on a resource
  std::vector<int> sends_, receives_;  // messages under way, by host
  std::vector<int> partner_;           // of a host that sends or receives, where they exchange only in pairs
  std::vector<Message> under_way_, waiting_;
  std::vector<std::size_t> through_;
  double now_ = 0;
  bool is_new_ = false;  // rates must be set

  // Room for set_rates.
  std::vector<double> left_;
  std::vector<std::vector<std::size_t>> users_;
};

}  // namespace partita

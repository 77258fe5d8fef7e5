#pragma once
/// \file Shares: messages that share resources travel at the rates of fair shares.

#include <cstdint>
#include <functional>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <vector>

#include <partita/schedule/prediction/network.hpp>
#include <partita/schedule/prediction/resources.hpp>

namespace partita::detail {

/// A fluid model. Rates are max-min fair: no message could be faster without slowing one that is no faster.
/// They are found by filling: the resource with the smallest share for each of its messages decides these,
/// then the next. After Casanova, Giersch, Legrand, Quinson, Suter, "Versatile, scalable, and accurate
/// simulation of distributed applications and platforms", J. Parallel Distrib. Comput. 74(10), 2014,
/// section 4.
///
/// Three things keep it fast:
///
/// * Messages between the same two hosts are one *flow*: they have the same path and the same rate. A flow
///   counts the bytes that each of its messages has made, and each is through at its own count.
/// * Rates change only if a message enters or leaves, and only for flows that are *connected* to it by shared
///   resources, directly or through others.
/// * A resolution greater than 0 is the least time between two settings of the rates. Until the next setting
///   a flow with a new message has an equal share of the resource on its path with the most messages, other
///   flows keep their rates, and free capacity stays unused. This is for many thousands of connected ranks.
///
/// O(c log c) for each change, c flows and resources connected to it.
class FluidNetwork : public Network {
 public:
  FluidNetwork(const Machine& machine, int ranks, double resolution);

  void enter(std::size_t name, int from, int to, double bytes, double time) override;
  double next() override;
  const std::vector<std::size_t>& advance(double time) override;

 private:
  using FlowNumber = std::uint32_t;

  // The bytes at which a message is through; messages that end together, in the order in which they came.
  using End = std::tuple<double, std::size_t, std::size_t>;  // bytes, order, name

  struct Flow {
    int from, to;                    // hosts
    std::vector<int> path;           // resources that limit it
    std::vector<std::size_t> place;  // where it stands among their flows
    std::priority_queue<End, std::vector<End>, std::greater<>> ends;
    double rate = 0;   // bytes a second of each message
    double made = 0;   // bytes of each message, at `since`
    double since = 0;  // seconds
    std::uint32_t version = 0;
    bool is_undecided = false;  // while rates are set

    void go_on(double time);
  };

  // When the first message of a flow is through. Of a flow that has changed since, an old version.
  struct Due {
    double time;
    FlowNumber flow;
    std::uint32_t version;

    bool operator>(const Due& other) const { return std::tie(time, flow) > std::tie(other.time, other.flow); }
  };

  FlowNumber flow_between(int from, int to);
  void join(FlowNumber number);
  void part(FlowNumber number);
  void end_messages(FlowNumber number, double time);
  void plan_end(FlowNumber number);
  void change(int resource);
  void change(const Flow& flow, double time);
  void settle_before(double time);
  double equal_share(const Flow& flow) const;
  void set_rates(double time);
  void collect_connected();
  void decide(FlowNumber number, double rate, double time);
  double capacity(int resource) const;

  Machine machine_;
  Resources resources_;
  double resolution_;
  std::vector<Flow> flows_;
  std::unordered_map<std::uint64_t, FlowNumber> numbers_;  // by the two hosts
  std::vector<std::vector<FlowNumber>> users_;             // flows with messages, by resource
  std::vector<int> sends_, receives_;                      // messages that travel, by host
  std::vector<int> on_;                                    // alike, by resource
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  std::size_t order_ = 0;
  double now_ = 0;

  std::vector<int> changed_;  // resources whose shares must be set anew ...
  double set_next_ = 0;       // ... at this time, not before

  // While rates are set.
  std::vector<int> connected_;          // resources
  std::vector<bool> is_connected_;      // by resource
  std::vector<double> left_;            // bytes a second, by resource
  std::vector<std::size_t> undecided_;  // messages, by resource

  std::vector<std::size_t> empty_;  // messages of 0 bytes, which need no capacity: through at once
  std::vector<std::size_t> through_;
};

}  // namespace partita::detail

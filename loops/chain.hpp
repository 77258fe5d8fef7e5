#pragma once
/// \file Chain: loops that run one after the other, planned together.
///
/// The first call inspects and plans; later calls replay. A chain is cut into segments where a loop reads
/// values of other ranks that an earlier loop of the chain changed: there an exchange is needed. All stale
/// ghosts of the segment travel in one message per neighbour. Meanwhile the segment executes the iterations
/// that need no message, tile by tile (see order.hpp).

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <partita/loops/domain_state.hpp>
#include <partita/loops/ghost_gather.hpp>
#include <partita/loops/loop.hpp>
#include <partita/loops/traversal.hpp>

namespace partita::loops {

/// Why a field is gathered. A plan is used again and again, so a change before the chain is not in it.
struct Reason {
  std::string changed_by;  ///< a loop of the chain; empty: changed before
  std::string read_by;
};

/// Some loops of a chain with the exchange before them.
struct Segment {
  std::vector<std::shared_ptr<LoopState>> loops;
  std::vector<std::shared_ptr<FieldState>> stale;            ///< fields to gather
  std::vector<Reason> reasons;                               ///< per field
  std::vector<std::string_view> reductions;                  ///< globals that its loops read, reduced before
  std::vector<std::shared_ptr<const Traversal>> traversals;  ///< per loop
  std::unique_ptr<GhostGather> gather;                       ///< none if nothing is stale
};

class Chain {
 public:
  Chain(std::shared_ptr<DomainState> domain, std::string name, std::vector<std::shared_ptr<LoopState>> loops);

  const std::string& name() const { return name_; }

  /// Runs all loops once. Collective.
  void operator()();

  /// The exchanges and loops of the next call, with the reason of each exchange. Collective. @return the same
  /// text on every rank.
  std::string plan();

  double exchange_seconds() const { return exchange_seconds_; }  ///< spent by this rank in exchanges, so far

 private:
  using Freshness = std::vector<bool>;  // of `brought_`, when the chain starts

  std::vector<Segment>& segments();
  std::vector<std::shared_ptr<FieldState>> stale_but_only_read() const;
  void plan_for_what_recurs();
  void run(Segment& segment);
  void run_range(const Segment& segment, std::size_t loop, std::size_t begin, std::size_t end);

  std::shared_ptr<DomainState> domain_;
  std::string name_;
  std::vector<std::shared_ptr<LoopState>> loops_;
  // Fields whose ghosts are read as they are when the chain starts: those that it changes later, and the
  // rest. The rest (such as coordinates) are gathered once, before all, and planned for only if that happens
  // again.
  std::vector<std::shared_ptr<FieldState>> brought_, only_read_;
  std::set<const FieldState*> gathered_once_;
  std::vector<int> inspections_;  // of the loops, when planned
  std::map<Freshness, std::vector<Segment>> planned_;
  double exchange_seconds_ = 0;
};

}  // namespace partita::loops

#pragma once
/// \file Loops that are run one after the other, planned together.
///
/// The first call inspects and plans; later calls replay. A chain is cut into segments where a loop reads, on
/// other ranks, what an earlier loop of the chain changed: there an exchange is needed. All that the segment
/// wants and that is stale travels in one message per neighbour, and meanwhile the segment computes what
/// needs no message, tile by tile (see order.hpp).

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <partita/loops/domain_state.hpp>
#include <partita/loops/ghost_gather.hpp>
#include <partita/loops/loop.hpp>
#include <partita/loops/traversal.hpp>

namespace partita::loops {

/// Why a field is gathered. As a plan is used again and again: by whom it was changed before the chain is not
/// in it.
struct Reason {
  std::string changed_by;  ///< a loop of the chain; empty: changed before
  std::string read_by;
};

/// Some loops of a chain with the exchange before them.
struct Segment {
  std::vector<std::shared_ptr<LoopState>> loops;
  std::vector<std::shared_ptr<FieldState>> stale;            ///< fields to gather
  std::vector<Reason> reasons;                               ///< per field
  std::vector<std::shared_ptr<const Traversal>> traversals;  ///< per loop
  std::unique_ptr<GhostGather> gather;                       ///< none if nothing is stale
};

class Chain {
 public:
  Chain(std::shared_ptr<DomainState> domain, std::string name, std::vector<std::shared_ptr<LoopState>> loops);

  const std::string& name() const { return name_; }

  /// Runs all loops once. Collective. Throws CollectiveError when a map has changed since a loop was
  /// declared.
  void operator()();

  /// What is exchanged before which loop, and why; what is computed meanwhile. As the next call will do it.
  /// Collective; the same text on every rank.
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
  // rest. These (coordinates, say) are gathered once, before all, and planned for only if that happens again.
  std::vector<std::shared_ptr<FieldState>> brought_, only_read_;
  std::set<const FieldState*> gathered_once_;
  int generation_ = -1;  // of the domain, when planned
  std::map<Freshness, std::vector<Segment>> planned_;
  double exchange_seconds_ = 0;
};

}  // namespace partita::loops

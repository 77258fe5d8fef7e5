#pragma once
/// \file Chain: loops that run one after the other, planned together.
///
/// The first call inspects and plans; later calls replay. A chain is cut into segments: a segment begins with
/// an exchange, where a loop reads values of other ranks that an earlier loop changed. One message per
/// neighbour carries all stale ghosts of the segment. While messages are under way, the segment executes the
/// iterations that need no message, in tiles if that is faster (see tile_race.hpp).
///
/// If maps change, a chain keeps each exchange whose ghosts are the same, and the orders of its loops follow.

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <partita/loops/domain_state.hpp>
#include <partita/loops/ghost_gather.hpp>
#include <partita/loops/loop.hpp>
#include <partita/loops/tile_race.hpp>

namespace partita::loops {

struct OrderedSegment;

/// The reason to gather a field. A plan serves many calls, so it cannot name a change before the chain.
struct Reason {
  std::string changed_by;  ///< a loop of the chain; empty: changed before
  std::string read_by;
};

/// Consecutive loops of a chain, with the exchange before them.
struct Segment {
  std::vector<std::shared_ptr<LoopState>> loops;
  std::vector<std::shared_ptr<FieldState>> stale;  ///< fields to gather
  std::vector<Reason> reasons;                     ///< per field
  std::vector<std::string_view> reductions;        ///< globals that its loops read, reduced before
  std::vector<std::string> lost;        ///< reductions that nothing reads before the next, in words
  std::unique_ptr<GhostGather> gather;  ///< none if nothing is stale, or not planned yet
};

class Chain {
 public:
  Chain(std::shared_ptr<DomainState> domain, std::string name, std::vector<std::shared_ptr<LoopState>> loops);

  Chain(Chain&&) noexcept;
  Chain& operator=(Chain&&) noexcept;
  ~Chain();

  const std::string& name() const { return name_; }

  /// Runs all loops once. Collective.
  void operator()();

  /// The exchanges and loops of each call, with the reason of each exchange; before them, what the next call
  /// exchanges once, and what it leaves out because ghosts are still fresh. Collective. @return the same text
  /// on every rank.
  std::string plan();

  /// Since the chain was declared. Without the first gather of fields that are only read.
  long exchanges() const { return exchanges_; }

  const std::vector<std::shared_ptr<LoopState>>& loops() const { return loops_; }

 private:
  using Freshness = std::vector<bool>;  // of `brought_`, when the chain starts
  using Orders =
      std::vector<OrderedSegment>;  // of segments with other loops or stale fields than those before

  std::vector<Segment>& segments();
  std::vector<Segment>& segments(const Freshness& fresh);
  Freshness fresh_now() const;
  Freshness fresh_in_each_call() const;
  std::string changed_by_last(const std::shared_ptr<FieldState>& field) const;
  void order_segments(Orders before);
  Orders orders_made(bool in_tiles, Orders before) const;
  std::vector<ChangedRows> changed() const;
  void make_tiles();
  const OrderedSegment& order(std::size_t segment) const;
  std::vector<std::shared_ptr<FieldState>> stale_but_only_read() const;
  bool bring_each_time(const auto& condition);
  void begin(const Segment& segment, const OrderedSegment& order);
  void run(const Segment& segment, const OrderedSegment& order);
  void run_part(LoopState& loop, const std::vector<Traversal>& traversals, const auto& part_of);

  std::shared_ptr<DomainState> domain_;
  std::string name_;
  std::vector<std::shared_ptr<LoopState>> loops_;
  // Fields whose ghosts the chain reads with the values from before it. Those in `brought_` become stale
  // again: the chain changes them later. Those in `only_read_` (such as coordinates) are gathered once,
  // before all loops. A field that is stale a second time moves to `brought_`.
  std::vector<std::shared_ptr<FieldState>> brought_, only_read_;
  std::set<const FieldState*> gathered_once_;
  std::vector<int> inspections_;                       // of the loops, when planned
  std::map<Freshness, std::vector<Segment>> planned_;  // cut alike

  // Orders take time and memory, so all plans have the same: iterations wait for whatever may be stale. Of
  // the race's orders, the slower one is dropped.
  Orders orders_, in_tiles_;
  std::vector<std::size_t> order_of_;  // by segment: its place among them
  TileRace race_;
  double computing_ = 0;  // seconds of the present run
  long exchanges_ = 0;
};

}  // namespace partita::loops

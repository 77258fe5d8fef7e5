#include <algorithm>
#include <exception>
#include <functional>
#include <set>
#include <span>
#include <utility>

#include <partita/loops/chain.hpp>
#include <partita/loops/loop_marks.hpp>
#include <partita/loops/ordered_segment.hpp>
#include <partita/loops/threads.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/freed_memory.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/span.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::loops {

namespace {

// Cuts the chain where a loop needs values that an earlier loop of the same segment changes.
// @param fields their ghosts are read with the values from before the chain, and changed later
// @param fresh which of them need not be gathered before that
std::vector<Segment> cut(const std::vector<std::shared_ptr<LoopState>>& loops,
                         const std::vector<std::shared_ptr<FieldState>>& fields,
                         const std::vector<bool>& fresh) {
  std::map<const FieldState*, std::string> stale;  // and the loop of the chain that changed it, if any
  for (std::size_t f = 0; f < fields.size(); ++f)
    if (!fresh[f]) stale[fields[f].get()] = "";

  std::vector<Segment> segments(1);
  std::set<const void*> changed;               // in the segment: fields and globals
  std::map<const void*, std::string> reduced;  // globals and their loops, earlier ones, and not read since
  for (const auto& loop : loops) {
    const auto clashes = [&](const Argument& argument) {
      return argument.global ? changed.contains(argument.global.get())
                             : needs_ghosts(*loop, argument) && changed.contains(argument.field.get());
    };
    if (std::ranges::any_of(loop->arguments(), clashes)) {
      segments.emplace_back();
      changed.clear();
    }
    Segment& segment = segments.back();
    segment.loops.push_back(loop);
    for (const Argument& argument : loop->arguments()) {
      if (!needs_ghosts(*loop, argument)) continue;
      const auto entry = stale.find(argument.field.get());
      if (entry == stale.end()) continue;
      segment.stale.push_back(argument.field);
      segment.reasons.push_back({entry->second, loop->name()});
      stale.erase(entry);
    }
    for (const Argument& argument : loop->arguments())
      if (argument.global && reads(argument.access) && reduced.erase(argument.global.get()))
        segment.reductions.push_back(argument.global->name());
    for (const Argument& argument : loop->arguments()) {
      if (!writes(argument.access)) continue;
      if (argument.global) {
        std::string& by = reduced[argument.global.get()];
        if (!by.empty() && !argument.onward)
          segment.lost.push_back(
              text(argument.global->name(), ", which ", by, " reduced: ", loop->name(), " begins anew"));
        by = loop->name();
        changed.insert(argument.global.get());
      }
      if (!argument.field) continue;
      changed.insert(argument.field.get());
      stale[argument.field.get()] = loop->name();
    }
  }
  return segments;
}

// Whether an iteration that needs no message may change a value that this rank sends. Fields on a device are
// copied before they are sent, so there it does not matter.
bool changes_early_what_it_sends(const Segment& segment, const OrderedSegment& order) {
  return fields_on_host && !std::ranges::all_of(segment.stale, [&](const auto& field) {
           return std::ranges::count(order.sent_later, field.get()) > 0;
         });
}

std::size_t tiles(const OrderedSegment& order) { return order.traversals.front().front().tiles(); }

}  // namespace

Chain::Chain(std::shared_ptr<DomainState> domain, std::string name,
             std::vector<std::shared_ptr<LoopState>> loops)
    : domain_(std::move(domain)), name_(std::move(name)), loops_(std::move(loops)) {
  std::set<std::shared_ptr<FieldState>> changed;
  for (const auto& loop : loops_) {
    for (const Argument& argument : loop->arguments())
      if (needs_ghosts(*loop, argument) && !changed.contains(argument.field) &&
          std::ranges::find(only_read_, argument.field) == only_read_.end())
        only_read_.push_back(argument.field);
    for (const Argument& argument : loop->arguments())
      if (argument.field && writes(argument.access)) changed.insert(argument.field);
  }
  bring_each_time([&](const auto& field) { return changed.contains(field); });
}

Chain::Chain(Chain&&) noexcept = default;
Chain& Chain::operator=(Chain&&) noexcept = default;
Chain::~Chain() = default;

// Moves the fields for which `condition` holds from `only_read_` to `brought_`. @return whether there are any
bool Chain::bring_each_time(const auto& condition) {
  const auto moved = std::stable_partition(only_read_.begin(), only_read_.end(), std::not_fn(condition));
  const bool any = moved != only_read_.end();
  brought_.insert(brought_.end(), moved, only_read_.end());
  only_read_.erase(moved, only_read_.end());
  return any;
}

std::vector<std::shared_ptr<FieldState>> Chain::stale_but_only_read() const {
  std::vector<std::shared_ptr<FieldState>> stale;
  for (const auto& field : only_read_)
    if (!field->fresh()) stale.push_back(field);
  return stale;
}

std::vector<Segment>& Chain::segments() {
  if (domain_->maps_changed || std::ranges::any_of(loops_, [](const auto& loop) { return !loop->inspected; }))
    domain_->inspect();
  const auto inspections = [](const auto& loop) { return loop->inspections; };
  if (!std::ranges::equal(inspections_, loops_, {}, {}, inspections)) {
    for (auto& [fresh, segments] : planned_)  // loops have other rows than planned for, or other ghosts
      for (Segment& segment : segments)
        if (segment.gather && !segment.gather->is_current()) segment.gather.reset();
    if (!planned_.empty()) order_segments(std::exchange(orders_, Orders()));
    inspections_.assign(loops_.size(), 0);
    std::ranges::transform(loops_, inspections_.begin(), inspections);
  }
  const auto is_stale_again = [&](const auto& field) {  // and will be: it is planned for from now on
    return !field->fresh() && gathered_once_.contains(field.get());
  };
  if (bring_each_time(is_stale_again)) planned_.clear();

  if (planned_.empty()) order_segments(Orders());
  if (race_.in_tiles() && in_tiles_.empty()) make_tiles();
  if (Orders& slower = race_.in_tiles() ? orders_ : in_tiles_; race_.is_over() && !slower.empty()) {
    slower = Orders();
    return_freed_memory();
  }
  return segments(fresh_now());
}

std::vector<Segment>& Chain::segments(const Freshness& fresh) {
  auto known = planned_.find(fresh);
  if (known == planned_.end()) known = planned_.emplace(fresh, cut(loops_, brought_, fresh)).first;
  for (Segment& segment : known->second)
    if (!segment.stale.empty() && !segment.gather)
      segment.gather = std::make_unique<GhostGather>(*domain_, segment.stale);
  return known->second;
}

Chain::Freshness Chain::fresh_now() const {
  Freshness fresh;
  for (const auto& field : brought_) fresh.push_back(field->fresh());
  return fresh;
}

// A field that the chain changes is fresh if the chain has gathered it since. One that it does not change is
// brought because the program changes it.
Chain::Freshness Chain::fresh_in_each_call() const {
  std::map<const FieldState*, bool> fresh;  // of those that have been changed
  for (const auto& loop : loops_) {
    for (const Argument& argument : loop->arguments())
      if (needs_ghosts(*loop, argument) && fresh.contains(argument.field.get()))
        fresh[argument.field.get()] = true;
    for (const Argument& argument : loop->arguments())
      if (argument.field && writes(argument.access)) fresh[argument.field.get()] = false;
  }
  Freshness each;
  for (const auto& field : brought_) each.push_back(fresh[field.get()]);
  return each;
}

// The rows of each loop that have changed since it was planned for.
std::vector<ChangedRows> Chain::changed() const {
  std::vector<ChangedRows> changed;
  for (std::size_t l = 0; l < loops_.size(); ++l) {
    const int missed = loops_[l]->inspections - inspections_[l];
    if (missed == 0)
      changed.push_back({{}, loops_[l]->rows(0).size()});
    else
      changed.push_back(missed == 1 ? loops_[l]->changed : ChangedRows());
  }
  return changed;
}

// Orders the iterations of each segment. Collective. After a throw there are no orders.
// @param before what they were, or none
void Chain::order_segments(Orders before) {
  const detail::Span span(domain_->comm, "set-up", "order of loops");
  in_tiles_ = Orders();
  order_of_.clear();
  const std::vector<Segment> segments = cut(loops_, brought_, Freshness(brought_.size(), false));
  std::size_t orders = 0;
  for (const Segment& segment : segments) {
    const auto same = std::ranges::find_if(segments, [&](const Segment& earlier) {
      return earlier.loops == segment.loops && earlier.stale == segment.stale;
    });
    order_of_.push_back(&*same == &segment ? orders++ : order_of_[same - segments.begin()]);
  }
  const Tiles tiles = domain_->options.tiles;
  orders_ = collectively(domain_->comm, [&] { return orders_made(tiles == Tiles::on, std::move(before)); });
  race_.begin(tiles == Tiles::raced && std::ranges::any_of(orders_, &OrderedSegment::may_be_in_tiles));
}

Chain::Orders Chain::orders_made(bool in_tiles, Orders before) const {
  const std::vector<ChangedRows> all_changed = changed();
  std::span<const ChangedRows> changed = all_changed;
  const std::vector<Segment> segments = cut(loops_, brought_, Freshness(brought_.size(), false));
  before.resize(segments.size());
  Orders made;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const auto& loops = segments[s].loops;
    if (const std::size_t order = made.size(); order_of_[s] == order)
      made.push_back(order_segment(loops, segments[s].stale, domain_->options, in_tiles,
                                   changed.first(loops.size()), std::move(before[order])));
    changed = changed.subspan(loops.size());
  }
  return made;
}

// Each rank for itself, and tiles are no necessity: where memory does not suffice, it runs on without.
void Chain::make_tiles() {
  try {
    in_tiles_ = orders_made(true, Orders());
  } catch (const std::exception&) {  // Kokkos says it as a runtime_error
    race_.give_up();
  }
}

const OrderedSegment& Chain::order(std::size_t segment) const {
  return (race_.in_tiles() ? in_tiles_ : orders_)[order_of_[segment]];
}

void Chain::operator()() {
  std::vector<Segment>& all = segments();
  if (auto fields = stale_but_only_read(); !fields.empty()) {
    for (const auto& field : fields) gathered_once_.insert(field.get());
    GhostGather once(*domain_, std::move(fields));
    once.begin(false);
    once.finish();
  }
  computing_ = 0;
  for (std::size_t s = 0; s < all.size(); ++s) run(all[s], order(s));
  race_.ran(computing_);
}

void Chain::begin(const Segment& segment, const OrderedSegment& order) {
  segment.gather->begin(changes_early_what_it_sends(segment, order));
  ++exchanges_;
}

// Runs the iterations that `part_of` finds in the traversal of each thread, on all threads at once.
void Chain::run_part(LoopState& loop, const std::vector<Traversal>& traversals, const auto& part_of) {
  const auto is_empty = [&](const Traversal& traversal) {
    const auto [begin, end] = part_of(traversal);
    return begin == end;
  };
  if (std::ranges::all_of(traversals, is_empty)) return;
  const Backend backend = domain_->options.backend;
  const bool in_kernels = loop.runs_in_kernels(backend);
  if (!in_kernels && backend == Backend::kernels) Kokkos::fence();  // others may still change its fields
  const detail::Span span(domain_->comm, "loop", loop.name());
  const Stopwatch watch;
  on_threads(traversals.size(), [&](std::size_t thread) {
    const auto [begin, end] = part_of(traversals[thread]);
    if (begin == end) return;
    if (in_kernels)
      loop.run_kernels(traversals[thread], begin, end);
    else
      loop.run_on_host(traversals[thread], begin, end);
  });
  // Else messages travel while kernels run, and kernels follow one another without the host.
  if (in_kernels && domain_->comm.recorder() == nullptr) return;
  if (in_kernels) Kokkos::fence();
  const double seconds = watch.seconds();
  loop.seconds += seconds;
  computing_ += seconds;
}

void Chain::run(const Segment& segment, const OrderedSegment& order) {
  const auto& loops = segment.loops;
  const auto& traversals = order.traversals;
  for (std::size_t l = 0; l < loops.size(); ++l) loops[l]->begin(traversals[l].size());
  if (segment.gather) begin(segment, order);

  for (std::size_t tile = 0; tile < tiles(order); ++tile)
    for (std::size_t l = 0; l < loops.size(); ++l)
      run_part(*loops[l], traversals[l],
               [=](const Traversal& all) { return std::pair(all.tile[tile], all.tile[tile + 1]); });

  if (segment.gather) segment.gather->finish();

  for (std::size_t l = 0; l < loops.size(); ++l)
    run_part(*loops[l], traversals[l], [](const Traversal& all) { return std::pair(all.early(), all.size); });

  for (const auto& loop : segment.loops) {
    ++loop->runs;
    for (const Argument& argument : loop->arguments())
      if (argument.field && writes(argument.access)) argument.field->now_stale(loop->name());
  }
  mark_written(domain_->comm, segment.loops);
}

// The loop that changed a field in the call before, or whatever changed it.
std::string Chain::changed_by_last(const std::shared_ptr<FieldState>& field) const {
  std::string by = field->changed_by();
  for (const auto& loop : loops_)
    for (const Argument& argument : loop->arguments())
      if (argument.field == field && writes(argument.access)) by = loop->name();
  return by;
}

std::string Chain::plan() {
  const Communicator& comm = domain_->comm;
  const std::vector<Segment>& next = segments();
  const std::vector<Segment>& all = segments(fresh_in_each_call());
  std::string plan = text(name_, ": ", loops_.size(), " loop", loops_.size() == 1 ? "" : "s", " in ",
                          all.size(), " segment", all.size() == 1 ? "" : "s", "\n");
  const auto once = stale_but_only_read();
  std::string differs;
  for (const auto& field : once)
    differs +=
        text("    gather   ", field->name(), ": changed by ", field->changed_by(), ", only read here\n");
  for (std::size_t s = 0; s < all.size(); ++s) {
    const auto gathers = [](const Segment& segment, const auto& field) {
      return std::ranges::count(segment.stale, field) > 0;
    };
    for (const auto& field : next[s].stale)
      if (!gathers(all[s], field))
        differs += text("    gather   ", field->name(), ": changed by ", field->changed_by(), "\n");
    for (const auto& field : all[s].stale)
      if (!gathers(next[s], field))
        differs += text("    leave out ", field->name(), ": its ghosts are fresh\n");
  }
  if (!differs.empty()) plan += "  the next call alone\n" + differs;
  for (std::size_t s = 0; s < all.size(); ++s) {
    const Segment& segment = all[s];
    const OrderedSegment& order = this->order(s);
    plan += text("  segment ", s + 1, "\n");
    for (const std::string_view name : segment.reductions)
      plan += text("    wait for the reduction of ", name, "\n");
    for (const std::string& lost : segment.lost) plan += text("    lose     ", lost, "\n");
    if (!segment.gather) plan += "    exchange nothing: no ghost that is read is stale\n";
    if (segment.gather) {
      for (std::size_t f = 0; f < segment.stale.size(); ++f) {
        const auto& [by_loop, reader] = segment.reasons[f];
        plan +=
            text("    gather   ", segment.stale[f]->name(), ": changed by ",
                 by_loop.empty() ? changed_by_last(segment.stale[f]) : by_loop, ", read by ", reader, "\n");
      }
      const auto messages = static_cast<std::int64_t>(segment.gather->messages());
      const auto bytes = static_cast<std::int64_t>(segment.gather->bytes());
      plan +=
          text("             in one message per neighbour: at most ", max(comm, messages), " from a rank, ",
               sum(comm, bytes), " bytes in all\n             ", segment.gather->plan(), "\n");
    }
    for (const bool early : {true, false}) {
      std::string loops;
      for (std::size_t l = 0; l < segment.loops.size(); ++l) {
        std::int64_t here = 0;
        for (const Traversal& traversal : order.traversals[l])
          here += static_cast<std::int64_t>(early ? traversal.early() : traversal.size - traversal.early());
        if (const std::int64_t iterations = sum(comm, here); iterations > 0)
          loops += text(loops.empty() ? "" : ", ", segment.loops[l]->name(), " ", iterations);
      }
      const auto most_tiles = max(comm, static_cast<std::int64_t>(tiles(order)));
      if (early && !loops.empty())
        plan += text("    ", segment.gather ? "meanwhile" : "compute  ", " ", loops, " iterations",
                     most_tiles > 1 ? text(" in ", most_tiles, " tiles") : "", "\n");
      if (!early && !loops.empty()) plan += text("    then      ", loops, " iterations\n");
    }
  }
  return plan;
}

}  // namespace partita::loops

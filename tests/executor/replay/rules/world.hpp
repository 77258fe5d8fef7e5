#pragma once
/// \file All ranks of a small case, and what is on its way between them.
///
/// The world stands for MPI, shared memory and locks at their least reliable: whatever they may do, it may
/// do. It throws Violation when a rank does what it must not.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <partita/executor/replay/rules/replay_rules.hpp>

#include "tests/executor/replay/rules/small_case.hpp"

namespace partita::detail::explore {

class Violation : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline void require(bool condition, const char* what) {
  if (!condition) throw Violation(what);
}

/// What may happen next.
struct Event {
  enum class Kind : std::uint8_t {
    script,
    step,
    ask,
    arrive,
    refuse,
    leave,
    signal_arrives,
    signals_leave,
    barrier,
    answer,
    free,
    time
  } kind;
  std::uint8_t table, rank, what = 0;
};

template <class Rules>
class World {
 public:
  explicit World(const SmallCase& given)
      : case_(&given), ranks_(given.ranks()), tables_(given.tables.size()) {
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      tables_[t].data.resize(given.ranks() * given.ranks());
      tables_[t].signals = tables_[t].data;
      for (const RankPart& part : given.tables[t]) tables_[t].sides.emplace_back(part);
    }
  }

  /// All that may happen next.
  void list(std::vector<Event>& events) const {
    using K = Event::Kind;
    events.clear();
    for (std::size_t r = 0; r < ranks_.size(); ++r) {
      if (may_follow_script(r)) events.push_back({K::script, 0, byte(r)});
      for (std::size_t t = 0; t < tables_.size(); ++t) {
        const Side& side = tables_[t].sides[r];
        const auto add = [&](K kind, std::size_t what = 0) {
          events.push_back({kind, byte(t), byte(r), byte(what)});
        };
        if (!side.under_way) continue;
        if (side.choices > 0)
          for (std::size_t k = 0; k < side.choices; ++k) add(K::ask, k);
        else if (side.may_step)
          add(K::step);
        for (std::size_t k = 0; k < side.receives.size(); ++k)
          if (side.receives[k] == matched) {
            add(K::arrive, k);
            if (may_refuse(side)) add(K::refuse, k);
          }
        for (std::size_t k = 0; k < side.sends.size(); ++k)
          if (side.sends[k] == started) add(K::leave, k);
        for (std::size_t k = 0; k < side.signals_in.size(); ++k)
          if (side.signals_in[k] == matched) add(K::signal_arrives, k);
        // All at once: rules only ask whether any is left.
        if (std::find(side.signals_out.begin(), side.signals_out.end(), started) != side.signals_out.end())
          add(K::signals_leave);
        if (side.rules.state().at_barrier && all_entered(t, side.barriers_passed)) add(K::barrier);
        if (side.asks) add(K::answer);
        if (side.asks && may_go_ahead(t, r)) add(K::answer, 1);
        if (side.frees >= 0) add(K::free);
        if (!side.may_step && side.choices == 0 && side.wakes_at > side.now && side.wakes_at < Rules::never)
          add(K::time);
      }
    }
  }

  void happen(const Event& event) {
    using K = Event::Kind;
    const std::size_t t = event.table, r = event.rank, k = event.what;
    if (event.kind == K::script) return follow_script(r);
    Side& side = tables_[t].sides[r];
    side.may_step = true;
    switch (event.kind) {
      case K::script:
        return;
      case K::step:
        return step(t, r);
      case K::ask:
        return ask(t, r, k);
      case K::arrive:
        side.receives[k] = done;
        if (side.is_empty[k] == 0)
          side.rules.arrived(k);
        else
          refuse(side, k);
        return;
      case K::refuse:
        side.receives[k] = done;
        has_refused_ = true;
        if (case_->refusal == Refusal::goes_on) return refuse(side, k);
        side.under_way = side.may_step = false;
        ranks_[r].script = case_->scripts[r].size();
        return;
      case K::leave:
        side.sends[k] = done;
        if (case_->idles) side.now += 1;
        side.rules.left(k, side.now);
        return;
      case K::signal_arrives:
        side.signals_in[k] = done;
        side.rules.signal_arrived(k);
        return;
      case K::signals_leave:
        for (std::size_t one = 0; one < side.signals_out.size(); ++one)
          if (std::exchange(side.signals_out[one],
                            side.signals_out[one] == started ? done : side.signals_out[one]) == started)
            side.rules.signal_left(one);
        return;
      case K::barrier:
        ++side.barriers_passed;
        side.rules.barrier_passed();
        return;
      case K::answer:
        return answer(t, r, /*goes_ahead=*/k == 1);
      case K::free:
        free_receiver(t, r);
        return;
      case K::time:
        side.now = side.wakes_at;
        return;
    }
  }

  /// Every rank has done all of its script, and nothing is on its way but what a rank awaited that stopped.
  bool is_done() const {
    for (std::size_t r = 0; r < ranks_.size(); ++r)
      if (ranks_[r].script < case_->scripts[r].size()) return false;
    if (has_refused_ && case_->refusal == Refusal::stops) return true;
    for (const Table& table : tables_) {
      const auto is_empty = [](const Pair& pair) { return pair.sent.empty() && pair.awaited.empty(); };
      require(std::all_of(table.data.begin(), table.data.end(), is_empty), "a message is left over");
      require(std::all_of(table.signals.begin(), table.signals.end(), is_empty), "a signal is left over");
    }
    return true;
  }

  /// Appends all that tells this world from others. Times count from now.
  void write(std::string& key) const {
    for (const Rank& rank : ranks_) put(key, rank.script);
    put_small(key, has_refused_ ? 1 : 0);
    for (const Table& table : tables_) {
      for (const auto* pairs : {&table.data, &table.signals})
        for (const Pair& pair : *pairs) {
          put(key, pair.sent.size());
          for (const Name& name : pair.sent) put(key, name);
          put(key, pair.awaited.size());
          for (const Name& name : pair.awaited) put(key, name);
        }
      for (const Side& side : table.sides) write(side, case_->idles, key);
    }
  }

 private:
  // Of messages and signals, at either end.
  enum Progress : std::uint8_t { idle, started, matched, done };

  // A message on its way, or what is awaited: of which replay, and its number, at the receiver.
  struct Name {
    std::uint8_t replay, number;
    std::uint8_t is_empty = 0;  // of what is sent: its sender could not relay it

    bool fits(const Name& awaited) const { return replay == awaited.replay && number == awaited.number; }
  };

  // From one rank to another: MPI pairs the k-th sent with the k-th awaited.
  struct Pair {
    std::vector<Name> sent, awaited;
  };

  // One rank's part of a table.
  struct Side {
    explicit Side(const RankPart& part)
        : rules(part),
          sends(part.sends.size()),
          receives(part.receives.size()),
          signals_out(part.signals_out.size()),
          signals_in(part.signals_in.size()),
          posted_in(part.receives.size()),
          is_empty(part.receives.size()),
          until(part.sends.size()),
          locks(part.stages.size()) {}

    struct Lock {
      int replay = 0;                 // in which it was opened
      std::vector<int> holders = {};  // ascending

      bool is_held_by(std::size_t rank) const {
        return std::find(holders.begin(), holders.end(), static_cast<int>(rank)) != holders.end();
      }
    };

    Rules rules;
    bool under_way = false, may_step = false;
    std::uint8_t replay = 0;
    std::vector<Progress> sends, receives, signals_out, signals_in;
    std::vector<std::uint8_t> posted_in;    // replay, by receive
    std::vector<std::uint8_t> is_empty;     // by receive, if matched
    bool has_refused = false;               // a message of this replay
    std::size_t choices = 0;                // receivers that may be asked
    std::size_t busy_one = RankPart::none;  // the send whose receiver was asked last, and was busy
    std::vector<int> barriers;              // entered: stage and number
    std::size_t barriers_passed = 0;
    bool asks = false;
    int frees = -1;  // a receiver's lock, some time
    int freed_stage = 0, freed_replay = 0;
    double now = 0, wakes_at = Rules::never;
    std::vector<double> until;  // by send: the receiver is busy
    std::vector<Lock> locks;    // of this rank, by stage
  };

  struct Table {
    std::vector<Pair> data, signals;  // by sender and receiver
    std::vector<Side> sides;          // by rank
  };

  struct Rank {
    std::size_t script = 0;
  };

  static std::uint8_t byte(std::size_t number) { return static_cast<std::uint8_t>(number); }

  Pair& pair(std::vector<Pair>& pairs, int from, int to) {
    return pairs[static_cast<std::size_t>(from) * ranks_.size() + static_cast<std::size_t>(to)];
  }

  // The number, at the receiver, of the k-th message (or signal) of `partners` at the sender.
  static std::size_t at_other_end(const std::vector<int>& out, const std::vector<int>& in, std::size_t k,
                                  int me) {
    std::size_t before = 0;
    for (std::size_t j = 0; j < k; ++j) before += out[j] == out[k] ? 1 : 0;
    for (std::size_t j = 0; j < in.size(); ++j)
      if (in[j] == me && before-- == 0) return j;
    throw Violation("the parts do not fit together");
  }
  bool may_follow_script(std::size_t r) const {
    const auto& script = case_->scripts[r];
    if (ranks_[r].script == script.size()) return false;
    const auto& next = script[ranks_[r].script];
    return next.kind == SmallCase::Step::Kind::begin || tables_[next.table].sides[r].rules.is_complete();
  }

  // After a finish at once on to the next begin: what comes between is this rank's own affair.
  void follow_script(std::size_t r) {
    const auto& script = case_->scripts[r];
    do {
      const auto& next = script[ranks_[r].script++];
      Side& side = tables_[next.table].sides[r];
      if (next.kind == SmallCase::Step::Kind::begin) {
        begin(side);
        return;
      }
      finish(side);
    } while (may_follow_script(r));
  }

  void begin(Side& side) {
    ++side.replay;
    side.under_way = side.may_step = true;
    for (auto* list : {&side.sends, &side.receives, &side.signals_in, &side.signals_out})
      std::fill(list->begin(), list->end(), idle);
    std::ranges::fill(side.is_empty, std::uint8_t{0});
    side.has_refused = false;
    std::fill(side.until.begin(), side.until.end(), 0);
    side.busy_one = RankPart::none;
    side.rules.begin();
  }

  // Values are read and memory is used anew from here on.
  void finish(Side& side) {
    const auto all_done = [](const std::vector<Progress>& list) {
      return std::all_of(list.begin(), list.end(), [](Progress one) { return one == done; });
    };
    require(all_done(side.receives), "a value is read before it is there");
    require(all_done(side.sends), "memory is changed before its message has left");
    require(all_done(side.signals_in), "a replay is finished before an awaited signal has arrived");
    require(all_done(side.signals_out), "a replay is finished before its signal has left");
    require(side.frees < 0, "a replay is finished before a lock is free");
    require(!side.asks && side.barriers.size() == side.barriers_passed,
            "a replay is finished with an answer to come");
    side.under_way = side.may_step = false;
    side.choices = 0;
  }

  // As Replay::step: until there is nothing to do, a message is refused, or a receiver must be chosen.
  // What the rules say must come first has not come, and is to come.
  void require_blocker(const Side& side) const {
    const Blocker& blocker = side.rules.blocker();
    if (side.rules.is_complete()) return require(!blocker, "a rank that is done waits");
    const auto any = [](auto first, auto last, Progress progress) {
      return std::find(first, last, progress) != last;
    };
    const auto& [sends, out, in] = std::tie(side.sends, side.signals_out, side.signals_in);
    switch (blocker.kind) {
      case Blocker::Kind::none:
        return require(false, "a rank waits, and its rules do not say for what");
      case Blocker::Kind::arrivals:
        return require(!has_arrived_before(side, blocker.phase), "a rank waits for what has arrived");
      case Blocker::Kind::departures:
        return require(any(sends.begin(), sends.end(), started) || any(out.begin(), out.end(), started),
                       "a rank waits for what has left");
      case Blocker::Kind::signals: {
        const auto first = in.begin() + static_cast<std::ptrdiff_t>(blocker.signals.first);
        const auto last = in.begin() + static_cast<std::ptrdiff_t>(blocker.signals.last);
        return require(std::any_of(first, last, [](Progress one) { return one != done; }),
                       "a rank waits for signals that have come");
      }
      case Blocker::Kind::barrier:
        return require(side.rules.state().at_barrier, "a rank waits for a barrier that it has not entered");
      case Blocker::Kind::locks:
        return require(side.asks || side.frees >= 0 || side.wakes_at < Rules::never,
                       "a rank waits for a lock that it has not asked for");
      case Blocker::Kind::time:
        return require(side.wakes_at < Rules::never, "a rank waits for a time that is not known");
    }
  }

  void step(std::size_t t, std::size_t r) {
    Side& side = tables_[t].sides[r];
    side.may_step = false;
    for (;;) {
      const Action action = side.rules.next(side.now);
      switch (action.kind) {
        case Action::Kind::none:
          side.wakes_at = side.rules.wakes_at();
          return require_blocker(side);
        case Action::Kind::inquire:
          side.choices = action.what;
          return;
        case Action::Kind::send:
          if (!send(t, r, action.what)) {
            side.rules.refused(action.what);
            side.may_step = true;
            return;
          }
          break;
        case Action::Kind::post:
          require(!has_posted(side, action.what), "receives are posted twice");
          while (!has_posted(side, action.what)) post_next(t, r);
          break;
        case Action::Kind::await_signal:
          await(t, r, action.what);
          break;
        case Action::Kind::signal:
          signal(t, r, action.what);
          break;
        case Action::Kind::enter_barrier:
          enter(t, r);
          break;
        case Action::Kind::open_lock:
          require(has_posted(side, side.rules.stage().receives.last),
                  "a lock is opened before receives are posted");
          side.locks[side.rules.state().stage] = {side.replay};
          break;
        case Action::Kind::free_receiver:
          require(side.frees < 0, "two locks are freed at once");
          side.frees = side.rules.part().sends[action.what].partner;
          side.freed_stage = static_cast<int>(side.rules.state().stage);
          side.freed_replay = side.replay;
          break;
        case Action::Kind::settle:
          free_receiver(t, r);
          break;
      }
    }
  }

  static bool has_posted(const Side& side, std::size_t receives) {
    return std::all_of(side.receives.begin(), side.receives.begin() + static_cast<std::ptrdiff_t>(receives),
                       [](Progress one) { return one != idle; });
  }

  void post_next(std::size_t t, std::size_t r) {
    Side& side = tables_[t].sides[r];
    const auto next = std::find(side.receives.begin(), side.receives.end(), idle);
    const auto k = static_cast<std::size_t>(next - side.receives.begin());
    *next = started;
    side.posted_in[k] = side.replay;
    const int from = side.rules.part().receives[k].partner;
    pair(tables_[t].data, from, static_cast<int>(r)).awaited.push_back({side.replay, byte(k)});
    match(tables_[t].data, from, static_cast<int>(r), side.receives, &side.is_empty);
  }

  // In the last replay of a table: no rank makes another then with one whose exchange has failed.
  bool may_refuse(const Side& side) const {
    const auto replays =
        std::ranges::count(case_->scripts[0], SmallCase::Step::Kind::begin, &SmallCase::Step::kind);
    return case_->refusal != Refusal::never && !has_refused_ &&
           side.replay * tables_.size() == static_cast<std::size_t>(replays);
  }

  static void refuse(Side& side, std::size_t k) {
    side.has_refused = true;
    side.rules.arrived_spoilt(k);
  }

  void match(std::vector<Pair>& pairs, int from, int to, std::vector<Progress>& at_receiver,
             std::vector<std::uint8_t>* is_empty = nullptr) {
    Pair& between = pair(pairs, from, to);
    while (!between.sent.empty() && !between.awaited.empty()) {
      const Name& sent = between.sent.front();
      require(sent.fits(between.awaited.front()), "a message arrives in the place of another");
      at_receiver[sent.number] = matched;
      if (is_empty != nullptr) (*is_empty)[sent.number] = sent.is_empty;
      between.sent.erase(between.sent.begin());
      between.awaited.erase(between.awaited.begin());
    }
  }

  // False when there is no room.
  bool send(std::size_t t, std::size_t r, std::size_t k) {
    Table& table = tables_[t];
    Side& side = table.sides[r];
    const RankPart& part = side.rules.part();
    const RankMessage& message = part.sends[k];
    Side& receiver = table.sides[static_cast<std::size_t>(message.partner)];
    const ProtocolEntry& protocol = *side.rules.stage().protocol;
    const std::size_t number =
        at_other_end(partners(part.sends), partners(receiver.rules.part().receives), k, static_cast<int>(r));
    if (case_->travel == Travel::through_memory && !protocol.by_lock &&
        side.replay > receiver.posted_in[number] + 1)
      return false;
    require(side.sends[k] == idle, "a message is sent twice");
    keep_rules(table, r, k, number, protocol);
    side.sends[k] = started;
    const bool is_empty = side.rules.sends_nothing(k);
    require(is_empty == (message.relays && side.has_refused), "units are sent on that were refused");
    pair(table.data, static_cast<int>(r), message.partner)
        .sent.push_back({side.replay, byte(number), byte(is_empty ? 1 : 0)});
    match(table.data, static_cast<int>(r), message.partner, receiver.receives, &receiver.is_empty);
    if (case_->travel == Travel::through_memory && !protocol.by_lock) {
      side.sends[k] = done;
      side.rules.left(k, side.now);
    }
    return true;
  }

  // What the protocols promise of a message when it is started.
  void keep_rules(const Table& table, std::size_t r, std::size_t k, std::size_t number,
                  const ProtocolEntry& protocol) const {
    const Side& side = table.sides[r];
    const RankPart& part = side.rules.part();
    const int phase = part.sends[k].phase;
    const auto to = static_cast<std::size_t>(part.sends[k].partner);
    const Side& receiver = table.sides[to];
    if (part.sends[k].relays)
      require(has_arrived_before(side, phase), "a value is sent on before it is there");
    require(has_arrived_before(side, side.rules.stage().first_phase) &&
                has_left_before(side, side.rules.stage().first_phase),
            "a stage begins before the one before is complete");
    const auto under_way = std::count(side.sends.begin(), side.sends.end(), started);
    const bool is_expected = receiver.replay == side.replay && receiver.receives[number] != idle;
    const auto is_in_phase = [&](const Side& one) {
      return one.replay > side.replay ||
             (one.replay == side.replay && has_arrived_before(one, phase) && has_left_before(one, phase));
    };
    if (protocol.at_once == SendsAtOnce::window)
      require(under_way < part.options.window, "more sends are under way than the window has room for");
    if (protocol.at_once == SendsAtOnce::one || protocol.by_lock)
      require(under_way == 0, "two sends are under way where they go one at a time");
    if (protocol.barriers == Barriers::one_before_all || protocol.signals == Signals::to_senders ||
        protocol.by_lock)
      require(is_expected, "a receive is not posted whose sender relies on it");
    if (protocol.by_lock) {
      require(receiver.locks[side.rules.state().stage].is_held_by(r), "a lock is not held");
      require(coming(table, to, side.replay) <= (case_->early_go_ahead ? 1 : 0),
              "by lock too many messages come to a receiver");
    }
    if (protocol.is_phased) require(is_in_phase(side), "a phase begins before the one before is complete");
    if (protocol.signals == Signals::to_senders)
      require(is_in_phase(receiver), "a message leaves before its receiver is in the phase");
    for (const RankPhase& one : part.phases)
      if (protocol.signals == Signals::both_ways && one.number == phase)
        for (std::size_t s = one.signals_in.first; s < one.signals_in.last; ++s)
          require(is_in_phase(table.sides[static_cast<std::size_t>(part.signals_in[s])]),
                  "a message leaves before all partners are in the phase");
    if (protocol.barriers == Barriers::before_each_phase && phase > 0)
      for (const Side& one : table.sides)
        require(is_in_phase(one), "a message leaves before all ranks are in the phase");
  }

  // Messages under the receiver's lock: until they have left.
  static std::size_t coming(const Table& table, std::size_t to, int replay) {
    std::size_t messages = 0;
    for (const Side& sender : table.sides) {
      if (!sender.rules.stage().protocol->by_lock || sender.replay != replay) continue;
      const RankPart& part = sender.rules.part();
      for (std::size_t k = 0; k < sender.sends.size(); ++k)
        if (sender.sends[k] == started && static_cast<std::size_t>(part.sends[k].partner) == to) ++messages;
    }
    return messages;
  }

  static bool has_arrived_before(const Side& side, int phase) {
    for (std::size_t k = 0; k < side.receives.size(); ++k)
      if (side.rules.part().receives[k].phase < phase && side.receives[k] != done) return false;
    return true;
  }
  static bool has_left_before(const Side& side, int phase) {
    for (std::size_t k = 0; k < side.sends.size(); ++k)
      if (side.rules.part().sends[k].phase < phase && side.sends[k] != done) return false;
    return true;
  }

  void await(std::size_t t, std::size_t r, std::size_t k) {
    Side& side = tables_[t].sides[r];
    require(side.signals_in[k] == idle, "a signal is awaited twice");
    side.signals_in[k] = started;
    const int from = side.rules.part().signals_in[k];
    pair(tables_[t].signals, from, static_cast<int>(r)).awaited.push_back({side.replay, byte(k)});
    match(tables_[t].signals, from, static_cast<int>(r), side.signals_in);
  }

  void signal(std::size_t t, std::size_t r, std::size_t k) {
    Side& side = tables_[t].sides[r];
    const RankPart& part = side.rules.part();
    const int to = part.signals_out[k];
    Side& receiver = tables_[t].sides[static_cast<std::size_t>(to)];
    require(side.signals_out[k] == idle, "a signal is sent twice");
    for (const RankPhase& phase : part.phases)
      if (phase.signals_out.first <= k && k < phase.signals_out.last)
        require(has_posted(side, phase.receives.last), "a signal is sent before receives are posted");
    side.signals_out[k] = case_->travel == Travel::through_memory ? done : started;
    const std::size_t number =
        at_other_end(part.signals_out, receiver.rules.part().signals_in, k, static_cast<int>(r));
    pair(tables_[t].signals, static_cast<int>(r), to).sent.push_back({side.replay, byte(number)});
    match(tables_[t].signals, static_cast<int>(r), to, receiver.signals_in);
    if (side.signals_out[k] == done) side.rules.signal_left(k);
  }

  void enter(std::size_t t, std::size_t r) {
    Table& table = tables_[t];
    Side& side = table.sides[r];
    require(side.barriers.size() == side.barriers_passed,
            "a barrier is entered before the one before was passed");
    if (may_idle(*side.rules.stage().protocol))
      require(has_posted(side, side.rules.stage().receives.last),
              "a barrier is entered before receives are posted");
    const RulesState& state = side.rules.state();
    side.barriers.push_back(static_cast<int>(64 * state.stage) + state.barriers_passed);
    for (const Side& other : table.sides)
      require(other.barriers.size() < side.barriers.size() ||
                  other.barriers[side.barriers.size() - 1] == side.barriers.back(),
              "ranks are at different barriers");
  }

  bool all_entered(std::size_t t, std::size_t barrier) const {
    return std::all_of(tables_[t].sides.begin(), tables_[t].sides.end(),
                       [&](const Side& side) { return side.barriers.size() > barrier; });
  }

  void ask(std::size_t t, std::size_t r, std::size_t choice) {
    Side& side = tables_[t].sides[r];
    const std::size_t choices = std::exchange(side.choices, 0);
    side.may_step = false;
    const std::size_t send = side.rules.ask(choice);
    require(side.until[send] <= side.now, "a busy receiver is not left alone");
    require(send != std::exchange(side.busy_one, RankPart::none) || choices == 1,
            "a busy receiver is asked again before another");
    side.asks = true;
  }

  // The lock of the receiver that this side has asked.
  static auto& asked_lock(auto& table, const Side& side) {
    const std::size_t send = side.rules.state().asked;
    auto& receiver = table.sides[static_cast<std::size_t>(side.rules.part().sends[send].partner)];
    return receiver.locks[side.rules.state().stage];
  }

  // Beside one other message, which is about to end, but never beside two.
  bool may_go_ahead(std::size_t t, std::size_t r) const {
    const Side& side = tables_[t].sides[r];
    const auto& lock = asked_lock(tables_[t], side);
    return case_->early_go_ahead && lock.replay == side.replay && lock.holders.size() == 1 &&
           !lock.is_held_by(r);
  }

  // MPI's answer to an inquiry comes after that to what was freed before.
  void answer(std::size_t t, std::size_t r, bool goes_ahead) {
    Side& side = tables_[t].sides[r];
    side.asks = false;
    free_receiver(t, r);
    auto& lock = asked_lock(tables_[t], side);
    if (lock.replay == side.replay && (lock.holders.empty() || goes_ahead)) {
      lock.holders.insert(std::upper_bound(lock.holders.begin(), lock.holders.end(), static_cast<int>(r)),
                          static_cast<int>(r));
      side.rules.lock_granted();
    } else {
      const std::size_t send = side.rules.state().asked;
      side.until[send] = side.now + (case_->busy_says_how_long ? 1 : 0);
      side.busy_one = send;
      side.rules.lock_busy(side.until[send]);
    }
  }

  void free_receiver(std::size_t t, std::size_t r) {
    Side& side = tables_[t].sides[r];
    if (side.frees < 0) return;
    auto& lock = tables_[t]
                     .sides[static_cast<std::size_t>(side.frees)]
                     .locks[static_cast<std::size_t>(side.freed_stage)];
    if (lock.replay == side.freed_replay) std::erase(lock.holders, static_cast<int>(r));
    side.frees = -1;
  }

  // Writing.
  template <class Value>
  static void put(std::string& key, const Value& value) {
    static_assert(std::has_unique_object_representations_v<Value> || std::is_floating_point_v<Value>);
    key.append(reinterpret_cast<const char*>(&value), sizeof(Value));
  }
  static void put_small(std::string& key, std::size_t value) { key.push_back(static_cast<char>(value)); }
  template <class List>
  static void put_list(std::string& key, const List& list) {
    for (const auto& value : list) key.push_back(static_cast<char>(value));
  }

  static void write(const Side& side, bool idles, std::string& key) {
    // The compiler says when one is missing here.
    const auto& [stage, posted, may_post, arrived_before, is_spoilt, next_send, sends_under_way, started_at,
                 next_phase, phase_open, awaited, may_await, signals_missing, signals_sent, may_signal,
                 signals_leaving, barriers_passed, barriers_wanted, at_barrier, lock_open, asked, asks,
                 granted, was_busy, holds, freed, wakes_at] =
        static_cast<const RulesProgress&>(side.rules.state());
    const auto& [replay, arrived, signalled, sent, leave_alone_until] =
        static_cast<const RulesLists&>(side.rules.state());
    for (const std::size_t value :
         {stage, posted, may_post, arrived_before, next_send, sends_under_way, next_phase, awaited, may_await,
          signals_missing, signals_sent, may_signal, signals_leaving, asked})
      put_small(key, value);
    put_small(key, static_cast<std::size_t>(barriers_passed + 1));
    put_small(key, static_cast<std::size_t>(barriers_wanted + 1));
    for (const bool value :
         {is_spoilt, phase_open, at_barrier, lock_open, asks, granted, was_busy, holds, freed})
      put_small(key, value ? 1 : 0);
    put_list(key, arrived);
    put_list(key, signalled);
    put_list(key, sent);
    for (const double time : leave_alone_until) put(key, std::max(0.0, time - side.now));
    put(key, idles && sends_under_way > 0 ? side.now - started_at : 0.0);
    put(key, std::max(0.0, wakes_at - side.now));
    const auto [phase_seconds, messages, took, may_idle, next_idle, idles_until] = side.rules.idle().values();
    for (const double value : {phase_seconds, took, may_idle, std::max(0.0, idles_until - side.now)})
      put(key, value);
    put_small(key, static_cast<std::size_t>(messages));
    put_small(key, static_cast<std::size_t>(next_idle));

    for (const auto* list : {&side.sends, &side.receives, &side.signals_out, &side.signals_in})
      put_list(key, *list);
    put_list(key, side.posted_in);
    put_list(key, side.is_empty);
    for (const bool value : {side.under_way, side.may_step, side.asks}) put_small(key, value ? 1 : 0);
    for (const std::size_t value :
         {std::size_t{side.replay}, side.choices, side.barriers.size(), side.barriers_passed,
          static_cast<std::size_t>(side.frees + 1), static_cast<std::size_t>(side.freed_stage),
          static_cast<std::size_t>(side.freed_replay)})
      put_small(key, value);
    for (const double time : side.until) put(key, std::max(0.0, time - side.now));
    put(key, side.wakes_at == Rules::never ? -1.0 : std::max(0.0, side.wakes_at - side.now));
    for (const auto& lock : side.locks) {
      put_small(key, static_cast<std::size_t>(lock.replay));
      put_small(key, lock.holders.size());
      put_list(key, lock.holders);
    }
  }

  const SmallCase* case_;
  std::vector<Rank> ranks_;
  std::vector<Table> tables_;
  bool has_refused_ = false;  // some rank, and not because nothing came
};

}  // namespace partita::detail::explore

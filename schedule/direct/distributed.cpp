#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <utility>

#include <partita/schedule/direct/distributed.hpp>
#include <partita/schedule/message.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/random.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita::detail {

namespace {

// From a sender to a receiver, in the first half of a round. -1 stands for no phase.
struct Proposal {
  int given_back;  // agreed phase that the sender no longer needs
  int phase;       // proposed phase
  int firm;        // 1: the receiver drops the message that it has there; else 0
};

// From the receiver, in the second half of a round. Senders of dropped messages get one, too.
struct Answer {
  int agreed;          // 1 or 0
  int phase;           // proposed, or taken back
  std::uint64_t free;  // bit k: nothing is received in phase 64 * (phase / 64) + k
};

constexpr int window_size = 64;
constexpr std::uint64_t all = ~std::uint64_t{0};

// The palette starts with the least number of phases, and grows slowly: nearly all messages find a phase
// at once, and the rest deserve some rounds of search before all ranks pay for them with one phase more.
constexpr int rounds_per_phase = 12;

using Partners = std::map<int, int>;  // by phase

// Bit k of the result: phase 64 * window + k is among them.
std::uint64_t used(const Partners& partners, int window) {
  std::uint64_t bits = 0;
  for (auto entry = partners.lower_bound(window * window_size);
       entry != partners.end() && entry->first / window_size == window; ++entry)
    bits |= std::uint64_t{1} << (entry->first % window_size);
  return bits;
}

// Bit k of the result: phase 64 * window + k belongs to the palette.
std::uint64_t within(int palette, int window) {
  const int count = palette - window * window_size;
  return count >= window_size ? all : count <= 0 ? 0 : (std::uint64_t{1} << count) - 1;
}

int any_bit(std::uint64_t bits, Random& random) {
  for (std::uint32_t skip = random.below(static_cast<std::uint32_t>(std::popcount(bits))); skip > 0; --skip)
    bits &= bits - 1;
  return std::countr_zero(bits);
}

// A state machine without communication: `propose`, `answer` and `conclude` in every round, until no rank
// has an open message. O(d) memory for d messages: a sender remembers 64 phases of each receiver.
class Negotiator {
 public:
  // `degree` is the largest number of messages that any rank sends or receives.
  Negotiator(int rank, const DestinationVector& destinations, const SourceVector& sources, int degree,
             std::uint64_t seed)
      : rank_(rank), sources_(sources), palette_(degree), random_(stream_of(rank, seed)) {
    for (const MatrixEntry& message : destinations) sends_.push_back({message});
  }

  // @return number of messages of this rank without a phase
  int open() const { return static_cast<int>(sends_.size() - sent_in_.size()); }

  std::vector<Parcel<Proposal>> propose() {
    if (++round_ % rounds_per_phase == 0) ++palette_;
    said_.clear();
    asked_.clear();
    std::vector<int> open;
    for (const Send& send : sends_)
      if (send.phase == none) open.push_back(send.message.rank);
    random_.shuffle(open);

    std::vector<int> stuck;
    for (const int to : open) {
      Send& send = send_to(to);
      if (const std::uint64_t free = free_at_both_ends(send); free != 0)
        ask(send, send.window * window_size + any_bit(free, random_), false);
      else
        stuck.push_back(to);
    }
    for (const int to : stuck) {
      Send& send = send_to(to);
      if (!send.turned_out || !turn_out_here(send)) turn_out_there(send);
    }
    return std::move(said_);
  }

  std::vector<Parcel<Answer>> answer(std::vector<Parcel<Proposal>> proposals) {
    for (const auto& [from, said] : proposals) received_in_.erase(said.front().given_back);

    random_.shuffle(proposals);  // the receiver agrees to the first of several for one phase
    std::set<int> agreed;        // phases, in this round
    std::vector<Parcel<Answer>> answers;
    for (const auto& [from, said] : proposals) {
      const auto [given_back, phase, firm] = said.front();
      if (phase == none) continue;
      const auto taken = received_in_.find(phase);
      const bool agree = taken == received_in_.end() || (firm != 0 && !agreed.contains(phase));
      if (agree && taken != received_in_.end()) answers.push_back({taken->second, {{0, phase, 0}}});
      if (agree) {
        received_in_[phase] = from;
        agreed.insert(phase);
      }
      answers.push_back({from, {{agree, phase, 0}}});
    }
    for (auto& [to, said] : answers)
      said.front().free = ~used(received_in_, said.front().phase / window_size);
    return answers;
  }

  void conclude(const std::vector<Parcel<Answer>>& answers) {
    for (const auto& [to, said] : answers) {
      Send& send = send_to(to);
      const Answer& answer = said.front();
      send.window = answer.phase / window_size;
      send.free = answer.free;
      if (send.phase != none) {  // nothing was asked: it lost its phase
        send.turned_out = true;
        sent_in_.erase(std::exchange(send.phase, none));
      } else if (answer.agreed != 0) {
        send.phase = answer.phase;
        sent_in_[send.phase] = to;
      }
    }
  }

  // @return the table, with as many phases as this rank uses, after all ranks have closed their messages
  // @throws Error if the proposals contradict the source vector
  PhaseTable table() {
    PhaseTable table;
    for (const auto& [phase, to] : sent_in_)
      table.sends.push_back({phase, to, direct(rank_, to, send_to(to).message.length)});
    for (const auto& [phase, from] : received_in_) {
      const auto source = std::lower_bound(sources_.begin(), sources_.end(), MatrixEntry{from, 0});
      if (source == sources_.end() || source->rank != from)
        throw Error("rank ", from, " sends to rank ", rank_, " but is not in its source vector");
      table.receives.push_back({phase, from, direct(from, rank_, source->length)});
    }
    if (table.receives.size() != sources_.size())
      throw Error("the source vector of rank ", rank_, " has ", sources_.size(), " ranks, but ",
                  table.receives.size(), " send to it");
    for (const auto* transfers : {&table.sends, &table.receives})
      if (!transfers->empty()) table.phases = std::max(table.phases, transfers->back().phase + 1);
    return table;
  }

 private:
  static constexpr int none = -1;

  // A message of this rank, with its receiver's last answer.
  struct Send {
    MatrixEntry message;
    int phase = none;                        // agreed
    bool turned_out = false;                 // by the receiver, when it last lost its phase
    int window = 0;                          // of 64 phases, to which `free` belongs
    std::uint64_t free = ~std::uint64_t{0};  // at the receiver, by its last answer
  };

  // bit k: phase 64 * send.window + k
  std::uint64_t free_at_both_ends(const Send& send) const {
    return send.free & within(palette_, send.window) & ~used(sent_in_, send.window) &
           ~used(asked_, send.window);
  }

  // A free phase exists: the palette has a phase for every message, and one message has none.
  int any_free_here() {
    for (;;) {
      const int phase = static_cast<int>(random_.below(static_cast<std::uint32_t>(palette_)));
      if (!sent_in_.contains(phase) && !asked_.contains(phase)) return phase;
    }
  }

  void ask(Send& send, int phase, bool firm) {
    asked_[phase] = send.message.rank;
    said_.push_back({send.message.rank, {{none, phase, firm}}});
  }

  // Takes a phase that is free at the receiver from another message of this rank, preferably from one with an
  // alternative, which then asks for it at once.
  bool turn_out_here(Send& send) {
    std::vector<int> movable, others;
    const std::uint64_t taken = used(sent_in_, send.window) & ~used(asked_, send.window);
    for (std::uint64_t left = send.free & taken; left != 0; left &= left - 1) {
      const int phase = send.window * window_size + std::countr_zero(left);
      (free_at_both_ends(send_to(sent_in_.at(phase))) != 0 ? movable : others).push_back(phase);
    }
    if (movable.empty() && others.empty()) return false;

    const std::vector<int>& losers = movable.empty() ? others : movable;
    const int phase = losers[random_.below(static_cast<std::uint32_t>(losers.size()))];
    Send& loser = send_to(sent_in_.at(phase));
    const std::uint64_t elsewhere = free_at_both_ends(loser);
    sent_in_.erase(phase);
    loser.phase = none;
    loser.turned_out = false;
    if (elsewhere != 0)
      ask(loser, loser.window * window_size + any_bit(elsewhere, random_), false);
    else
      said_.push_back({loser.message.rank, {{none, none, 0}}});
    said_.back().content.front().given_back = phase;
    ask(send, phase, false);
    return true;
  }

  // Takes a phase that is free here from the message that has it at the receiver. Outside the window it may
  // well have nothing there: then it is only asked, and answers with that window.
  void turn_out_there(Send& send) {
    const int phase = any_free_here();
    ask(send, phase, phase / window_size == send.window);
  }

  Send& send_to(int rank) {
    return *std::lower_bound(sends_.begin(), sends_.end(), rank,
                             [](const Send& send, int to) { return send.message.rank < to; });
  }

  int rank_;
  SourceVector sources_;
  int palette_;  // phases from 0 on that may be used
  int round_ = 0;
  Random random_;
  std::vector<Send> sends_;             // ascending by receiver
  Partners sent_in_, received_in_;      // in phases agreed upon
  Partners asked_;                      // in phases proposed in this round
  std::vector<Parcel<Proposal>> said_;  // in this round
};

}  // namespace

Negotiated distributed(const Communicator& comm, const DestinationVector& destinations,
                       const SourceVector& sources, std::uint64_t seed) {
  const int degree = max(comm, static_cast<int>(std::max(destinations.size(), sources.size())));
  Negotiator negotiator(comm.rank(), destinations, sources, degree, seed);
  int rounds = 0;
  for (; max(comm, negotiator.open()) > 0; ++rounds)
    negotiator.conclude(
        sparse_exchange(comm, negotiator.answer(sparse_exchange(comm, negotiator.propose()))));
  return {{collectively(comm, [&] { return negotiator.table(); })}, rounds};
}

Negotiated distributed(const CommunicationMatrix& matrix, std::uint64_t seed) {
  const int degree = matrix.degree();
  std::vector<Negotiator> negotiators;
  for (const SourceVector& sources : matrix.sources()) {
    const auto rank = static_cast<int>(negotiators.size());
    negotiators.emplace_back(rank, matrix.destinations(rank), sources, degree, seed);
  }
  const auto is_open = [](const Negotiator& negotiator) { return negotiator.open() > 0; };
  Negotiated result{{}, 0};
  for (; std::ranges::any_of(negotiators, is_open); ++result.rounds) {
    std::vector<std::vector<Parcel<Proposal>>> proposals;
    for (Negotiator& negotiator : negotiators) proposals.push_back(negotiator.propose());
    proposals = deliver(std::move(proposals));
    std::vector<std::vector<Parcel<Answer>>> answers;
    for (std::size_t rank = 0; rank < negotiators.size(); ++rank)
      answers.push_back(negotiators[rank].answer(std::move(proposals[rank])));
    answers = deliver(std::move(answers));
    for (std::size_t rank = 0; rank < negotiators.size(); ++rank) negotiators[rank].conclude(answers[rank]);
  }
  for (Negotiator& negotiator : negotiators) result.tables.push_back(negotiator.table());
  result.tables = with_equal_phases(std::move(result.tables));
  return result;
}

}  // namespace partita::detail

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>

#include <partita/schedule/direct/negotiator.hpp>
#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>

namespace partita::detail {

namespace {

constexpr int window_size = 64;
constexpr std::uint64_t all = ~std::uint64_t{0};

// The palette starts with the least number of phases, and grows slowly: nearly all messages find a phase
// at once, and the rest deserve some rounds of search before all ranks pay for them with one phase more.
constexpr int rounds_per_phase = 12;

Random stream_of(int rank, std::uint64_t seed) {
  const std::array<std::uint64_t, 2> numbers{seed, static_cast<std::uint64_t>(rank)};
  return Random(Hash().add(std::span<const std::uint64_t>(numbers)).value());
}

template <class Items>
auto& any_of(Items& items, Random& random) {
  return items[random.below(static_cast<std::uint32_t>(items.size()))];
}

int phase_of(int phase) { return phase; }
int phase_of(const std::pair<const int, int>& phase_and_partner) { return phase_and_partner.first; }

// Bit k of the result: phase 64 * window + k is among them.
template <class Phases>
std::uint64_t used(const Phases& phases, int window) {
  std::uint64_t bits = 0;
  for (auto entry = phases.lower_bound(window * window_size);
       entry != phases.end() && phase_of(*entry) / window_size == window; ++entry)
    bits |= std::uint64_t{1} << (phase_of(*entry) % window_size);
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

}  // namespace

Negotiator::Negotiator(int rank, const DestinationVector& destinations, const SourceVector& sources,
                       int degree, std::uint64_t seed)
    : rank_(rank), sources_(sources), palette_(degree), random_(stream_of(rank, seed)) {
  for (const MatrixEntry& message : destinations) sends_.push_back({message});
}

Negotiator::Send& Negotiator::send_to(int rank) {
  return *std::lower_bound(sends_.begin(), sends_.end(), rank,
                           [](const Send& send, int to) { return send.message.rank < to; });
}

std::uint64_t Negotiator::free_at_both_ends(const Send& send) const {
  return send.free & within(palette_, send.window) & ~used(sent_in_, send.window) &
         ~used(asked_, send.window);
}

// A free phase exists: the palette has a phase for every message, and one message has none.
int Negotiator::any_free_here() {
  for (;;) {
    const int phase = static_cast<int>(random_.below(static_cast<std::uint32_t>(palette_)));
    if (!sent_in_.contains(phase) && !asked_.contains(phase)) return phase;
  }
}

void Negotiator::ask(Send& send, int phase, bool firm) {
  asked_.insert(phase);
  said_.push_back({send.message.rank, {{none, phase, firm}}});
}

// Takes a phase that is free at the receiver from another message of this rank, preferably from one with an
// alternative, which then asks for it at once.
bool Negotiator::turn_out_here(Send& send) {
  std::vector<int> movable, others;
  const std::uint64_t taken = used(sent_in_, send.window) & ~used(asked_, send.window);
  for (std::uint64_t left = send.free & taken; left != 0; left &= left - 1) {
    const int phase = send.window * window_size + std::countr_zero(left);
    (free_at_both_ends(send_to(sent_in_.at(phase))) != 0 ? movable : others).push_back(phase);
  }
  if (movable.empty() && others.empty()) return false;

  const int phase = any_of(movable.empty() ? others : movable, random_);
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
void Negotiator::turn_out_there(Send& send) {
  const int phase = any_free_here();
  ask(send, phase, phase / window_size == send.window);
}

std::vector<Parcel<Proposal>> Negotiator::propose() {
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

std::vector<Parcel<Answer>> Negotiator::answer(std::vector<Parcel<Proposal>> proposals) {
  for (const auto& [from, said] : proposals) received_in_.erase(said.front().given_back);

  random_.shuffle(proposals);  // the receiver agrees to the first of several for one phase
  std::set<int> agreed;        // phases, in this round
  std::vector<std::pair<int, Answer>> answers;
  for (const auto& [from, said] : proposals) {
    const auto [given_back, phase, firm] = said.front();
    if (phase == none) continue;
    const auto taken = received_in_.find(phase);
    const bool agree = taken == received_in_.end() || (firm != 0 && !agreed.contains(phase));
    if (agree && taken != received_in_.end()) answers.push_back({taken->second, {0, phase, 0}});
    if (agree) {
      received_in_[phase] = from;
      agreed.insert(phase);
    }
    answers.push_back({from, {agree, phase, 0}});
  }

  std::vector<Parcel<Answer>> parcels;
  for (auto& [to, answer] : answers) {
    answer.free = ~used(received_in_, answer.phase / window_size);
    parcels.push_back({to, {answer}});
  }
  return parcels;
}

void Negotiator::conclude(const std::vector<Parcel<Answer>>& answers) {
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

PhaseTable Negotiator::table() {
  PhaseTable table;
  for (const auto& [phase, to] : sent_in_)
    table.sends.push_back({phase, to, direct(rank_, to, send_to(to).message.length)});
  for (const auto& [phase, from] : received_in_) {
    const auto source = std::lower_bound(sources_.begin(), sources_.end(), MatrixEntry{from, 0});
    if (source == sources_.end() || source->rank != from)
      throw Error(text("rank ", from, " sends to rank ", rank_, " but is not in its source vector"));
    table.receives.push_back({phase, from, direct(from, rank_, source->length)});
  }
  if (table.receives.size() != sources_.size())
    throw Error(text("the source vector of rank ", rank_, " has ", sources_.size(), " ranks, but ",
                     table.receives.size(), " send to it"));
  for (const auto* transfers : {&table.sends, &table.receives})
    if (!transfers->empty()) table.phases = std::max(table.phases, transfers->back().phase + 1);
  return table;
}

}  // namespace partita::detail

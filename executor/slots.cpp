#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include <partita/executor/slots.hpp>

namespace partita {

namespace {

// Runs of the units of one message that are somewhere: by their first unit.
struct Run {
  int phase;  // in which they came
  Stretch stretch;
};
using Runs = std::map<Units, Run>;

bool overlaps(const Runs& runs, const Piece& piece) {
  const auto after = runs.lower_bound(piece.offset + piece.length);
  if (after == runs.begin()) return false;
  const auto& [first, run] = *std::prev(after);
  return first + static_cast<Units>(run.stretch.length) > piece.offset;
}

// The units of one side, by the rank they are for or from, each to be taken once.
class Places {
 public:
  explicit Places(std::span<const Place> places) : places_(places) {
    for (const Place& place : places) left_ += place.length;
  }

  // Nothing when there are no such units, or not any more.
  std::optional<Stretch> take(int rank, const Piece& piece) {
    const auto place =
        std::lower_bound(places_.begin(), places_.end(), rank,
                         [](const Place& candidate, int wanted) { return candidate.rank < wanted; });
    if (place == places_.end() || place->rank != rank || piece.offset < 0) return std::nullopt;
    const auto offset = static_cast<std::size_t>(piece.offset),
               length = static_cast<std::size_t>(piece.length);
    if (offset > place->length || length > place->length - offset) return std::nullopt;
    Runs& taken = taken_[rank];
    if (overlaps(taken, piece)) return std::nullopt;
    left_ -= length;
    const Stretch stretch{place->first + offset, length, place->buffer};
    taken[piece.offset] = {0, stretch};
    return stretch;
  }

  bool all_taken() const { return left_ == 0; }

 private:
  std::span<const Place> places_;
  std::map<int, Runs> taken_;  // by rank
  std::size_t left_ = 0;
};

// Units of others: put where they arrive, found again when they are sent on, perhaps cut or joined otherwise.
class Relays {
 public:
  // Nothing when such units have come before.
  std::optional<Stretch> put(int phase, const Piece& piece) {
    Runs& runs = runs_[{piece.origin, piece.target}];
    if (overlaps(runs, piece)) return std::nullopt;
    const Stretch stretch{end_, static_cast<std::size_t>(piece.length), relay_buffer};
    end_ += stretch.length;
    runs[piece.offset] = {phase, stretch};
    return stretch;
  }

  // Appends where the units of the piece lie. False when they had not all arrived before `phase`.
  bool find(int phase, const Piece& piece, std::vector<Stretch>& stretches) const {
    const auto runs = runs_.find({piece.origin, piece.target});
    if (runs == runs_.end()) return false;
    for (Units offset = piece.offset, end = piece.offset + piece.length; offset < end;) {
      const auto after = runs->second.upper_bound(offset);
      if (after == runs->second.begin()) return false;
      const auto& [first, run] = *std::prev(after);
      const auto skipped = static_cast<std::size_t>(offset - first);
      if (run.phase >= phase || skipped >= run.stretch.length) return false;
      const std::size_t length =
          std::min(run.stretch.length - skipped, static_cast<std::size_t>(end - offset));
      stretches.push_back({run.stretch.first + skipped, length, relay_buffer});
      offset += static_cast<Units>(length);
    }
    return true;
  }

 private:
  std::map<std::pair<int, int>, Runs> runs_;  // by origin and target
  std::size_t end_ = 0;
};

// A message carries something, and every piece is of one unit or more.
bool is_full(const std::vector<Piece>& pieces) {
  return !pieces.empty() &&
         std::all_of(pieces.begin(), pieces.end(), [](const Piece& piece) { return piece.length > 0; });
}

// Stretches that follow one another become one: most messages then lie in one place and need no packing.
void append(std::vector<Stretch>& stretches, const Stretch& next) {
  if (!stretches.empty() && stretches.back().buffer == next.buffer &&
      stretches.back().first + stretches.back().length == next.first)
    stretches.back().length += next.length;
  else
    stretches.push_back(next);
}

}  // namespace

std::optional<Slots> slots(int me, const PhaseTable& table, std::span<const Place> outgoing,
                           std::span<const Place> incoming) {
  Places own_units(outgoing), expected(incoming);
  Relays relays;
  Slots slots{table.phases, {}, {}};
  for (const auto& [phase, partner, pieces] : table.receives) {
    if (!is_full(pieces)) return std::nullopt;
    Slot& slot = slots.receives.emplace_back(Slot{phase, partner, {}});
    for (const Piece& piece : pieces) {
      const auto stretch = piece.target == me ? expected.take(piece.origin, piece) : relays.put(phase, piece);
      if (!stretch) return std::nullopt;
      append(slot.stretches, *stretch);
    }
  }
  for (const auto& [phase, partner, pieces] : table.sends) {
    if (!is_full(pieces)) return std::nullopt;
    Slot& slot = slots.sends.emplace_back(Slot{phase, partner, {}});
    for (const Piece& piece : pieces) {
      std::vector<Stretch> found;
      if (piece.origin == me) {
        const auto stretch = own_units.take(piece.target, piece);
        if (!stretch) return std::nullopt;
        found.push_back(*stretch);
      } else if (!relays.find(phase, piece, found)) {
        return std::nullopt;
      }
      for (const Stretch& stretch : found) append(slot.stretches, stretch);
    }
  }
  if (!own_units.all_taken() || !expected.all_taken()) return std::nullopt;
  return slots;
}

}  // namespace partita

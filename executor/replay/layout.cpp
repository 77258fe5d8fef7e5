#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include <partita/executor/replay/layout.hpp>

namespace partita::detail {

namespace {

// Runs of the units of one message that are somewhere: by their first unit.
struct Run {
  int phase;  // in which they came
  Block block;
};
using Runs = std::map<Units, Run>;

bool overlaps(const Runs& runs, const Piece& piece) {
  const auto after = runs.lower_bound(piece.offset + piece.length);
  if (after == runs.begin()) return false;
  const auto& [first, run] = *std::prev(after);
  return first + static_cast<Units>(run.block.length) > piece.offset;
}

// The units of one side, by the rank they are for or from, each to be taken once.
class OwnUnits {
 public:
  explicit OwnUnits(std::span<const BufferPart> places) : places_(places) {
    for (const BufferPart& place : places) left_ += place.length;
  }

  // Nothing when there are no such units, or not any more.
  std::optional<Block> take(int rank, const Piece& piece) {
    const auto place = std::ranges::lower_bound(places_, rank, {}, &BufferPart::rank);
    if (place == places_.end() || place->rank != rank || piece.offset < 0) return std::nullopt;
    const auto offset = static_cast<std::size_t>(piece.offset),
               length = static_cast<std::size_t>(piece.length);
    if (offset > place->length || length > place->length - offset) return std::nullopt;
    Runs& taken = taken_[rank];
    if (overlaps(taken, piece)) return std::nullopt;
    left_ -= length;
    const Block block{place->first + offset, length, place->buffer};
    taken[piece.offset] = {0, block};
    return block;
  }

  bool all_taken() const { return left_ == 0; }

 private:
  std::span<const BufferPart> places_;
  std::map<int, Runs> taken_;  // by rank
  std::size_t left_ = 0;
};

// Units of others: put where they arrive, found again when they are sent on, perhaps cut or joined otherwise.
class Relays {
 public:
  // Nothing when such units have come before.
  std::optional<Block> put(int phase, const Piece& piece) {
    Runs& runs = runs_[{piece.origin, piece.target}];
    if (overlaps(runs, piece)) return std::nullopt;
    const Block block{end_, static_cast<std::size_t>(piece.length), relay_buffer};
    end_ += block.length;
    runs[piece.offset] = {phase, block};
    return block;
  }

  // Appends where the units of the piece lie. False when they had not all arrived before `phase`.
  bool find(int phase, const Piece& piece, std::vector<Block>& blocks) const {
    const auto runs = runs_.find({piece.origin, piece.target});
    if (runs == runs_.end()) return false;
    for (Units offset = piece.offset, end = piece.offset + piece.length; offset < end;) {
      const auto after = runs->second.upper_bound(offset);
      if (after == runs->second.begin()) return false;
      const auto& [first, run] = *std::prev(after);
      const auto skipped = static_cast<std::size_t>(offset - first);
      if (run.phase >= phase || skipped >= run.block.length) return false;
      const std::size_t length = std::min(run.block.length - skipped, static_cast<std::size_t>(end - offset));
      blocks.push_back({run.block.first + skipped, length, relay_buffer});
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
  return !pieces.empty() && std::ranges::all_of(pieces, [](const Piece& piece) { return piece.length > 0; });
}

// Blocks that follow one another become one: most messages then lie in one place and need no packing.
void append(std::vector<Block>& blocks, const Block& next) {
  if (!blocks.empty() && blocks.back().buffer == next.buffer &&
      blocks.back().first + blocks.back().length == next.first)
    blocks.back().length += next.length;
  else
    blocks.push_back(next);
}

}  // namespace

std::optional<Layouts> lay_out(int me, const PhaseTable& table, std::span<const BufferPart> outgoing,
                               std::span<const BufferPart> incoming) {
  OwnUnits own_units(outgoing), expected(incoming);
  Relays relays;
  Layouts layouts{table.phases, {}, {}, relayed_by(me, table)};
  for (const auto& [phase, partner, pieces] : table.receives) {
    if (!is_full(pieces)) return std::nullopt;
    Layout& layout = layouts.receives.emplace_back(Layout{phase, partner, {}});
    for (const Piece& piece : pieces) {
      const auto block = piece.target == me ? expected.take(piece.origin, piece) : relays.put(phase, piece);
      if (!block) return std::nullopt;
      append(layout.blocks, *block);
    }
  }
  for (const auto& [phase, partner, pieces] : table.sends) {
    if (!is_full(pieces)) return std::nullopt;
    Layout& layout = layouts.sends.emplace_back(Layout{phase, partner, {}});
    for (const Piece& piece : pieces) {
      std::vector<Block> found;
      if (piece.origin == me) {
        const auto block = own_units.take(piece.target, piece);
        if (!block) return std::nullopt;
        found.push_back(*block);
      } else if (!relays.find(phase, piece, found)) {
        return std::nullopt;
      }
      for (const Block& block : found) append(layout.blocks, block);
    }
  }
  if (!own_units.all_taken() || !expected.all_taken()) return std::nullopt;
  return layouts;
}

}  // namespace partita::detail

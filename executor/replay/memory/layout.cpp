#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include <partita/executor/replay/memory/layout.hpp>

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

// Units that have come: put where they arrive, found again when they are sent on, perhaps cut or joined
// otherwise.
class Arrived {
 public:
  // False when such units have come before.
  bool put(int phase, const Piece& piece, const Block& block) {
    Runs& runs = runs_[{piece.origin, piece.target}];
    if (overlaps(runs, piece)) return false;
    runs[piece.offset] = {phase, block};
    return true;
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
      blocks.push_back({run.block.first + skipped, length, run.block.buffer});
      offset += static_cast<Units>(length);
    }
    return true;
  }

 private:
  std::map<std::pair<int, int>, Runs> runs_;  // by origin and target
};

// Units of others in relay memory.
class Relays : public Arrived {
 public:
  // Nothing when such units have come before.
  std::optional<Block> take(int phase, const Piece& piece) {
    const Block block{end_, static_cast<std::size_t>(piece.length), relay_buffer};
    if (!put(phase, piece, block)) return std::nullopt;
    end_ += block.length;
    return block;
  }

 private:
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

// Where the units of all receives lie in their messages; a block's buffer is the number of its receive.
Arrived in_messages(const std::vector<Transfer>& receives) {
  Arrived arrived;
  for (std::size_t receive = 0; receive < receives.size(); ++receive) {
    std::size_t offset = 0;
    for (const Piece& piece : receives[receive].pieces) {
      const auto length = static_cast<std::size_t>(piece.length);
      arrived.put(receives[receive].phase, piece, {offset, length, receive});
      offset += length;
    }
  }
  return arrived;
}

}  // namespace

std::optional<Layouts> lay_out(int me, const PhaseTable& table, std::span<const BufferPart> outgoing,
                               std::span<const BufferPart> incoming) {
  OwnUnits own_units(outgoing), expected(incoming);
  Relays relays;
  const auto place_of = [&](int phase, const Piece& piece) {
    return piece.target == me ? expected.take(piece.origin, piece) : relays.take(phase, piece);
  };
  Layouts layouts{table.phases, {}, {}, relayed_by(me, table)};
  for (const auto& [phase, partner, pieces] : table.receives) {
    if (!is_full(pieces)) return std::nullopt;
    Layout& layout = layouts.receives.emplace_back(Layout{phase, partner, {}});
    for (const Piece& piece : pieces) {
      const auto block = place_of(phase, piece);
      if (!block) return std::nullopt;
      append(layout.blocks, *block);
    }
  }
  const Arrived messages = table.copies.empty() ? Arrived() : in_messages(table.receives);
  for (const auto& [phase, from, to] : table.copies) {
    if (from.length <= 0 || from.length != to.length) return std::nullopt;
    if (from.origin == me) {
      if (!own_units.take(to.target, to)) return std::nullopt;
      continue;
    }
    std::vector<Block> found;
    if (!messages.find(phase + 1, from, found)) return std::nullopt;
    Units offset = to.offset;
    for (const Block& block : found) {
      const auto length = static_cast<Units>(block.length);
      const auto place = place_of(phase, {to.origin, to.target, offset, length});
      if (!place) return std::nullopt;
      layouts.receives[block.buffer].copies.push_back({block.first, *place});
      offset += length;
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

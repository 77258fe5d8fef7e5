#include <algorithm>

#include <partita/schedule/staged/stage.hpp>

namespace partita::detail {

namespace {

// Units offset .. offset+length-1 of a message with these pieces.
std::vector<Piece> part_of(const std::vector<Piece>& pieces, Units offset, Units length) {
  std::vector<Piece> part;
  for (const Piece& piece : pieces) {
    const Units skipped = std::min(offset, piece.length);
    const Units taken = std::min(length, piece.length - skipped);
    if (taken > 0) part.push_back({piece.origin, piece.target, piece.offset + skipped, taken});
    offset -= skipped;
    length -= taken;
  }
  return part;
}

}  // namespace

void Stage::hand_on(int from, int to, const Piece& piece) {
  std::vector<Piece>& pieces = contents_[{from, to}];
  const bool continues = !pieces.empty() && pieces.back().origin == piece.origin &&
                         pieces.back().target == piece.target &&
                         pieces.back().offset + pieces.back().length == piece.offset;
  if (continues)
    pieces.back().length += piece.length;
  else
    pieces.push_back(piece);
}

int Stage::schedule(const DirectScheduler& scheduler, int ranks, int first_phase,
                    TableBuilder& schedule) const {
  std::vector<DestinationVector> rows(ranks);
  for (const auto& [ends, pieces] : contents_) rows[ends.first].push_back({ends.second, length(pieces)});

  const std::vector<PhaseTable> tables = scheduler(CommunicationMatrix(std::move(rows)));
  for (const auto& [phase, from, to, units] : messages(tables)) {
    std::vector<Piece> pieces;
    for (const Piece& run : units)
      for (const Piece& piece : part_of(contents_.at({from, to}), run.offset, run.length))
        pieces.push_back(piece);
    schedule.add(first_phase + phase, from, to, std::move(pieces));
  }
  return first_phase + (tables.empty() ? 0 : tables.front().phases);
}

}  // namespace partita::detail

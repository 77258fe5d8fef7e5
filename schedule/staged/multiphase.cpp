#include <algorithm>
#include <bit>

#include <partita/schedule/message.hpp>
#include <partita/schedule/staged/multiphase.hpp>

namespace partita::detail {

namespace {

struct Block {
  int holder;
  Piece piece;  // a whole message
};

// The steps of this many ranks: XOR on a power of two, else cyclic.
struct Steps {
  unsigned ranks;

  unsigned distance(int from, int to) const {
    const auto a = static_cast<unsigned>(from), b = static_cast<unsigned>(to);
    return std::has_single_bit(ranks) ? a ^ b : (b + ranks - a) % ranks;
  }
  int ahead(int from, unsigned distance) const {
    const auto a = static_cast<unsigned>(from);
    return static_cast<int>(std::has_single_bit(ranks) ? a ^ distance : (a + distance) % ranks);
  }
};

}  // namespace

std::vector<PhaseTable> multiphase(const CommunicationMatrix& matrix, int standard_dimensions) {
  const Steps steps{static_cast<unsigned>(matrix.ranks())};
  const int dimensions = std::bit_width(std::max(steps.ranks, 1u) - 1);
  const int direct_dimensions = std::max(dimensions - standard_dimensions, 0);

  const unsigned direct_end =
      std::min(1u << direct_dimensions, steps.ranks);  // of the distances of that part
  const int relay_phases = dimensions - direct_dimensions;
  const int end = relay_phases + std::max(static_cast<int>(direct_end) - 1, 0);

  TableBuilder schedule(matrix.ranks());
  std::vector<Block> blocks;
  bool last_to_oneself = false;
  for (int rank = 0; rank < matrix.ranks(); ++rank)
    for (const auto [to, length] : matrix.destinations(rank))
      if (rank == to) {
        schedule.add(end, rank, rank, direct(rank, rank, length));
        last_to_oneself = true;
      } else {
        blocks.push_back({rank, {rank, to, 0, length}});
      }

  for (int phase = 0; phase < relay_phases; ++phase) {
    Stage stage;
    const unsigned step = 1u << (dimensions - 1 - phase);
    for (auto& [holder, piece] : blocks)
      if ((steps.distance(holder, piece.target) & step) != 0) {
        const int next = steps.ahead(holder, step);
        stage[{holder, next}].push_back(piece);
        holder = next;
      }
    for (const auto& [ends, pieces] : stage) schedule.add(phase, ends.first, ends.second, pieces);
  }

  Stage last;
  for (const auto& [holder, piece] : blocks)
    if (holder != piece.target) last[{holder, piece.target}].push_back(piece);
  for (const auto& [ends, pieces] : last)
    schedule.add(relay_phases + static_cast<int>(steps.distance(ends.first, ends.second)) - 1, ends.first,
                 ends.second, pieces);
  return std::move(schedule).tables(end + (last_to_oneself ? 1 : 0));
}

}  // namespace partita::detail

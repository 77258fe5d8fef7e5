#include <algorithm>
#include <bit>

#include <partita/schedule/staged/multiphase.hpp>
#include <partita/schedule/staged/stage.hpp>

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

void add_in_phase(int phase, const Stage& stage, TableBuilder& schedule) {
  for (const auto& [ends, pieces] : stage.contents()) schedule.add(phase, ends.first, ends.second, pieces);
}

}  // namespace

std::vector<PhaseTable> multiphase(const CommunicationMatrix& matrix, int standard_dimensions) {
  const Steps steps{static_cast<unsigned>(matrix.ranks())};
  const int dimensions = std::bit_width(std::max(steps.ranks, 1u) - 1);
  const int direct_dimensions = std::max(dimensions - standard_dimensions, 0);

  std::vector<Block> blocks;
  Stage to_oneself;
  for (int rank = 0; rank < matrix.ranks(); ++rank)
    for (const auto [to, length] : matrix.destinations(rank))
      if (const Piece piece{rank, to, 0, length}; rank == to)
        to_oneself.hand_on(rank, rank, piece);
      else
        blocks.push_back({rank, piece});

  TableBuilder schedule(matrix.ranks());
  int phase = 0;
  for (int dimension = dimensions - 1; dimension >= direct_dimensions; --dimension, ++phase) {
    Stage stage;
    const unsigned step = 1u << dimension;
    for (auto& [holder, piece] : blocks)
      if ((steps.distance(holder, piece.target) & step) != 0) {
        const int next = steps.ahead(holder, step);
        stage.hand_on(holder, next, piece);
        holder = next;
      }
    add_in_phase(phase, stage, schedule);
  }

  const unsigned direct_end = std::min(1u << direct_dimensions, steps.ranks);  // of the distances left
  Stage last;
  for (const auto& [holder, piece] : blocks)
    if (holder != piece.target) last.hand_on(holder, piece.target, piece);
  for (const auto& [ends, pieces] : last.contents())
    schedule.add(phase + static_cast<int>(steps.distance(ends.first, ends.second)) - 1, ends.first,
                 ends.second, pieces);
  phase += std::max(static_cast<int>(direct_end) - 1, 0);

  add_in_phase(phase, to_oneself, schedule);
  return std::move(schedule).tables(phase + (to_oneself.contents().empty() ? 0 : 1));
}

}  // namespace partita::detail

#include <algorithm>
#include <limits>
#include <utility>

#include <partita/schedule/direct/open_phase.hpp>
#include <partita/schedule/direct/rs_nl.hpp>
#include <partita/schedule/message.hpp>

namespace partita::detail {

namespace {

// Phase after phase, until nothing is left in the rows. send(phase, picks) removes what is sent.
//
// @return number of phases
template <class Send>
int fill_phases(UnsentRows& unsent, const Machine& machine, Random& random, Send&& send) {
  OpenPhase open(static_cast<int>(unsent.size()), machine);
  int phase = 0;
  const auto is_left = [](const auto& row) { return !row.empty(); };
  for (; std::ranges::any_of(unsent, is_left); ++phase, open.clear())
    send(phase, pick_phase(unsent, open, machine.rewards_exchanges, random));
  return phase;
}

// What is left of each message, counted row by row through the matrix.
struct Rest {
  Units length;
  Units offset = 0;  // units sent before
};

std::vector<Rest> whole_messages(const CommunicationMatrix& matrix) {
  std::vector<Rest> all;
  for (int rank = 0; rank < matrix.ranks(); ++rank)
    for (const MatrixEntry& message : matrix.destinations(rank)) all.push_back({message.length});
  return all;
}

// Number of messages left of each rank.
struct Left {
  std::vector<int> to_send, to_receive;

  explicit Left(const UnsentRows& rows) : to_receive(rows.size(), 0) {
    for (const auto& row : rows) {
      to_send.push_back(static_cast<int>(row.size()));
      for (const Unsent& message : row) ++to_receive[message.to];
    }
  }

  int most() const { return std::max(std::ranges::max(to_send), std::ranges::max(to_receive)); }
};

// See rs_nl.hpp.
Units size_of_phase(const UnsentRows& rows, const std::vector<Rest>& rests, const Left& left,
                    const std::vector<Pick>& picks) {
  Units size = 0;
  const int busy = left.most() - 1;
  for (const auto [from, index] : picks) {
    const auto [to, message] = rows[from][index];
    if (left.to_send[from] >= busy || left.to_receive[to] >= busy)
      size = std::max(size, rests[message].length);
  }
  return size > 0 ? size : std::numeric_limits<Units>::max();
}

}  // namespace

std::vector<PhaseTable> rs_nl(const CommunicationMatrix& matrix, const Machine& machine, std::uint64_t seed) {
  Random random(seed);
  UnsentRows unsent = compress(matrix, random);
  std::size_t messages = 0;
  for (const auto& row : unsent) messages += row.size();
  std::vector<int> phase_of(messages);
  const auto send = [&](int phase, const std::vector<Pick>& picks) {
    for (const auto [from, index] : picks) {
      auto& row = unsent[from];
      phase_of[row[index].message] = phase;
      row[index] = row.back();
      row.pop_back();
    }
  };
  const int phases = fill_phases(unsent, machine, random, send);
  return tables_in_phases(matrix, phase_of, phases);
}

std::vector<PhaseTable> rs_nlh(const CommunicationMatrix& matrix, const Machine& machine,
                               std::uint64_t seed) {
  Random random(seed);
  UnsentRows unsent = compress(matrix, random);
  std::vector<Rest> rests = whole_messages(matrix);
  const auto longer = [&](const Unsent& a, const Unsent& b) {
    return rests[a.message].length > rests[b.message].length;
  };
  for (auto& row : unsent) std::stable_sort(row.begin(), row.end(), longer);
  Left left(unsent);
  TableBuilder tables(matrix.ranks());
  const auto send = [&](int phase, const std::vector<Pick>& picks) {
    const Units size = size_of_phase(unsent, rests, left, picks);
    for (const auto [from, index] : picks) {
      auto& row = unsent[from];
      const Unsent sent = row[index];
      auto& [length, offset] = rests[sent.message];
      const Units part = std::min(length, size);
      tables.add(phase, from, sent.to, {{from, sent.to, offset, part}});
      row.erase(row.begin() + index);
      length -= part;
      offset += part;
      if (length > 0) {
        row.insert(std::upper_bound(row.begin(), row.end(), sent, longer), sent);
      } else {
        --left.to_send[from];
        --left.to_receive[sent.to];
      }
    }
  };
  const int phases = fill_phases(unsent, machine, random, send);
  return std::move(tables).tables(phases);
}

}  // namespace partita::detail

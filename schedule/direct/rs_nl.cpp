#include <algorithm>
#include <limits>
#include <utility>

#include <partita/schedule/direct/open_phase.hpp>
#include <partita/schedule/direct/rs_nl.hpp>
#include <partita/schedule/message.hpp>

namespace partita::detail {

namespace {

// Phase after phase, until nothing is left in the rows. send(phase, picks, tables) removes what is sent.
template <class Send>
std::vector<PhaseTable> tables_of(UnsentRows& unsent, const Machine& machine, Random& random, Send&& send) {
  const int ranks = static_cast<int>(unsent.size());
  TableBuilder tables(ranks);
  OpenPhase open(ranks, machine);
  int phase = 0;
  const auto is_left = [](const auto& row) { return !row.empty(); };
  for (; std::ranges::any_of(unsent, is_left); ++phase, open.clear())
    send(phase, pick_phase(unsent, open, machine.rewards_exchanges, random), tables);
  return std::move(tables).tables(phase);
}

constexpr auto longer = [](const Unsent& a, const Unsent& b) { return a.length > b.length; };

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
Units size_of_phase(const UnsentRows& rows, const Left& left, const std::vector<Pick>& picks) {
  Units size = 0;
  const int busy = left.most() - 1;
  for (const auto [from, index] : picks) {
    const Unsent& message = rows[from][index];
    if (left.to_send[from] >= busy || left.to_receive[message.to] >= busy)
      size = std::max(size, message.length);
  }
  return size > 0 ? size : std::numeric_limits<Units>::max();
}

}  // namespace

std::vector<PhaseTable> rs_nl(const CommunicationMatrix& matrix, const Machine& machine, std::uint64_t seed) {
  Random random(seed);
  UnsentRows unsent = compress(matrix, random);
  const auto send = [&](int phase, const std::vector<Pick>& picks, TableBuilder& tables) {
    for (const auto [from, index] : picks) {
      auto& row = unsent[from];
      tables.add(phase, from, row[index].to, direct(from, row[index].to, row[index].length));
      row[index] = row.back();
      row.pop_back();
    }
  };
  return tables_of(unsent, machine, random, send);
}

std::vector<PhaseTable> rs_nlh(const CommunicationMatrix& matrix, const Machine& machine,
                               std::uint64_t seed) {
  Random random(seed);
  UnsentRows unsent = compress(matrix, random);
  for (auto& row : unsent) std::stable_sort(row.begin(), row.end(), longer);
  Left left(unsent);
  const auto send = [&](int phase, const std::vector<Pick>& picks, TableBuilder& tables) {
    const Units size = size_of_phase(unsent, left, picks);
    for (const auto [from, index] : picks) {
      auto& row = unsent[from];
      const auto [to, length, offset] = row[index];
      const Units part = std::min(length, size);
      tables.add(phase, from, to, {{from, to, offset, part}});
      row.erase(row.begin() + index);
      if (part < length) {
        const Unsent rest{to, length - part, offset + part};
        row.insert(std::upper_bound(row.begin(), row.end(), rest, longer), rest);
      } else {
        --left.to_send[from];
        --left.to_receive[to];
      }
    }
  };
  return tables_of(unsent, machine, random, send);
}

}  // namespace partita::detail

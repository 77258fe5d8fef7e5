#pragma once
// Random loops over one set that refer to two others through three index arrays: the same on every rank.

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include <partita/inspector/inspect.hpp>
#include <partita/support/error.hpp>

#include "tests/inspector/fingerprint.hpp"
#include "tests/random_graph.hpp"

namespace partita::testing_support {

// Of the cases on one rank, those to try on more ranks, where each takes longer.
inline std::uint64_t cases(const Communicator& comm, std::uint64_t on_one_rank) {
  return 2 * on_one_rank / static_cast<std::uint64_t>(comm.size() + 1);
}

inline constexpr std::array<int, 3> arities{2, 1, 3};       // of the index arrays
inline constexpr std::array<std::size_t, 3> sets{0, 0, 1};  // that they point into
inline constexpr std::size_t row_size = 6;

using Row = std::array<global_index, row_size>;  // an iteration's references, array by array

struct RandomLoop {
  std::array<std::vector<int>, 2> parts;  // owner of each value of the two sets
  std::vector<Row> rows;                  // of all iterations

  int owner(std::size_t reference, global_index index) const {
    const std::size_t set = reference < 3 ? 0 : 1;
    return parts[set][static_cast<std::size_t>(index)];
  }
};

inline Row random_row(const RandomLoop& loop, Random& random) {
  Row row;
  for (std::size_t reference = 0; reference < row_size; ++reference) {
    const auto size = static_cast<std::uint32_t>(loop.parts[reference < 3 ? 0 : 1].size());
    // Often a value referred to already: duplicates within an iteration, and iterations of one owner.
    const bool again = reference > 0 && reference != 3 && random.below(3) == 0;
    row[reference] = again ? row[reference - 1] : random.below(size);
  }
  return row;
}

inline RandomLoop random_loop(int ranks, std::uint64_t seed) {
  RandomLoop loop;
  loop.parts = {random_graph(ranks, seed).parts, random_graph(ranks, seed + 1000003).parts};
  Random random(seed);
  loop.rows.resize(random.below(60));
  for (Row& row : loop.rows) row = random_row(loop, random);
  return loop;
}

// Some iterations refer to other values, and the share may become longer or shorter.
inline void adapt(std::vector<Row>& share, const RandomLoop& loop, Random& random) {
  if (random.below(4) == 0) return;  // nothing happens on this rank
  if (random.below(5) == 0) share.resize(random.below(static_cast<std::uint32_t>(share.size() + 1)));
  for (std::uint32_t more = random.below(3) == 0 ? random.below(10) : 0; more > 0; --more)
    share.push_back(random_row(loop, random));
  if (share.empty()) return;
  for (std::uint32_t changes = random.below(8); changes > 0; --changes)
    share[random.below(static_cast<std::uint32_t>(share.size()))] = random_row(loop, random);
}

// The tables of both sets, and a share of the rows as index arrays.
struct Tabled {
  std::vector<TranslationTable> tables;

  Tabled(const Communicator& comm, const RandomLoop& loop) {
    for (const std::vector<int>& parts : loop.parts)
      tables.push_back(TranslationTable::from_partition(comm, comm.rank() == 0 ? parts : std::vector<int>{}));
  }
};

struct IndexArrays {
  std::array<std::vector<global_index>, 3> entries;
  std::vector<IndexArray> arrays;

  IndexArrays(const Tabled& sets_of, const std::vector<Row>& share,
              std::array<bool, 3> decide = {true, true, true}) {
    static constexpr std::array<std::string_view, 3> names{"edge_cells", "edge_face", "edge_vertices"};
    std::size_t begin = 0;
    for (std::size_t a = 0; a < 3; ++a) {
      const auto arity = static_cast<std::size_t>(arities[a]);
      for (const Row& row : share)
        for (std::size_t k = begin; k < begin + arity; ++k) entries[a].push_back(row[k]);
      arrays.push_back({names[a], sets_of.tables[sets[a]], arities[a], entries[a], decide[a]});
      begin += arity;
    }
  }
  IndexArrays(const IndexArrays&) = delete;
  IndexArrays& operator=(const IndexArrays&) = delete;
};

}  // namespace partita::testing_support

// Updates against fresh inspections, also of so few indices and numbers that parts of different iterations
// are often equal, or would cancel in a careless hash.
#include <algorithm>
#include <array>
#include <cstdlib>

#include <gtest/gtest.h>

#include <partita/inspector/inspect.hpp>
#include <partita/support/random.hpp>
#include <partita/support/reduce.hpp>

#include "tests/inspector/fingerprint.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

using namespace testing_support;

using Rows = std::vector<std::vector<global_index>>;  // an iteration's number, then its references

// A loop of any iterations, with index arrays of some arities that point into either of two sets.
struct Case {
  struct Array {
    std::size_t arity, set;
    bool decides, needs_ghosts;
  };
  Execution execution;
  bool numbered;
  std::vector<Array> arrays;
  std::array<std::uint32_t, 2> sizes;  // of the sets
  std::uint32_t numbers;               // from 0 on
  std::vector<TranslationTable> tables;

  // The largest value of a part of a row is one below this.
  std::uint32_t below(std::size_t part) const {
    if (part == 0) return numbers;
    --part;
    for (const Array& array : arrays) {
      if (part < array.arity) return sizes[array.set];
      part -= array.arity;
    }
    return 1;
  }
  std::size_t width() const {
    std::size_t parts = 1;
    for (const Array& array : arrays) parts += array.arity;
    return parts;
  }
};

// The rows as a loop is given them.
struct Given {
  std::vector<std::vector<global_index>> entries;
  std::vector<global_index> numbers;
  std::vector<IndexArray> arrays;
  IndexedLoop loop;

  Given(const Case& of, const Rows& rows)
      : entries(of.arrays.size()), loop{.name = "loop", .arrays = {}, .execution = of.execution} {
    for (const std::vector<global_index>& row : rows) {
      numbers.push_back(row[0]);
      auto next = row.begin() + 1;
      for (std::size_t a = 0; a < of.arrays.size(); ++a) {
        entries[a].insert(entries[a].end(), next, next + static_cast<std::ptrdiff_t>(of.arrays[a].arity));
        next += static_cast<std::ptrdiff_t>(of.arrays[a].arity);
      }
    }
    for (std::size_t a = 0; a < of.arrays.size(); ++a) {
      const auto& [arity, set, decides, needs_ghosts] = of.arrays[a];
      arrays.emplace_back("array", of.tables[set], static_cast<int>(arity), entries[a], decides);
      arrays.back().needs_ghosts = needs_ghosts;
    }
    loop.arrays = arrays;
    if (of.numbered) loop.numbers = numbers;
  }
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;

  InspectedLoop inspected(const Communicator& comm) const {
    return std::move(inspect(comm, std::array{loop}).front());
  }
  InspectedLoop updated(InspectedLoop before, std::optional<std::span<const local_index>> changed) const {
    return update(std::move(before), loop.arrays, loop.numbers, changed);
  }
};

bool equal(const InspectedLoop& one, const InspectedLoop& other) {
  bool same = fingerprint(one) == fingerprint(other) &&
              std::ranges::equal(one.iterations(), other.iterations()) &&
              std::ranges::equal(one.touching(), other.touching());
  for (std::size_t a = 0; same && a < one.arrays(); ++a)
    same = std::ranges::equal(one.indices(a), other.indices(a)) && one.pattern(a) == other.pattern(a);
  return same;
}

// ---- all pairs

// Every row of the given shape becomes every other one, beside as many rows that stay. One rank of two says
// all, because a rank compares its own share only.
void every_row_becomes_every_other(Case of) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() > 2) GTEST_SKIP() << "tried on 2 ranks";
  of.tables.push_back(TranslationTable::block(comm, of.sizes[0]));
  Rows all{{}};
  for (std::size_t part = 0; part < of.width(); ++part) {
    Rows longer;
    for (const std::vector<global_index>& row : all)
      for (global_index value = 0; value < of.below(part); ++value) {
        longer.push_back(row);
        longer.back().push_back(value);
      }
    all = std::move(longer);
  }
  const bool has_share = comm.rank() == comm.size() - 1;
  Rows share;
  for (std::size_t k = 0; k < all.size(); ++k) share.insert(share.end(), {all[k], all[k]});
  if (!has_share) share.clear();
  InspectedLoop loop = Given(of, share).inspected(comm);
  int wrong = 0;
  for (std::size_t k = 0, turned = 1; turned < all.size(); ++turned) {
    k = (k + turned) % all.size();
    for (std::size_t row = 0; row < share.size() / 2; ++row) share[2 * row + 1] = all[(row + k) % all.size()];
    const Given now(of, share);
    loop = now.updated(std::move(loop), {});
    wrong += !equal(loop, now.inspected(comm));
  }
  EXPECT_EQ(wrong, 0) << "of " << all.size() - 1 << " updates";
}

TEST(Updates, EveryRowOfUpToThreeIndicesBelowEightBecomesEveryOther) {
  for (std::size_t arity = 1; arity <= 3; ++arity)
    every_row_becomes_every_other({Execution::both_sides, false, {{arity, 0, true, true}}, {8, 0}, 1, {}});
}

TEST(Updates, AlsoWithNumbersBelowEight) {
  for (std::size_t arity = 1; arity <= 2; ++arity)
    every_row_becomes_every_other({Execution::both_sides, true, {{arity, 0, true, true}}, {8, 0}, 8, {}});
}

// ---- random ones

Case random_case(const Communicator& comm, Random& all) {
  Case of;
  of.execution = executions[all.below(executions.size())].value;
  of.numbered = all.below(4) > 0;
  const bool is_small = all.below(3) > 0;
  const auto drawn = [&](std::uint32_t large) { return 1 + all.below(is_small ? 8 : large); };
  of.sizes = {drawn(1000), drawn(1000)};
  of.numbers = of.numbered ? drawn(1'000'000) : 1;
  for (const std::uint32_t size : of.sizes) {
    std::vector<int> owners(comm.rank() == 0 ? size : 0);
    Random random(all.next());
    for (int& owner : owners) owner = static_cast<int>(random.below(static_cast<std::uint32_t>(comm.size())));
    of.tables.push_back(TranslationTable::from_partition(comm, owners));
  }
  for (std::uint32_t arrays = 1 + all.below(3); arrays > 0; --arrays)
    of.arrays.push_back({1 + all.below(3), all.below(2), all.below(4) > 0, all.below(4) > 0});
  return of;
}

std::vector<global_index> random_row(const Case& of, Random& random) {
  std::vector<global_index> row;
  for (std::size_t part = 0; part < of.width(); ++part) row.push_back(random.below(of.below(part)));
  return row;
}

// Changes a row a little: parts trade places, become equal, change alike, or in opposite directions.
void turn(std::vector<global_index>& row, const Case& of, Random& random) {
  const auto any = [&] { return random.below(static_cast<std::uint32_t>(row.size())); };
  const std::size_t one = any(), other = any();
  const global_index by = 1 + random.below(7);
  const auto change = [&](std::size_t part, global_index to) {
    row[part] = std::abs(to) % global_index{of.below(part)};
  };
  const global_index a = row[one], b = row[other];
  switch (random.below(5)) {
    case 0:
      change(one, b), change(other, a);
      break;
    case 1:
      change(one, b);
      break;
    case 2:
      change(one, a ^ by), change(other, b ^ by);
      break;
    case 3:
      change(one, a + by), change(other, b - by);
      break;
    default:
      row = random_row(of, random);
  }
}

void adapt(Rows& share, const Case& of, Random& random) {
  if (random.below(4) == 0) {
    if (random.below(2)) share.resize(random.below(static_cast<std::uint32_t>(share.size() + 1)));
    for (std::uint32_t more = random.below(5); more > 0; --more) share.push_back(random_row(of, random));
  }
  if (share.empty()) return;
  const auto any = [&]() -> auto& { return share[random.below(static_cast<std::uint32_t>(share.size()))]; };
  for (std::uint32_t changes = random.below(4); changes > 0; --changes) turn(any(), of, random);
  if (random.below(4) == 0) std::swap(any(), any());
}

// Names of the iterations that differ, and now and then of another.
std::vector<local_index> names(const Rows& before, const Rows& now, Random& random) {
  std::vector<local_index> places;
  for (std::size_t k = 0; k < std::min(before.size(), now.size()); ++k)
    if (before[k] != now[k] || random.below(20) == 0) places.push_back(static_cast<local_index>(k));
  return places;
}

// With all checks: where a rank does not name what has changed, all ranks are told.
void follow_random_changes(std::uint64_t seeds, bool is_checked) {
  if (is_checked) setenv("PARTITA_CHECK", "1", 1);
  const Communicator comm(MPI_COMM_WORLD);
  if (is_checked) unsetenv("PARTITA_CHECK");
  int forgotten = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Random all(seed), mine = stream_of(comm.rank(), seed);
    const Case of = random_case(comm, all);
    Rows share(mine.below(10));
    for (std::vector<global_index>& row : share) row = random_row(of, mine);
    InspectedLoop loop = Given(of, share).inspected(comm);
    for (int step = 0; step < 5; ++step) {
      const Rows before = share;
      adapt(share, of, mine);
      const Given now(of, share);
      std::vector<local_index> named = names(before, share, mine);
      if (is_checked) {
        std::vector<local_index> some = named;
        if (!some.empty()) some.erase(some.begin() + mine.below(static_cast<std::uint32_t>(some.size())));
        bool all_named = true;
        for (const local_index place : named)
          all_named &= std::ranges::count(some, place) == 1 || before[place] == share[place];
        const bool is_told = max(comm, int{!all_named}) == 1;
        forgotten += is_told;
        EXPECT_EQ(sentence_of<CollectiveError>([&] {
                    (void)now.updated(loop, some);
                  }).ends_with("is not named as changed; name it"),
                  is_told);
      }
      const bool says = mine.below(3) > 0;
      loop = now.updated(std::move(loop),
                         says ? std::optional<std::span<const local_index>>(named) : std::nullopt);
      ASSERT_EQ(max(comm, int{!equal(loop, now.inspected(comm))}), 0) << "seed " << seed << ", step " << step;
    }
  }
  EXPECT_EQ(forgotten > 0, is_checked && seeds > 0);
}

// The long test has 20,000 updates on every number of ranks.
std::uint64_t seeds(const Communicator& comm) {
  const char* const given = std::getenv("UPDATES");
  return given ? std::strtoull(given, nullptr, 10) / 5 : 200 / static_cast<std::uint64_t>(comm.size());
}

TEST(Updates, EqualFreshInspectionsInEveryBit) {
  follow_random_changes(seeds(Communicator(MPI_COMM_WORLD)), false);
}

TEST(Updates, AreRefusedWhereAChangeIsNotNamedAndThatIsChecked) {
  follow_random_changes(seeds(Communicator(MPI_COMM_WORLD)) / 4, true);
}

}  // namespace
}  // namespace partita

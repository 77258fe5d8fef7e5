// Several fields in one message.
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/exchange.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/executor/replay/memory/records.hpp>
#include <partita/support/error.hpp>

#include "tests/executor/every_plan.hpp"
#include "tests/executor/random_case.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

using namespace testing_support;

// Where the fields of a record begin, then its bytes.
std::vector<std::size_t> record(std::vector<FieldMemory> fields) {
  std::vector<std::size_t> all(fields.size());
  all.push_back(detail::lay_out_record(fields, [&](std::size_t f, std::size_t offset) { all[f] = offset; }));
  return all;
}

template <class T>
FieldMemory of(std::size_t components) {
  return FieldView<T>::contiguous(nullptr, components);
}

TEST(Record, FieldsBeginWhereTheirComponentsMayLie) {
  EXPECT_EQ(record({of<char>(1), of<double>(3), of<short>(2)}), (std::vector<std::size_t>{0, 8, 32, 40}))
      << "so that the next one begins there too";
}

TEST(Record, OneFieldHasNoPadding) {
  for (const std::size_t components : {1u, 3u, 7u}) {
    EXPECT_EQ(record({of<char>(components)}).back(), components);
    EXPECT_EQ(record({of<double>(components)}).back(), 8 * components);
  }
}

TEST(Record, OfNothingIsEmpty) { EXPECT_EQ(record({of<double>(0), of<float>(0)}).back(), 0); }

// Of a type that lies at multiples of 16 bytes.
struct alignas(16) Wide {
  double value;
};

TEST(Fields, LieInTheirMessagesAsTheirTypesMayLie) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Case c(comm, seed);
    Exchange halo(c.pattern(), make_plan(c.pattern(), {.transport = transport_of(seed)}));
    std::vector<char> letters(c.global_of.size(), 0);
    std::vector<Wide> wide;
    for (const global_index index : c.global_of) wide.push_back({value(index, 0, comm.rank())});
    const auto add = [](const auto& a, const auto& b) {
      if constexpr (sizeof a == sizeof(Wide)) {
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&b) % alignof(Wide), 0);
        return Wide{a.value + b.value};
      } else {
        return a;
      }
    };
    halo.scatter(add, letters, wide);
    for (std::size_t k = 0; k < c.owned(); ++k)
      ASSERT_EQ(wide[k].value, c.combined(Add{}, value, c.global_of[k], 0));
  }
}

char letter(global_index index) { return static_cast<char>('a' + index % 26); }

// Three fields of three types: a byte, two doubles, three floats in one.
struct Fields {
  std::vector<char> letters;
  std::vector<double> pairs;
  std::vector<std::array<float, 3>> points;

  static Fields of(const Case& c, int rank, bool ghosts_too) {
    Fields fields;
    for (std::size_t k = 0; k < c.global_of.size(); ++k) {
      const global_index index = c.global_of[k];
      const bool known = ghosts_too || k < c.owned();
      fields.letters.push_back(known ? letter(index) : '?');
      for (const std::size_t component : {0u, 1u})
        fields.pairs.push_back(known ? value(index, component, rank) : -1);
      const auto x = static_cast<float>(index);
      fields.points.push_back(known ? std::array{x, x + 1, x + 2} : std::array<float, 3>{});
    }
    return fields;
  }

  FieldView<double> rows() { return FieldView<double>::contiguous(pairs, 2); }

  bool operator==(const Fields&) const = default;
};

TEST(Fields, SplitPhaseOfBothDirectionsAtOnceReplayAfterReplay) {
  const Communicator comm(MPI_COMM_WORLD);
  const Case c(comm, 8);
  Exchange halo(c.pattern());
  std::vector<int> sums(c.global_of.size(), 1);
  halo.scatter_add(sums);
  for (int replay = 0; replay < 20; ++replay) {
    Fields fields = Fields::of(c, replay, false);
    std::vector<int> ones(c.global_of.size(), 1);
    std::vector<double> more(3 * c.global_of.size(), 1.0);
    const auto rows = FieldView<double>::contiguous(more, 3);
    halo.begin_gather(fields.points, fields.letters, fields.rows());
    halo.begin_scatter_add(ones, rows);
    halo.finish_scatter_add(ones, rows);
    halo.finish_gather(fields.points, fields.letters, fields.rows());
    ASSERT_EQ(fields, Fields::of(c, replay, true));
    ASSERT_EQ(ones, sums);
    for (std::size_t k = 0; k < more.size(); ++k) ASSERT_EQ(more[k], sums[k / 3]);
  }
}

// Values of one type in memory that may have had values of another type.
template <class T>
std::span<T> values_in(std::vector<std::byte>& memory, T each) {
  T* const first = reinterpret_cast<T*>(memory.data());
  const std::size_t count = memory.size() / sizeof(T);
  for (std::size_t k = 0; k < count; ++k) std::construct_at(first + k, each);
  return {first, count};
}

TEST(Fields, MayBeOthersInEachReplay) {
  const Communicator comm(MPI_COMM_WORLD);
  const Case c(comm, 8);
  Exchange halo(c.pattern());
  std::vector<std::byte> one(c.global_of.size() * sizeof(double)), other = one;
  const auto expect_sums = [&]<class T>(std::vector<std::byte>& memory, T each) {
    const std::span<T> sums = values_in(memory, each);
    halo.scatter_add(sums);
    halo.gather(sums);
    for (std::size_t k = 0; k < sums.size(); ++k)
      ASSERT_EQ(sums[k], each * static_cast<T>(1 + c.holders(c.global_of[k]).size()));
  };
  expect_sums(one, 1.0);
  expect_sums(other, 2.0);
  expect_sums(one, 3.0);
  expect_sums(one, std::int64_t{4});
}

TEST(Fields, MayBeTheSameOneTwice) {
  const Communicator comm(MPI_COMM_WORLD);
  const Case c(comm, 4);
  Fields fields = Fields::of(c, 0, false);
  Exchange(c.pattern()).gather(fields.rows(), fields.rows());
  EXPECT_EQ(fields.pairs, Fields::of(c, 0, true).pairs);
}

TEST(Fields, ThatAreNotThoseOfTheBeginningAreRefused) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto table = TranslationTable::block(comm, 4 * comm.size());
  const InspectedLoop loop = inspect(table, std::vector<Edge>{{4 * comm.rank(), 4 * comm.rank() + 1}});
  Exchange halo(loop.pattern());
  std::vector<double> a(4), b(4);
  const std::string sentence =
      "an exchange was begun with fields of 16 bytes a value and finished with 8; finish it with the fields "
      "that it was begun with";
  halo.begin_gather(a, b);
  EXPECT_EQ(sentence_of([&] { halo.finish_gather(a); }), sentence);
  halo.begin_scatter(a, b);
  EXPECT_EQ(sentence_of([&] { halo.finish_scatter(Add{}, a); }), sentence);
  halo.gather(a, b);  // nothing is left under way
}

TEST(Fields, OneFieldLessOnOneRankIsNoticedByItsReceiver) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "one rank has no messages";
  const auto table = TranslationTable::block(comm, 8 * comm.size());
  // Rank 0 reads from rank 1 and no other rank reads: a message that is too long would end the program.
  const InspectedLoop loop =
      inspect(table, comm.rank() == 0 ? std::vector<Edge>{{0, 8}} : std::vector<Edge>{});
  Exchange halo(loop.pattern());
  std::vector<double> a(static_cast<std::size_t>(loop.pattern().local_size())), b = a;
  if (comm.rank() == 0)
    EXPECT_THROW(halo.gather(a, b), Error);
  else
    halo.gather(a);
}

}  // namespace
}  // namespace partita

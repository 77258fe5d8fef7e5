// What is wrong in a call of the inspector is named, on all ranks alike where they all take part, and the
// library goes on. Of what the inspector refuses itself (tests/inspector), one sentence a call is here.
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "calls.hpp"

namespace partita {
namespace {

using namespace testing_support;

// Tables count from 1 here.
const std::string from_1 = " (counted from 0; the program counts from 1)";

constexpr int everywhere = PARTITA_COLLECTIVE_ERROR, here = PARTITA_ERROR;

// Of three values, numbered from 1, one loop over two iterations a rank, and a remap of it all to rank 0.
class CInspectorError : public testing::Test {
 protected:
  CInspectorError() {
    const std::vector<int> part(rank_here() == 0 ? 3 : 0, number_of_ranks() - 1), owner(2, 0);
    expect_ok(partita_table_from_parts(MPI_COMM_WORLD, 1, std::ssize(part), part.data(), &table_.handle));
    array_ = {"ends", table_, 2, entries_.data()};
    expect_ok(inspect(2, 1, &array_, &loop_.handle));
    expect_ok(partita_remap_new(MPI_COMM_WORLD, 2, owner.data(), &remap_.handle));
  }

  // All is as it was.
  ~CInspectorError() override {
    EXPECT_EQ(no_table_, nullptr) << "outputs are written only by calls that succeed";
    EXPECT_EQ(no_pattern_, nullptr);
    EXPECT_EQ(no_loop_, nullptr);
    EXPECT_EQ(no_remap_, nullptr);
    EXPECT_EQ(output_, -7);
    const std::array<int, 2> mine{10 * rank_here(), 10 * rank_here() + 1};
    const bool executes = is_last_, takes = rank_here() == 0;
    std::vector<int> expected, taken(executes ? 2 * at(number_of_ranks()) : 0),
        moved(takes ? 2 * at(number_of_ranks()) : 0);
    for (int rank = 0; rank < number_of_ranks(); ++rank)
      expected.insert(expected.end(), {10 * rank, 10 * rank + 1});
    expect_ok(partita_loop_take(loop_, sizeof(int), mine.data(), taken.data()));
    EXPECT_EQ(taken, executes ? expected : std::vector<int>());
    expect_ok(partita_remap_forward(remap_, sizeof(int), mine.data(), moved.data()));
    EXPECT_EQ(moved, takes ? expected : std::vector<int>());
  }

  static int inspect(std::ptrdiff_t iterations, int arrays, const partita_index_array* array,
                     partita_loop** loop, partita_execution execution = PARTITA_FIRST_OWNER,
                     const char* name = "edges") {
    return partita_inspect(MPI_COMM_WORLD, name, execution, iterations, arrays, array, loop);
  }

  // The index array, changed.
  template <class Change>
  partita_index_array with(Change&& change) const {
    partita_index_array array = array_;
    change(array);
    return array;
  }

  const bool is_last_ = rank_here() == number_of_ranks() - 1;
  const std::vector<std::int64_t> entries_{1, 2, 3, 1};
  Table table_;
  Loop loop_;
  CRemap remap_;
  partita_index_array array_{};

  partita_table* no_table_ = nullptr;
  partita_pattern* no_pattern_ = nullptr;
  partita_loop* no_loop_ = nullptr;
  partita_remap* no_remap_ = nullptr;
  int output_ = -7;
};

TEST_F(CInspectorError, InTheValuesOfATableIsSaidOnAllRanks) {
  const std::int64_t one = 1, far = 1'000'000;
  const auto from_owned = [&](int base, int owned, const std::int64_t* global, partita_table** table) {
    return partita_table_from_owned(MPI_COMM_WORLD, base, owned, global, table);
  };
  expect_refused(from_owned(is_last_ ? 2 : 1, 1, &one, &no_table_), everywhere, "base is 2; give 0 or 1");
  expect_refused(from_owned(1, is_last_ ? -1 : 0, &one, &no_table_), everywhere,
                 "the number of elements of the global numbers is -1");
  expect_refused(from_owned(1, 1, is_last_ ? nullptr : &one, &no_table_), everywhere,
                 "the global numbers is a null pointer");
  expect_refused(from_owned(1, 1, &one, is_last_ ? nullptr : &no_table_), everywhere,
                 "the handle to be made is a null pointer");
  expect_refused(from_owned(1, is_last_ ? 1 : 0, &far, &no_table_), everywhere,
                 "but a table of 1 indices holds 0 to 0" + from_1);
  expect_refused(partita_table_from_owned(MPI_COMM_NULL, 1, 1, &one, &no_table_), here, "MPI_COMM_NULL");
}

TEST_F(CInspectorError, InThePartsOfATableIsSaidOnAllRanks) {
  const int first = 0, no_such_rank = number_of_ranks();
  const auto from_parts = [&](int base, std::ptrdiff_t n, const int* part, partita_table** table) {
    return partita_table_from_parts(MPI_COMM_WORLD, base, n, part, table);
  };
  expect_refused(from_parts(is_last_ ? -1 : 0, 1, &first, &no_table_), everywhere, "base is -1; give 0 or 1");
  expect_refused(from_parts(0, 1, is_last_ ? nullptr : &first, &no_table_), everywhere,
                 "the partition vector is a null pointer");
  expect_refused(from_parts(0, 1, is_last_ ? &no_such_rank : &first, &no_table_), everywhere,
                 "is given to rank " + std::to_string(no_such_rank));
}

TEST_F(CInspectorError, InQuestionsToATableIsSaid) {
  expect_refused(partita_table_owned(nullptr, &output_), here, "the table is a null pointer");
  expect_refused(partita_table_owned(table_, nullptr), here, "the place for the number of owned values");
  expect_refused(partita_table_global(nullptr, nullptr), here, "the table is a null pointer");
  if (is_last_) expect_refused(partita_table_global(table_, nullptr), here, "the place for global numbers");
}

TEST_F(CInspectorError, InLookUpsIsSaidOnAllRanks) {
  const auto locate = [&](std::ptrdiff_t n, const std::int64_t* global, int* owner, int* place) {
    return partita_table_locate(table_, n, global, owner, place);
  };
  const std::int64_t one = 1, four = 4;
  int other = -7;
  expect_refused(locate(is_last_ ? -1 : 1, &one, &output_, &other), everywhere, "the global numbers is -1");
  expect_refused(locate(1, is_last_ ? nullptr : &one, &output_, &other), everywhere,
                 "the global numbers is a null pointer");
  expect_refused(locate(1, &one, is_last_ ? nullptr : &output_, &other), everywhere, "the place for owners");
  expect_refused(locate(1, &one, &output_, is_last_ ? nullptr : &other), everywhere, "the place for places");
  expect_refused(locate(1, is_last_ ? &four : &one, &output_, &other), everywhere,
                 "is out of range: the table holds 0 to 2" + from_1);
  const std::int64_t least = std::numeric_limits<std::int64_t>::min();
  expect_refused(locate(1, is_last_ ? &least : &one, &output_, &other), everywhere,
                 "index -9223372036854775808 (");
  expect_refused(partita_table_locate(nullptr, 1, &one, &output_, &other), here,
                 "the table is a null pointer");
  EXPECT_EQ(other, -7);
}

TEST_F(CInspectorError, InReferencesIsSaidOnAllRanks) {
  const auto localize = [&](std::ptrdiff_t n, const std::int64_t* references, int* local, int* ghosts,
                            partita_pattern** pattern) {
    return partita_localize(table_, n, references, local, ghosts, pattern);
  };
  const std::int64_t one = 1, zero = 0;
  int local = -7;
  expect_refused(localize(is_last_ ? -1 : 1, &one, &local, &output_, &no_pattern_), everywhere,
                 "the references is -1");
  expect_refused(localize(1, is_last_ ? nullptr : &one, &local, &output_, &no_pattern_), everywhere,
                 "the references is a null pointer");
  expect_refused(localize(1, &one, is_last_ ? nullptr : &local, &output_, &no_pattern_), everywhere,
                 "the place for local places is a null pointer");
  expect_refused(localize(1, &one, &local, is_last_ ? nullptr : &output_, &no_pattern_), everywhere,
                 "the place for the number of ghosts is a null pointer");
  expect_refused(localize(1, &one, &local, &output_, is_last_ ? nullptr : &no_pattern_), everywhere,
                 "the pattern to be made is a null pointer");
  expect_refused(localize(1, is_last_ ? &zero : &one, &local, &output_, &no_pattern_), everywhere,
                 "is out of range");
  expect_refused(partita_localize(nullptr, 1, &one, &local, &output_, &no_pattern_), here,
                 "the table is a null pointer");
  EXPECT_EQ(local, -7);
}

TEST_F(CInspectorError, InIndexArraysIsSaidOnAllRanks) {
  const auto refused = [&](const std::string& sentence, auto&& change) {
    const partita_index_array wrong = with(change), mine = is_last_ ? wrong : array_;
    expect_refused(inspect(2, 1, &mine, &no_loop_), everywhere, sentence);
    expect_refused(partita_update(loop_, 2, 1, &mine), everywhere, sentence);
  };
  refused("the table of an index array is a null pointer", [](auto& array) { array.table = nullptr; });
  refused("an index array has 0 references for each iteration", [](auto& array) { array.arity = 0; });
  refused("the entries of an index array is a null pointer", [](auto& array) { array.entries = nullptr; });
  const std::vector<std::int64_t> far{1, 2, 3, 4};
  refused(
      "loop \"edges\", index array \"ends\" of rank " + std::to_string(number_of_ranks() - 1) + ", entry 3",
      [&](auto& array) { array.entries = far.data(); });
}

TEST_F(CInspectorError, InALoopIsSaidOnAllRanks) {
  const auto other = static_cast<partita_execution>(0);
  expect_refused(inspect(2, is_last_ ? 0 : 1, &array_, &no_loop_), everywhere, "a loop has 0 index arrays");
  expect_refused(inspect(2, 1, is_last_ ? nullptr : &array_, &no_loop_), everywhere,
                 "the list of index arrays is a null pointer");
  expect_refused(inspect(is_last_ ? -1 : 2, 1, &array_, &no_loop_), everywhere,
                 "the number of elements of the entries of an index array is -2");
  expect_refused(inspect(2, 1, &array_, &no_loop_, is_last_ ? other : PARTITA_MAJORITY), everywhere,
                 "there is no execution 0; there are PARTITA_FIRST_OWNER to PARTITA_BOTH_SIDES");
  expect_refused(partita_update(nullptr, 2, 1, &array_), here, "the loop is a null pointer");
}

TEST_F(CInspectorError, InTheNamesOfChangedIterationsIsSaidOnAllRanks) {
  const int second = 2, third = 3;
  Loop loop;  // that will be lost
  expect_ok(inspect(2, 1, &array_, &loop.handle));
  expect_refused(partita_update_named(loop, 2, 1, &array_, 1, is_last_ ? nullptr : &second), everywhere,
                 "the list of changed iterations is a null pointer");
  expect_refused(partita_update_named(loop, 2, 1, &array_, is_last_ ? -1 : 1, &second), everywhere,
                 "the number of elements of the list of changed iterations is -1");
  expect_ok(partita_update_named(loop, 2, 1, &array_, 1, &second));
  expect_refused(
      partita_update_named(loop, 2, 1, &array_, 1, is_last_ ? &third : &second), everywhere,
      "is named as changed, but its share has 2; count from 0 (counted from 0; the program counts from 1)");
  expect_refused(partita_update_named(nullptr, 2, 1, &array_, 0, nullptr), here,
                 "the loop is a null pointer");
}

TEST_F(CInspectorError, InQuestionsToALoopIsSaid) {
  std::ptrdiff_t iterations = -7;
  expect_refused(partita_loop_iterations(nullptr, &iterations), here, "the loop is a null pointer");
  expect_refused(partita_loop_iterations(loop_, nullptr), here, "the place for the number of iterations");
  expect_refused(partita_loop_places(nullptr, 0, &output_), here, "the loop is a null pointer");
  if (is_last_) expect_refused(partita_loop_places(loop_, 0, nullptr), here, "the place for local places");
  for (const int none : {-1, 1}) {
    const std::string sentence =
        "loop \"edges\" has no index array " + std::to_string(none) + "; there are 0 to 0";
    expect_refused(partita_loop_places(loop_, none, &output_), here, sentence);
    expect_refused(partita_loop_pattern(loop_, none, &output_, &no_pattern_), here, sentence);
  }
  expect_refused(partita_loop_pattern(nullptr, 0, &output_, &no_pattern_), here,
                 "the loop is a null pointer");
  expect_refused(partita_loop_pattern(loop_, 0, nullptr, &no_pattern_), here,
                 "the place for the number of ghosts");
  expect_refused(partita_loop_pattern(loop_, 0, &output_, nullptr), here,
                 "the pattern to be made is a null pointer");
  EXPECT_EQ(iterations, -7);
}

TEST_F(CInspectorError, InValuesThatMoveIsSaidOnAllRanks) {
  const std::vector<double> mine(2);
  std::vector<double> place(2 * at(number_of_ranks()), -7);
  const auto refused = [&](auto&& move, const std::string& values, const std::string& to) {
    expect_refused(move(is_last_ ? 0 : 8, mine.data(), place.data()), everywhere,
                   "has 0 bytes; give at least 1");
    expect_refused(move(8, is_last_ ? nullptr : mine.data(), place.data()), everywhere,
                   values + " is a null pointer");
    expect_refused(move(8, mine.data(), nullptr), everywhere, to + " is a null pointer");
  };
  refused([&](std::size_t bytes, const void* from,
              void* to) { return partita_loop_take(loop_, bytes, from, to); },
          "the values of iterations", "the place for the values taken");
  refused([&](std::size_t bytes, const void* from,
              void* to) { return partita_remap_forward(remap_, bytes, from, to); },
          "the values to move", "the place for the values moved");
  const auto backward = [&](std::size_t bytes, const void* from, void* to) {
    return partita_remap_backward(remap_, bytes, from, to);
  };
  expect_refused(backward(is_last_ ? 0 : 8, place.data(), place.data()), everywhere,
                 "has 0 bytes; give at least 1");
  expect_refused(backward(8, nullptr, place.data()), everywhere, "the values to move is a null pointer");
  expect_refused(backward(8, place.data(), is_last_ ? nullptr : place.data()), everywhere,
                 "the place for the values moved is a null pointer");
  expect_refused(partita_loop_take(nullptr, 8, mine.data(), place.data()), here,
                 "the loop is a null pointer");
  expect_refused(partita_remap_forward(nullptr, 8, mine.data(), place.data()), here,
                 "the remap is a null pointer");
  expect_refused(partita_remap_backward(nullptr, 8, mine.data(), place.data()), here,
                 "the remap is a null pointer");
  EXPECT_EQ(place, std::vector<double>(place.size(), -7));
}

TEST_F(CInspectorError, InARemapIsSaidOnAllRanks) {
  const int first = 0, no_such_rank = number_of_ranks();
  const auto remap = [&](std::ptrdiff_t n, const int* owner, partita_remap** made) {
    return partita_remap_new(MPI_COMM_WORLD, n, owner, made);
  };
  expect_refused(remap(is_last_ ? -1 : 1, &first, &no_remap_), everywhere, "the owners is -1");
  expect_refused(remap(1, is_last_ ? nullptr : &first, &no_remap_), everywhere,
                 "the owners is a null pointer");
  expect_refused(remap(1, is_last_ ? &no_such_rank : &first, &no_remap_), everywhere,
                 "is to go to rank " + std::to_string(no_such_rank));
  std::ptrdiff_t items = -7;
  expect_refused(partita_remap_arriving(nullptr, &items), here, "the remap is a null pointer");
  expect_refused(partita_remap_arriving(remap_, nullptr), here, "the place for the number of items");
  EXPECT_EQ(items, -7);
}

TEST_F(CInspectorError, InFreeingNothingIsRefused) {
  expect_refused(partita_table_free(nullptr), here, "the table to be freed is a null pointer");
  expect_refused(partita_loop_free(nullptr), here, "the loop to be freed is a null pointer");
  expect_refused(partita_remap_free(nullptr), here, "the remap to be freed is a null pointer");
  expect_ok(partita_table_free(&no_table_));
  expect_ok(partita_loop_free(&no_loop_));
  expect_ok(partita_remap_free(&no_remap_));
}

}  // namespace
}  // namespace partita

// What is wrong is named, and the library goes on: patterns, exchanges, sums. Of what the rooms below refuse
// themselves, one sentence a call is here.
#include <array>
#include <complex>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "world.hpp"

namespace partita {
namespace {

using namespace testing_support;

class CError : public testing::Test {
 protected:
  ~CError() override { expect_gather(exchange_, "after errors"); }

  Pattern pattern_ = from_lists();
  Exchange exchange_{pattern_};
  Array<double> array_{shapes()[0], PARTITA_DOUBLE};
};

TEST_F(CError, InThePatternIsSaidOnAllRanks) {
  const int me = rank_here(), ptr[] = {0, 1}, place[] = {0};
  partita_pattern* none = nullptr;
  const auto lists = [&](int base, const int* rank, const int* pointers, const int* list) {
    return partita_pattern_from_lists(MPI_COMM_WORLD, base, 1, rank, pointers, list, 1, &me, ptr, place,
                                      &none);
  };
  const int everywhere = PARTITA_COLLECTIVE_ERROR;
  expect_refused(lists(2, &me, ptr, place), everywhere, "base is 2; give 0 or 1");
  expect_refused(lists(0, nullptr, ptr, place), everywhere, "the ranks of a list is a null pointer");
  expect_refused(lists(0, &me, nullptr, place), everywhere, "the pointers of a list is a null pointer");
  expect_refused(lists(0, &me, ptr, nullptr), everywhere, "a list is a null pointer");
  expect_refused(lists(1, &me, ptr, place), everywhere, "the first offset is 0; numbers begin with 1");
  EXPECT_EQ(none, nullptr) << "outputs are written only by calls that succeed";
  expect_refused(
      partita_pattern_from_lists(MPI_COMM_WORLD, 0, -1, &me, ptr, place, 1, &me, ptr, place, &none),
      everywhere, "is -1");
  expect_refused(
      partita_pattern_from_lists(MPI_COMM_WORLD, 0, 1, &me, ptr, place, 1, &me, ptr, place, nullptr),
      everywhere, "the handle to be made is a null pointer");
  expect_refused(partita_pattern_from_owners(MPI_COMM_NULL, 0, 1, &me, place, &none), PARTITA_ERROR,
                 "MPI_COMM_NULL");
}

TEST_F(CError, OfOneRankInThePatternIsSaidOnAllRanks) {
  const int last = number_of_ranks() - 1, me = rank_here(), place[] = {0};
  const std::int64_t id = 5;
  partita_pattern* none = nullptr;
  expect_refused(partita_pattern_from_owners(MPI_COMM_WORLD, 0, 1, me == last ? nullptr : &me, place, &none),
                 PARTITA_COLLECTIVE_ERROR, "the owners is a null pointer");
  expect_refused(partita_pattern_from_ids(MPI_COMM_WORLD, 1, me == last ? nullptr : &id, nullptr, &none),
                 PARTITA_COLLECTIVE_ERROR, "the numbers is a null pointer");
  if (last > 0)
    expect_refused(partita_pattern_from_ids(MPI_COMM_WORLD, 1, &id, me == last ? nullptr : place, &none),
                   PARTITA_COLLECTIVE_ERROR,
                   "rank " + std::to_string(last) + " gives no owners, but others do");
}

TEST_F(CError, InThePlanNamesTheExchange) {
  partita_exchange* none = nullptr;
  expect_refused(partita_exchange_new(pattern_.handle, "nodes", "colourful", &none), PARTITA_COLLECTIVE_ERROR,
                 "the plan of the exchange \"nodes\": \"colourful\" is no word for a plan");
  expect_refused(partita_exchange_new(nullptr, "nodes", "", &none), PARTITA_ERROR,
                 "the pattern is a null pointer");
  expect_refused(partita_exchange_new(pattern_.handle, "nodes", "", nullptr), PARTITA_COLLECTIVE_ERROR,
                 "the exchange to be made is a null pointer");
  EXPECT_EQ(none, nullptr);
}

TEST_F(CError, InAnExchangeOfShapesIsSaidOnAllRanks) {
  const bool is_last = rank_here() == number_of_ranks() - 1;
  partita_exchange* none = nullptr;
  const auto exchange_of = [&](const partita_pattern* second, const partita_field* fields) {
    const std::array<const partita_pattern*, 2> patterns{pattern_, second};
    return partita_exchange_of(2, patterns.data(), fields, "both", "", &none);
  };
  const std::array<partita_field, 2> fields{array_.field, array_.field};
  std::array<partita_field, 2> wrong = fields;
  wrong[1].entities = 3;
  const int everywhere = PARTITA_COLLECTIVE_ERROR;
  expect_refused(exchange_of(is_last ? nullptr : pattern_.handle, fields.data()), everywhere,
                 "a pattern is a null pointer");
  expect_refused(exchange_of(pattern_, is_last ? wrong.data() : fields.data()), everywhere,
                 "field 2 has room for 3 entities; its pattern needs ");
  expect_refused(partita_exchange_of(1, nullptr, fields.data(), "one", "", &none), PARTITA_ERROR,
                 "the list of patterns is a null pointer");

  MPI_Comm other = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  {
    const int me = rank_here(), place = 0;
    Pattern elsewhere;
    expect_ok(partita_pattern_from_owners(other, 0, 1, &me, &place, &elsewhere.handle));
    expect_refused(exchange_of(elsewhere, fields.data()), everywhere,
                   "the patterns of an exchange are on several communicators");
  }
  MPI_Comm_free(&other);
  EXPECT_EQ(none, nullptr);
}

TEST_F(CError, InFieldsNamesExchangeAndField) {
  const auto refused = [&](const std::string& sentence, const std::function<void(partita_field&)>& change) {
    partita_field fields[] = {array_.field, array_.field};
    change(fields[1]);
    const std::string where = "rank " + std::to_string(rank_here()) + ", exchange \"halo\": ";
    expect_refused(partita_gather(exchange_, 2, fields), PARTITA_ERROR, where + sentence);
    expect_refused(partita_scatter(exchange_, PARTITA_ADD, 2, fields), PARTITA_ERROR, where + sentence);
  };
  refused("field 2 has room for 3 entities; its pattern needs ", [](auto& field) { field.entities = 3; });
  refused("field 2 has no data: a null pointer", [](auto& field) { field.data = nullptr; });
  refused("field 2 has -1 values in dimension 0", [](auto& field) { field.extents[0] = -1; });
  refused("field 2 has blocks of -4 entities", [](auto& field) { field.block = -4; });
  refused("a field has the type 9", [](auto& field) { field.type = static_cast<partita_type>(9); });
}

TEST_F(CError, InACallSaysWhatItTakes) {
  const partita_field* const field = &array_.field;
  expect_refused(partita_gather(exchange_, 0, field), PARTITA_ERROR,
                 "was given 0 fields; it takes at least one");
  expect_refused(partita_gather(exchange_, 1, nullptr), PARTITA_ERROR,
                 "the list of fields is a null pointer");
  expect_refused(partita_gather(nullptr, 1, field), PARTITA_ERROR, "the exchange is a null pointer");
  expect_refused(partita_scatter(exchange_, static_cast<partita_operation>(5), 1, field), PARTITA_ERROR,
                 "there is no operation 5");
  expect_refused(partita_scatter_with(exchange_, nullptr, nullptr, 1, field), PARTITA_ERROR,
                 "the function that combines is a null pointer");
  for (const partita_type type : {PARTITA_COMPLEX_FLOAT, PARTITA_COMPLEX_DOUBLE})
    for (const partita_operation operation : {PARTITA_MIN, PARTITA_MAX}) {
      std::vector<std::complex<double>> room(at(world().entities()));
      const partita_field complex = partita_rows(type, room.data(), std::ssize(room), 1);
      expect_refused(partita_scatter(exchange_, operation, 1, &complex), PARTITA_ERROR, "field 1 is complex");
    }
}

TEST_F(CError, OfOrderLeavesWhatIsUnderWay) {
  const partita_field* const field = &array_.field;
  expect_refused(partita_finish_scatter(exchange_), PARTITA_ERROR, "no scatter is under way");
  expect_refused(partita_finish_gather(exchange_), PARTITA_ERROR, "exchange \"halo\"");
  const auto expected = array_.gathered();
  expect_ok(partita_begin_gather(exchange_, 1, field));
  expect_refused(partita_begin_gather(exchange_, 1, field), PARTITA_ERROR, "exchange \"halo\"");
  expect_ok(partita_finish_gather(exchange_));
  EXPECT_EQ(array_.memory, expected);

  Array<double> other(shapes()[0], PARTITA_DOUBLE);
  const auto sums = other.scattered(std::plus<double>());
  expect_ok(partita_begin_scatter(exchange_, PARTITA_ADD, 1, &other.field));
  expect_refused(partita_begin_scatter(exchange_, PARTITA_MAX, 1, field), PARTITA_ERROR, "exchange \"halo\"");
  expect_ok(partita_finish_scatter(exchange_));
  EXPECT_EQ(other.memory, sums);
}

TEST_F(CError, InSumsIsSaidOnAllRanks) {
  const bool is_last = rank_here() == number_of_ranks() - 1;
  double sum = 7, one = 1;
  const auto sums = [&](int number, std::ptrdiff_t n, const double* of, double* result) {
    return partita_exact_sums(MPI_COMM_WORLD, number, n, of, result);
  };
  expect_refused(sums(is_last ? -1 : 1, 1, &one, &sum), PARTITA_COLLECTIVE_ERROR, "there are -1 sums");
  expect_refused(sums(1, is_last ? -2 : 1, &one, &sum), PARTITA_COLLECTIVE_ERROR, "of -2 values");
  expect_refused(sums(1, 1, is_last ? nullptr : &one, &sum), PARTITA_COLLECTIVE_ERROR,
                 "the values to be summed");
  expect_refused(sums(1, 1, &one, is_last ? nullptr : &sum), PARTITA_COLLECTIVE_ERROR,
                 "the place for results");
  expect_refused(partita_exact_dot(MPI_COMM_WORLD, 1, &one, is_last ? nullptr : &one, &sum),
                 PARTITA_COLLECTIVE_ERROR, "the second factor is a null pointer");
  expect_refused(partita_exact_dot(MPI_COMM_WORLD, 1, &one, &one, is_last ? nullptr : &sum),
                 PARTITA_COLLECTIVE_ERROR, "the place for results");
  expect_refused(partita_exact_dot(MPI_COMM_WORLD, -1, &one, &one, &sum), PARTITA_COLLECTIVE_ERROR,
                 "-1 values");
  expect_refused(partita_exact_norm(MPI_COMM_WORLD, is_last ? -1 : 1, &one, &sum), PARTITA_COLLECTIVE_ERROR,
                 "a norm of -1 values");
  expect_refused(partita_exact_norm(MPI_COMM_WORLD, 1, is_last ? nullptr : &one, &sum),
                 PARTITA_COLLECTIVE_ERROR, "the vector is a null pointer");
  EXPECT_EQ(sum, 7);
}

TEST_F(CError, InFreeingNothingIsRefused) {
  expect_refused(partita_pattern_free(nullptr), PARTITA_ERROR, "the pattern to be freed is a null pointer");
  expect_refused(partita_exchange_free(nullptr), PARTITA_ERROR, "the exchange to be freed is a null pointer");
  partita_exchange* freed = nullptr;
  expect_ok(partita_exchange_free(&freed));
}

}  // namespace
}  // namespace partita

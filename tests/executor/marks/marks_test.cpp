// Fingerprints of fields, comparisons of ghosts with their owners, and records of marks.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/executor/exchange.hpp>
#include <partita/executor/marks/fingerprint.hpp>
#include <partita/executor/marks/mark.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>

#include "tests/executor/random_case.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::Case;
using testing_support::value;

std::vector<double> field_of(const Case& it, std::size_t components) {
  std::vector<double> field;
  for (const global_index index : it.global_of)
    for (std::size_t c = 0; c < components; ++c) field.push_back(value(index, c));
  return field;
}

class Fingerprints : public testing::TestWithParam<std::uint64_t> {
 protected:
  Communicator comm{MPI_COMM_WORLD}, alone{MPI_COMM_SELF};
  Case here{comm, GetParam()};

  // By a table of one rank that owns all.
  Fingerprint of_one_rank(const auto& of) const {
    const auto all = static_cast<std::size_t>(here.table.size());
    const auto table = TranslationTable::from_partition(alone, std::vector<int>(all, 0));
    std::vector<double> field;
    for (std::size_t index = 0; index < all; ++index)
      for (std::size_t c = 0; c < 3; ++c) field.push_back(of(static_cast<global_index>(index), c));
    return fingerprint(table, FieldView<double>::contiguous(field, 3));
  }
};

TEST_P(Fingerprints, AreTheSameForAnyOwners) {
  std::vector<double> field = field_of(here, 3);
  EXPECT_EQ(fingerprint(here.table, FieldView<double>::contiguous(field, 3)),
            of_one_rank([](global_index index, std::size_t c) { return value(index, c); }));
}

TEST_P(Fingerprints, DifferIfOneBitDoesOrTwoValuesChangePlaces) {
  const auto all = here.table.size();
  if (all < 2) return;
  const Fingerprint right = of_one_rank([](global_index index, std::size_t c) { return value(index, c); });
  const auto bit = [](double one) { return std::nextafter(one, 1); };
  EXPECT_NE(right, of_one_rank([&](global_index index, std::size_t c) {
              return index == all / 2 && c == 1 ? bit(value(index, c)) : value(index, c);
            }));
  EXPECT_NE(right, of_one_rank([&](global_index index, std::size_t c) {
              return value(index == 0 ? 1 : index == 1 ? 0 : index, c);
            }));
  EXPECT_NE(right, of_one_rank([&](global_index index, std::size_t c) { return value(index, 2 - c); }));
}

TEST_P(Fingerprints, ASketchTellsAboutHowFarFieldsAreApart) {
  std::vector<double> field = field_of(here, 1), other = field;
  std::vector<global_index> numbers;
  double squares = 0;
  for (std::size_t k = 0; k < here.owned(); ++k) {
    numbers.push_back(here.global_of[k]);
    const double by = 1e-6 * value(here.global_of[k], 5);
    other[k] += by;
    squares += by * by;
  }
  const auto view = FieldView<double>::contiguous(field),
             view_of_other = FieldView<double>::contiguous(other);
  const detail::Digest one = detail::digest(comm, {view, numbers, here.table.owned()}),
                       two = detail::digest(comm, {view_of_other, numbers, here.table.owned()});
  double estimate = 0;
  for (std::size_t s = 0; s < 4; ++s)
    estimate += (one.sketch[s] - two.sketch[s]) * (one.sketch[s] - two.sketch[s]) / 4;
  const double distance = std::sqrt(sum(comm, squares));
  EXPECT_LE(std::sqrt(estimate), 2.5 * distance);
  if (here.table.size() > 2) {
    EXPECT_GE(std::sqrt(estimate), distance / 10);
  }
}

TEST_P(Fingerprints, EntitiesThatAnotherRankNumbersAreLeftOut) {
  std::vector<double> field = field_of(here, 1);
  std::vector<global_index> numbers(here.global_of.begin(),
                                    here.global_of.begin() + static_cast<std::ptrdiff_t>(here.owned()));
  numbers.resize(field.size(), -1);
  const auto view = FieldView<double>::contiguous(field);
  const detail::Digest all = detail::digest(comm, {view, numbers, static_cast<local_index>(numbers.size())});
  EXPECT_EQ(all.fingerprint, fingerprint(here.table, view));
  EXPECT_EQ(all.count, static_cast<std::uint64_t>(here.table.size()));
}

TEST_P(Fingerprints, GhostsAreCheckedAgainstTheirOwners) {
  Exchange halo(here.pattern());
  std::vector<double> field = field_of(here, 2);
  auto view = FieldView<double>::contiguous(field, 2);
  EXPECT_NO_THROW(check_ghosts("q", here.pattern(), view));
  const int last = max(comm, here.pattern().ghosts() > 0 ? comm.rank() : -1);
  if (last < 0) return;
  const auto ghost = static_cast<std::size_t>(here.pattern().local_size()) - 1;
  if (comm.rank() == last) field[2 * ghost + 1] = -5;
  const std::string said = testing_support::sentence_of([&] { check_ghosts("q", here.pattern(), view); });
  EXPECT_THAT(said,
              AllOf(HasSubstr("ghosts of q differ"), HasSubstr("rank " + std::to_string(last) + " has -5"),
                    HasSubstr("component 1"), HasSubstr("1 of")));
  halo.gather(view);
  EXPECT_NO_THROW(check_ghosts("q", here.pattern(), view));
}

INSTANTIATE_TEST_SUITE_P(OfRandomLoops, Fingerprints, testing::Range<std::uint64_t>(0, 6));

class RecordsOfMarks : public testing::Test {
 protected:
  static std::filesystem::path file() {
    int ranks = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    return std::filesystem::temp_directory_path() / ("partita_marks_on_" + std::to_string(ranks));
  }
  // What a program writes that uses a communicator.
  static std::string record(const auto& program) {
    setenv("PARTITA_RECORD", file().c_str(), 1);
    program(Communicator(MPI_COMM_WORLD));
    unsetenv("PARTITA_RECORD");
    const Communicator comm(MPI_COMM_WORLD);
    std::ostringstream all;
    if (comm.rank() == 0) {  // the process may have written others
      std::filesystem::path last = file();
      for (int number = 2; number < 100; ++number)
        if (const std::filesystem::path next = file().string() + "." + std::to_string(number);
            std::filesystem::exists(next))
          last = next;
      all << std::ifstream(last).rdbuf();
      std::filesystem::remove(last);
    }
    std::string content = all.str();
    broadcast(comm, content);
    return content;
  }
};

TEST_F(RecordsOfMarks, HaveTheExchangesAndMarksInTheirOrder) {
  const std::string lines = record([](const Communicator& comm) {
    const Case here(comm, 3);
    std::vector<double> field = field_of(here, 1);
    const auto view = FieldView<double>::contiguous(field);
    Plan plan = make_plan(here.pattern(), {});
    plan.name = "halo";
    Exchange halo(here.pattern(), std::move(plan));
    halo.gather(field);
    mark("after the step", here.pattern(), view);
    halo.scatter_add(field);
  });
  const auto at = [&](std::string_view words) { return lines.find(words); };
  ASSERT_NE(at("\tgather of halo\t"), lines.npos) << lines;
  ASSERT_NE(at("\tafter the step\t"), lines.npos);
  ASSERT_NE(at("\tscatter of halo\t"), lines.npos);
  EXPECT_LT(at("mark\t1\tgather of halo"), at("mark\t2\tafter the step"));
  EXPECT_LT(at("mark\t2\tafter the step"), at("mark\t3\tscatter of halo"));
  EXPECT_THAT(lines, HasSubstr("end\t3\n"));
}

TEST_F(RecordsOfMarks, GhostsThatDifferAreNamedByNumberAndLastExchange) {
  record([](const Communicator& comm) {
    const Case here(comm, 3);
    std::vector<double> field = field_of(here, 1);
    const auto view = FieldView<double>::contiguous(field);
    Exchange(here.pattern()).gather(field);
    if (max(comm, here.pattern().ghosts()) == 0) return;
    for (std::size_t k = 0; k < here.owned(); ++k) field[k] += 1;
    EXPECT_THAT(testing_support::sentence_of([&] { check_ghosts("q", here.pattern(), view); }),
                AllOf(HasSubstr("for global number "), HasSubstr("since gather at mark ")));
  });
}

TEST(Poison, GhostsOfChangedFieldsAreNaNUntilTheyAreExchanged) {
  const Communicator comm(MPI_COMM_WORLD);
  const Case here(comm, 2);
  std::vector<double> field = field_of(here, 1);
  const auto view = FieldView<double>::contiguous(field);
  changed(here.pattern(), view);
  EXPECT_EQ(field, field_of(here, 1)) << "not without PARTITA_POISON";
  setenv("PARTITA_POISON", "1", 1);
  changed(here.pattern(), view);
  unsetenv("PARTITA_POISON");
  for (std::size_t k = 0; k < field.size(); ++k) EXPECT_EQ(std::isnan(field[k]), k >= here.owned());
  Exchange(here.pattern()).gather(field);
  EXPECT_EQ(field, field_of(here, 1));
}

}  // namespace
}  // namespace partita

// No misuse is silent, and none hangs: on 3 ranks, with PARTITA_DEADLINE, once with PARTITA_CHECK=1 and once
// without it. Rows after which no rank can go on are in fatal_misuse_test.cpp.
#include "tests/misuse/misuse.hpp"

#include <algorithm>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/support/settings.hpp>

namespace partita::testing_support {
namespace {

std::vector<Misuse> all_misuses() {
  std::vector<Misuse> all;
  for (const auto rows : {misuses_of_the_inspector(), misuses_of_plans(), misuses_of_exchanges(),
                          misuses_of_collectives(), misuses_of_files(), misuses_of_c()})
    all.insert(all.end(), rows.begin(), rows.end());
  return all;
}

// A rank that has failed may not free its communicator with the others.
std::vector<Communicator>& kept() {
  static auto* const all = new std::vector<Communicator>;
  return *all;
}

// The sentences of all ranks. Not by Partita, which may be broken now.
std::vector<std::string> of_all(const std::string& mine) {
  constexpr int length = 1024;
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::vector<char> send(length), all(static_cast<std::size_t>(length * ranks));
  mine.copy(send.data(), length - 1);
  MPI_Allgather(send.data(), length, MPI_CHAR, all.data(), length, MPI_CHAR, MPI_COMM_WORLD);
  std::vector<std::string> sentences;
  for (int rank = 0; rank < ranks; ++rank) sentences.emplace_back(all.data() + rank * length);
  return sentences;
}

class MisuseTest : public testing::TestWithParam<Misuse> {};

INSTANTIATE_TEST_SUITE_P(Rows, MisuseTest, testing::ValuesIn(all_misuses()), [](const auto& row) {
  std::string name = row.param.name;
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

TEST_P(MisuseTest, IsSaid) {
  const Misuse& row = GetParam();
  const bool is_checked = is_switched_on("PARTITA_CHECK", false, "");
  const char* const expected = is_checked && row.checked != nullptr ? row.checked : row.said;

  const Communicator& comm = kept().emplace_back(MPI_COMM_WORLD);
  std::string mine;
  try {
    row.done(comm);
  } catch (const std::exception& error) {
    mine = error.what();
  }
  const std::vector<std::string> sentences = of_all(mine);
  const auto is_said = [&](const std::string& sentence) {
    return std::regex_search(sentence, std::regex(expected));
  };
  const auto count = std::ranges::count_if(sentences, is_said);
  const auto wrong = std::ranges::count(sentences, "a wrong value");
  EXPECT_TRUE(wrong == 0 && (row.by == By::all ? count == std::ssize(sentences) : count > 0))
      << "expected: " << expected << "\n0: " << sentences[0] << "\n1: " << sentences[1]
      << "\n2: " << sentences[2];
}

}  // namespace
}  // namespace partita::testing_support

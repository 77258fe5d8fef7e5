// Moving a program's sets to new owners: values and rows come along, and nothing else changes.
#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/loops/domain.hpp>

namespace partita::loops {
namespace {

// A ring of 40 vertices and edges, edge k from vertex k to the next; marks that sit on every fourth edge; and
// a set that no map connects with the others.
class APartition : public testing::Test {
 protected:
  static constexpr int n = 40;

  std::size_t share(int size) const {
    return static_cast<std::size_t>(size / comm_.size() + (comm_.rank() < size % comm_.size()));
  }

  std::vector<std::array<global_index, 2>> ring() const {
    std::vector<std::array<global_index, 2>> rows;
    for (const global_index k : edges_.numbers()) rows.push_back({k, (k + 1) % n});
    return rows;
  }
  std::vector<global_index> every_fourth() const {
    std::vector<global_index> rows;
    for (const global_index k : marks_.numbers()) rows.push_back(4 * k + 2);
    return rows;
  }
  template <class T>
  std::vector<T> values_on(const Set& set, T factor) const {
    std::vector<T> values;
    for (const global_index k : set.numbers()) values.push_back(static_cast<T>(k) * factor);
    return values;
  }

  std::vector<int> to(const Set& set, const std::function<int(global_index)>& owner) const {
    std::vector<int> owners;
    for (const global_index k : set.numbers()) owners.push_back(owner(k) % comm_.size());
    return owners;
  }

  void expect_all_in_place() const {
    EXPECT_TRUE(std::is_sorted(x_.numbers().begin(), x_.numbers().end()));
    EXPECT_EQ(x_.values(), values_on(vertices_, 0.1));
    EXPECT_EQ(id_.values(), values_on(edges_, 3));
    EXPECT_EQ(alone_.values(), values_on(others_, 0.5f));
    std::vector<std::vector<global_index>> columns(2);
    for (const auto& row : ring())
      for (const std::size_t column : {0, 1}) columns[column].push_back(row[column]);
    EXPECT_EQ(ends_.state()->columns, columns);
    EXPECT_THAT(of_.state()->columns, testing::ElementsAre(every_fourth()));
  }

  // Together, and each of them once.
  void expect_all_there(const Set& set) const {
    std::vector<int> here(static_cast<std::size_t>(set.size()));
    for (const global_index k : set.numbers()) ++here[static_cast<std::size_t>(k)];
    MPI_Allreduce(MPI_IN_PLACE, here.data(), static_cast<int>(here.size()), MPI_INT, MPI_SUM, comm_.handle());
    EXPECT_THAT(here, testing::Each(1));
  }

  const Communicator comm_{MPI_COMM_WORLD};
  Domain domain_{comm_};
  const Set vertices_ = domain_.set("vertices", share(n)), edges_ = domain_.set("edges", share(n)),
            marks_ = domain_.set("marks", share(n / 4)), others_ = domain_.set("others", share(7));
  const Map ends_ = domain_.map("ends", edges_, vertices_, ring()),
            of_ = domain_.map("of", marks_, edges_, every_fourth());
  const Field<double, 1> x_{domain_.field<double, 1>("x", vertices_, values_on(vertices_, 0.1))};
  const Field<int, 1> id_{domain_.field<int, 1>("id", edges_, values_on(edges_, 3))};
  const Field<float, 1> alone_{domain_.field<float, 1>("alone", others_, values_on(others_, 0.5f))};
};

TEST_F(APartition, BringsValuesAndRowsAlongAndBackAgain) {
  const std::vector<global_index> before(x_.numbers().begin(), x_.numbers().end());
  domain_.partition(vertices_, to(vertices_, [](global_index k) { return static_cast<int>(k * 7 % 5); }));
  expect_all_in_place();
  for (const Set& set : {vertices_, edges_, marks_, others_}) expect_all_there(set);
  domain_.partition(vertices_, to(vertices_, [&](global_index k) {
                      int rank = 0;  // whose share k was
                      for (global_index below = 0;; ++rank) {
                        below += n / comm_.size() + (rank < n % comm_.size());
                        if (k < below) return rank;
                      }
                    }));
  expect_all_in_place();
  EXPECT_THAT(x_.numbers(), testing::ElementsAreArray(before));
}

TEST_F(APartition, SendsEachElementWhereTheFirstOfItsRowGoes) {
  const auto owner = [this](global_index k) { return static_cast<int>(k / 3 % comm_.size()); };
  domain_.partition(vertices_, to(vertices_, owner));
  for (const global_index k : vertices_.numbers()) EXPECT_EQ(owner(k), comm_.rank());
  for (const global_index k : edges_.numbers()) EXPECT_EQ(owner(k), comm_.rank()) << "edge " << k;
  for (const global_index k : marks_.numbers()) EXPECT_EQ(owner(4 * k + 2), comm_.rank()) << "mark " << k;
}

TEST_F(APartition, SendsWhatIsOnlyLedToWhereTheLowestGoesThatLeadsThere) {
  const auto owner = [this](global_index k) { return static_cast<int>(k / 3 % comm_.size()); };
  domain_.partition(edges_, to(edges_, owner));
  for (const global_index k : vertices_.numbers())
    EXPECT_EQ(owner(k == 0 ? 0 : k - 1), comm_.rank()) << "vertex " << k << " is in the rows k - 1 and k";
}

TEST_F(APartition, LeavesASetWhereOneOfItsOwnHasPutIt) {
  domain_.partition(vertices_, to(vertices_, [](global_index k) { return static_cast<int>(k * 7 % 5); }));
  const std::vector<global_index> vertices = vertices_.state()->numbers, edges = edges_.state()->numbers;
  domain_.partition(marks_, to(marks_, [](global_index k) { return static_cast<int>(k % 2); }));
  EXPECT_EQ(vertices_.state()->numbers, vertices);
  EXPECT_EQ(edges_.state()->numbers, edges) << "which follow the vertices";
  for (const global_index k : marks_.numbers()) EXPECT_EQ(k % 2 % comm_.size(), comm_.rank());
  expect_all_in_place();
}

TEST_F(APartition, PlacesSeveralSetsAtOnce) {
  const auto owners = to(vertices_, [](global_index k) { return static_cast<int>(k * 7 % 5); });
  const auto of_marks = to(marks_, [](global_index k) { return static_cast<int>(k % 2); });
  domain_.partition({{vertices_, owners}, {marks_, of_marks}});
  for (const global_index k : vertices_.numbers()) EXPECT_EQ(k * 7 % 5 % comm_.size(), comm_.rank());
  for (const global_index k : marks_.numbers()) EXPECT_EQ(k % 2 % comm_.size(), comm_.rank());
  expect_all_in_place();
}

TEST_F(APartition, LeavesAloneWhatNoMapConnects) {
  const std::vector<global_index> before = others_.state()->numbers;
  domain_.partition(vertices_, to(vertices_, [](global_index) { return 0; }));
  EXPECT_EQ(others_.state()->numbers, before);
  EXPECT_EQ(vertices_.owned(), comm_.rank() == 0 ? n : 0);
  EXPECT_EQ(marks_.owned(), comm_.rank() == 0 ? n / 4 : 0);
}

// A set without elements that leads to both sets connects nothing. It does not keep the others in place
// either when links lead to both, although its maps come first.
TEST_F(APartition, TakesNoDirectionsFromASetWithoutElements) {
  const std::vector<global_index> before = others_.state()->numbers, none;
  const Set empty = domain_.set("empty", 0);
  domain_.map("empty to vertices", empty, vertices_, none);
  domain_.map("empty to others", empty, others_, none);
  const auto owner = [this](global_index k) { return static_cast<int>(k / 3 % comm_.size()); };
  domain_.partition(vertices_, to(vertices_, owner));
  EXPECT_EQ(others_.state()->numbers, before);

  const Set links = domain_.set("links", share(7));  // link k from vertex 5k to k of the others
  domain_.map("links to vertices", links, vertices_, values_on(links, global_index{5}));
  domain_.map("links to others", links, others_, values_on(links, global_index{1}));
  domain_.partition(vertices_, to(vertices_, owner));
  for (const global_index k : others_.numbers()) EXPECT_EQ(owner(5 * k), comm_.rank()) << "other " << k;
  expect_all_in_place();
  for (const Set& set : {others_, links}) expect_all_there(set);
}

}  // namespace
}  // namespace partita::loops

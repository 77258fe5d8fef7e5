#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <partita/executor/exchange.hpp>
#include <partita/executor/kokkos_exchange.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/inspector/localize.hpp>
#include <partita/support/error.hpp>

#include "tests/executor/every_plan.hpp"
#include "tests/executor/random_case.hpp"
#include "tests/sentence.hpp"

namespace partita {

using namespace detail;
namespace {

using namespace testing_support;

// Kernels run on the host, and on the default device where that is another.
using OnHost = Kokkos::DefaultHostExecutionSpace;
using OnDevice = Kokkos::DefaultExecutionSpace;
using Spaces = std::conditional_t<std::is_same_v<OnHost, OnDevice>, testing::Types<OnHost>,
                                  testing::Types<OnHost, OnDevice>>;

template <class Space, class T = double>
using Line = Kokkos::View<T*, Space>;
template <class Space, class Layout>
using Rows = Kokkos::View<double**, Layout, Space>;

// What is to be in row k, component c, of a field; by the rank that gives it.
struct Content {
  const Case& c;
  int rank;
  double operator()(std::size_t k, std::size_t component) const {
    return value(c.global_of[k], component, rank);
  }
};

template <class View, class Values = Content>
void fill(const View& field, const Values& content, std::size_t rows) {
  const auto host = Kokkos::create_mirror_view(field);
  Kokkos::deep_copy(host, -1);
  for (std::size_t k = 0; k < rows; ++k)
    for (std::size_t component = 0; component < kokkos::components(field); ++component)
      kokkos::component(host, k, component) =
          static_cast<typename View::non_const_value_type>(content(k, component));
  Kokkos::deep_copy(field, host);
}

template <class View>
auto on_host(const View& field) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), field);
}

// The same in a span, for the exchange that has tests of its own.
template <class View>
std::vector<typename View::non_const_value_type> as_vector(const View& field) {
  const auto host = on_host(field);
  std::vector<typename View::non_const_value_type> values;
  for (std::size_t k = 0; k < field.extent(0); ++k)
    for (std::size_t component = 0; component < kokkos::components(field); ++component)
      values.push_back(kokkos::component(host, k, component));
  return values;
}

template <class View>
void expect_gathered(const View& field, const Content& content, const std::string& which) {
  const auto host = on_host(field);
  for (std::size_t k = 0; k < field.extent(0); ++k)
    for (std::size_t component = 0; component < kokkos::components(field); ++component)
      ASSERT_EQ(kokkos::component(host, k, component),
                static_cast<typename View::non_const_value_type>(content(k, component)))
          << which;
}

template <class Space>
class KokkosExchangeTest : public testing::Test {
 protected:
  // Calls `test` with each way to make the exchange of a pattern: all paths of messages, and algorithms that
  // send them as they are, split, and by way of others.
  template <class Test>
  void with_each_way(const Test& test) const {
    for (const MessagePath path : {MessagePath::fastest, MessagePath::host})
      for (const Algorithm algorithm : {Algorithm::rs_n, Algorithm::balanced, Algorithm::two_stage}) {
        SCOPED_TRACE(text(path == MessagePath::host ? "host, " : "fastest, ", name_of(algorithm)));
        test([&](const AccessPattern& pattern, std::uint64_t seed) {
          return KokkosExchange<Space>(
              pattern,
              make_plan(pattern, {.schedule = {.algorithm = algorithm}, .transport = transport_of(seed)}),
              path);
        });
        if (this->HasFatalFailure()) return;
      }
  }

  // Calls `test` with random patterns, and an exchange of each made in each way.
  template <class Test>
  void with_each_case(const Test& test) const {
    with_each_way([&](const auto& make_exchange) {
      for (std::uint64_t seed = 0; seed < 20 && !this->HasFatalFailure(); ++seed) {
        SCOPED_TRACE(text("seed ", seed));
        const Case c(comm_, seed);
        KokkosExchange<Space> exchange = make_exchange(c.pattern(), seed);
        test(c, exchange);
      }
    });
  }

  const Communicator comm_{MPI_COMM_WORLD};
};

TYPED_TEST_SUITE(KokkosExchangeTest, Spaces);

TYPED_TEST(KokkosExchangeTest, GathersViewsOfEveryLayout) {
  using Space = TypeParam;
  this->with_each_case([&](const Case& c, KokkosExchange<Space>& exchange) {
    const std::size_t n = c.global_of.size();
    const Content content{c, 0};
    const Line<Space> line("line", n);
    const Rows<Space, Kokkos::LayoutRight> right("right", n, 3);
    const Rows<Space, Kokkos::LayoutLeft> left("left", n, 3);
    const Kokkos::View<double* [2], Space> fixed("fixed", n);
    const Rows<Space, Kokkos::LayoutRight> wide("wide", n, 5);
    const auto part = Kokkos::subview(wide, Kokkos::ALL, std::pair<int, int>(1, 4));  // strided
    for (int replay = 0; replay < 2; ++replay) {
      fill(line, content, c.owned());
      fill(right, content, c.owned());
      fill(left, content, c.owned());
      fill(fixed, content, c.owned());
      fill(wide, content, 0);
      for (std::size_t component = 0; component < 3; ++component)
        Kokkos::deep_copy(Kokkos::subview(part, Kokkos::ALL, component),
                          Kokkos::subview(right, Kokkos::ALL, component));
      exchange.gather(line);
      exchange.gather(right);
      exchange.gather(left);
      exchange.gather(fixed);
      exchange.gather(part);
      expect_gathered(line, content, "line");
      expect_gathered(right, content, "right");
      expect_gathered(left, content, "left");
      expect_gathered(fixed, content, "fixed");
      const auto gathered = on_host(wide);
      for (std::size_t k = 0; k < n; ++k) {
        ASSERT_EQ(gathered(k, 0), -1) << "beside the part";
        ASSERT_EQ(gathered(k, 4), -1);
        ASSERT_EQ(gathered(k, 2), content(k, 1)) << "in the part";
      }
    }
  });
}

TYPED_TEST(KokkosExchangeTest, ExchangesViewsOfOneToFourDimensionsAndSeveralTypesTogether) {
  using Space = TypeParam;
  this->with_each_case([&](const Case& c, KokkosExchange<Space>& exchange) {
    const std::size_t n = c.global_of.size();
    const Content content{c, 0}, of_rank{c, this->comm_.rank()};
    const Kokkos::View<double***, Kokkos::LayoutRight, Space> right("right", n, 2, 3);
    const Kokkos::View<double***, Kokkos::LayoutLeft, Space> left("left", n, 2, 3);
    const Kokkos::View<float****, Kokkos::LayoutLeft, Space> four("four", n, 2, 1, 2);
    const Line<Space, char> bytes("bytes", n);
    fill(right, content, c.owned());
    fill(left, content, c.owned());
    fill(four, content, c.owned());
    fill(bytes, content, c.owned());
    exchange.begin_gather(bytes, right, left, four);
    exchange.finish_gather(bytes, right, left, four);
    expect_gathered(bytes, content, "bytes");
    expect_gathered(right, content, "right");
    expect_gathered(left, content, "left");
    expect_gathered(four, content, "four");
    fill(left, of_rank, n);
    std::vector<double> expected = as_vector(left);
    Exchange(c.pattern()).scatter_add(FieldView<double>::contiguous(expected, 6));
    exchange.scatter_add(left);
    ASSERT_EQ(as_vector(left), expected);
  });
}

// Not associative: it tells every order from every other. Halves are exact, so that fused arithmetic on a
// device has the same bits.
struct Chained {
  KOKKOS_INLINE_FUNCTION double operator()(double owned, double contribution) const {
    return 0.5 * owned - contribution;
  }
};

TYPED_TEST(KokkosExchangeTest, ScattersWithTheSameBitsAsAnExchangeOfSpans) {
  using Space = TypeParam;
  this->with_each_case([&](const Case& c, KokkosExchange<Space>& exchange) {
    Exchange spans(c.pattern());
    const std::size_t n = c.global_of.size();
    const Content content{c, this->comm_.rank()};
    const Line<Space> line("line", n);
    const Rows<Space, Kokkos::LayoutRight> right("right", n, 3);
    const Rows<Space, Kokkos::LayoutLeft> left("left", n, 3);
    const auto check = [&](const auto& operation) {
      fill(line, content, n);
      fill(right, content, n);
      fill(left, content, n);
      std::vector<double> expected_line = as_vector(line), expected_rows = as_vector(right);
      spans.scatter(operation, expected_line, FieldView<double>::contiguous(expected_rows, 3));
      exchange.scatter(operation, line, left);
      exchange.scatter(operation, right);
      ASSERT_EQ(as_vector(line), expected_line);
      ASSERT_EQ(as_vector(left), expected_rows);
      ASSERT_EQ(as_vector(right), expected_rows);
    };
    check(Add{});
    check(Min{});
    check(Max{});
    check(Replace{});
    check(Chained{});
  });
}

// Every second entity, then those between; each value has a copy more.
Places scattered(const AccessPattern& pattern) {
  const local_index local = pattern.local_size(), entities = 2 * local + 1;
  std::vector<local_index> owned, copies, of;
  for (local_index k = 0; k < 2 * local; ++k) {
    const local_index place = 2 * k % entities;
    if (k < pattern.owned()) owned.push_back(place);
    if (k >= pattern.owned()) copies.push_back(place), of.push_back(k % local);
  }
  return Places(pattern, owned, copies, of);
}

TYPED_TEST(KokkosExchangeTest, TakesPlacesWithTheSameBitsAsAnExchangeOfSpans) {
  using Space = TypeParam;
  for (const MessagePath path : {MessagePath::fastest, MessagePath::host})
    for (std::uint64_t seed = 0; seed < 10 && !this->HasFatalFailure(); ++seed) {
      SCOPED_TRACE(text(path == MessagePath::host ? "host" : "fastest", ", seed ", seed));
      const Case c(this->comm_, seed);
      const Places places = scattered(c.pattern());
      Exchange spans(c.pattern(), places, make_plan(c.pattern()));
      KokkosExchange<Space> exchange(c.pattern(), places, make_plan(c.pattern()), path);
      const std::size_t entities = 2 * c.global_of.size() + 1;
      const Rows<Space, Kokkos::LayoutLeft> left("left", entities, 3);
      const Rows<Space, Kokkos::LayoutRight> right("right", entities, 3);
      const auto fill_both = [&] {
        const auto differ = [&](std::size_t k, std::size_t component) {
          return value(static_cast<global_index>(k), component, this->comm_.rank());
        };
        fill(left, differ, entities);
        fill(right, differ, entities);
        return as_vector(left);
      };
      std::vector<double> expected = fill_both();
      const auto rows = [&] { return FieldView<double>::contiguous(expected, 3); };
      const auto expect_both = [&] {
        for (const std::vector<double>& found : {as_vector(left), as_vector(right)})
          for (std::size_t k = 0; k < found.size(); ++k) ASSERT_EQ(found[k], expected[k]) << k;
      };
      spans.gather(rows());
      exchange.gather(left);
      exchange.gather(right);
      expect_both();
      expected = fill_both();
      spans.scatter(Chained{}, rows());
      exchange.scatter(Chained{}, left);
      exchange.scatter(Chained{}, right);
      expect_both();
      if (c.pattern().ghosts() > 0) {
        EXPECT_THROW(exchange.begin_scatter(left), Error) << "no operation";
      }
    }
}

// What is packed by kernels here may be unpacked without them there.
TYPED_TEST(KokkosExchangeTest, FieldsMayLieOtherwiseOnEachRank) {
  using Space = TypeParam;
  this->with_each_case([&](const Case& c, KokkosExchange<Space>& exchange) {
    Exchange spans(c.pattern());
    const std::size_t n = c.global_of.size();
    const Line<Space, float> line("line", n);
    const auto exchange_with = [&](const auto& rows) {
      fill(line, {c, 0}, c.owned());
      fill(rows, {c, 0}, c.owned());
      exchange.gather(line, rows);
      expect_gathered(line, {c, 0}, "line");
      expect_gathered(rows, {c, 0}, "rows");
      fill(rows, {c, this->comm_.rank()}, n);
      std::vector<double> expected = as_vector(rows);
      spans.scatter(Chained{}, FieldView<double>::contiguous(expected, 3));
      exchange.scatter(Chained{}, rows);
      ASSERT_EQ(as_vector(rows), expected);
    };
    if (this->comm_.rank() % 2 == 0)
      exchange_with(Rows<Space, Kokkos::LayoutRight>("right", n, 3));
    else
      exchange_with(Rows<Space, Kokkos::LayoutLeft>("left", n, 3));
  });
}

TYPED_TEST(KokkosExchangeTest, BothDirectionsMayBeUnderWayAtOnce) {
  using Space = TypeParam;
  this->with_each_way([&](const auto& make_exchange) {
    const Case c(this->comm_, 8);
    KokkosExchange<Space> exchange = make_exchange(c.pattern(), 0);
    const std::size_t n = c.global_of.size();
    const Rows<Space, Kokkos::LayoutLeft> q("q", n, 2);
    const Line<Space, int> ones("ones", n);
    std::vector<int> sums(n, 1);
    Exchange(c.pattern()).scatter_add(sums);
    for (int replay = 0; replay < 20; ++replay) {
      const Content content{c, replay};
      fill(q, content, c.owned());
      Kokkos::deep_copy(ones, 1);
      exchange.begin_gather(q);
      exchange.begin_scatter(ones);
      exchange.finish_gather(q);
      exchange.finish_scatter(Add{}, ones);
      expect_gathered(q, content, "q");
      ASSERT_EQ(as_vector(ones), sums);
    }
  });
}

int kernels_begun = 0;

TEST(KokkosExchange, FieldsOnTheHostNeedNoKernels) {
  const Communicator comm(MPI_COMM_WORLD);
  const Case c(comm, 3);
  KokkosExchange<OnHost> exchange(c.pattern()),
      through_host(c.pattern(), make_plan(c.pattern()), MessagePath::host);
  const Line<OnHost> line("line", c.global_of.size());
  const Rows<OnHost, Kokkos::LayoutRight> right("right", c.global_of.size(), 2);
  const Rows<OnHost, Kokkos::LayoutLeft> left("left", c.global_of.size(), 2);
  Kokkos::Tools::Experimental::set_begin_parallel_for_callback(
      [](const char*, std::uint32_t, std::uint64_t*) { ++kernels_begun; });
  exchange.gather(line, right);
  exchange.scatter_add(line, left);
  EXPECT_EQ(kernels_begun, 0);
  through_host.gather(line, left);
  EXPECT_GT(kernels_begun, 0) << "or they are not counted";
  Kokkos::Tools::Experimental::set_begin_parallel_for_callback(nullptr);
}

TYPED_TEST(KokkosExchangeTest, FieldsThatLieOtherwiseAtTheEndAreRefused) {
  using Space = TypeParam;
  const Case c(this->comm_, 3);
  const auto refuses = [&](const auto& begun, const auto& finished) {
    const auto is_refused = [&](const auto& finish) {
      return sentence_of(finish) ==
             "an exchange was begun with fields that lie otherwise in memory than those that it was "
             "finished with; finish it with the fields that it was begun with";
    };
    KokkosExchange<Space> gathers(c.pattern()), scatters(c.pattern());
    gathers.begin_gather(begun);
    scatters.begin_scatter(begun);
    return is_refused([&] { gathers.finish_gather(finished); }) &&
           is_refused([&] { scatters.finish_scatter(Add{}, finished); });
  };
  const std::size_t n = c.global_of.size();
  const Rows<Space, Kokkos::LayoutRight> right("right", n, 2);
  const Rows<Space, Kokkos::LayoutStride> strided(Kokkos::subview(
      Rows<Space, Kokkos::LayoutRight>("wide", n, 3), Kokkos::ALL, std::pair<int, int>(0, 2)));
  EXPECT_TRUE(refuses(right, strided));
  EXPECT_TRUE(refuses(strided, right));
}

// Memory that only MPI can read is handed to MPI as it is when this is so on all ranks.
TEST(KokkosExchange, WhatIsRelayedIsNotInOnePiece) {
  const Communicator comm(MPI_COMM_WORLD);
  const Case c(comm, 5);
  for (const auto& [algorithm, name] : algorithms) {
    const Plan plan = make_plan(c.pattern(), {.schedule = {.algorithm = algorithm}});
    bool relays = false;
    for (const PhaseTable* table : {&plan.best().tables.forward, &plan.best().tables.backward}) {
      for (const Transfer& send : table->sends)
        for (const Piece& piece : send.pieces) relays = relays || piece.origin != comm.rank();
      for (const Transfer& receive : table->receives)
        for (const Piece& piece : receive.pieces) relays = relays || piece.target != comm.rank();
    }
    EXPECT_FALSE(relays && detail::in_one_piece(c.pattern().communicator(), plan)) << name;
    EXPECT_TRUE(is_staged(algorithm) || detail::in_one_piece(c.pattern().communicator(), plan)) << name;
  }
}

TEST(KokkosExchange, AViewMayBeLonger) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto table = TranslationTable::block(comm, comm.size());
  const global_index next = (comm.rank() + 1) % comm.size();
  const InspectedLoop loop = inspect(table, std::vector<Edge>{{comm.rank(), next}});
  KokkosExchange<> halo(loop.pattern());
  const Kokkos::View<double* [2]> field("field", 5);
  Kokkos::deep_copy(field, comm.rank());
  halo.gather(field);
  const auto here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), field);
  EXPECT_EQ(here(loop.pattern().local_size() - 1, 1), static_cast<double>(next));
  EXPECT_EQ(here(4, 1), comm.rank());
}

TEST(KokkosExchange, AViewThatIsTooShortIsRefused) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto table = TranslationTable::block(comm, 4 * comm.size());
  const InspectedLoop loop = inspect(table, std::vector<Edge>{{4 * comm.rank(), 4 * comm.rank() + 1}});
  KokkosExchange<> halo(loop.pattern());
  EXPECT_EQ(sentence_of([&] { halo.gather(Kokkos::View<double*>("field", 3)); }),
            "an exchange was given a view of 3 values; it needs at least 4, for 4 owned values and 0 ghosts");
}

TEST(MessageMemory, StagedBytesAreTheSameAtBothEnds) {
  for (const bool through_host : {false, true}) {
    kokkos::MessageMemory<Kokkos::HostSpace> memory(through_host);
    memory.hold(100);
    EXPECT_EQ(memory.for_kernels() != memory.for_messages(), through_host);
    memory.for_kernels()[99] = std::byte{7};
    memory.to_messages();
    EXPECT_EQ(memory.for_messages()[99], std::byte{7});
    memory.for_messages()[0] = std::byte{8};
    memory.to_kernels();
    EXPECT_EQ(memory.for_kernels()[0], std::byte{8});
    const auto* const before = memory.for_messages();
    memory.hold(10);
    EXPECT_EQ(memory.for_messages(), before) << "room is kept";
  }
}

// Rank 0 sends less than the others expect, and more comes than it expects.
TEST(KokkosExchange, ThatHasFailedIsNotBegunAgain) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "one rank exchanges nothing";
  std::vector<global_index> others;
  for (int rank = 0; rank < comm.size(); ++rank)
    if (rank != comm.rank()) others.push_back(rank);
  const AccessPattern pattern = localize(TranslationTable::block(comm, comm.size()), others).pattern;
  KokkosExchange<OnHost> halo(pattern, make_plan(pattern));
  const Rows<OnHost, Kokkos::LayoutRight> field("", static_cast<std::size_t>(pattern.local_size()),
                                                comm.rank() == 0 ? 1 : 2);
  EXPECT_THROW(halo.gather(field), Error);
  EXPECT_THROW(halo.scatter(Add{}, field), Error);
  for (int times = 0; times < 2; ++times) {
    EXPECT_THROW(halo.begin_gather(field), Error);
    EXPECT_THROW(halo.begin_scatter(field), Error);
  }
}

}  // namespace
}  // namespace partita

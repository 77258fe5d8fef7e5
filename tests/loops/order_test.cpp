// The order of a segment, and its shares of threads: nothing but the time changes, and as little as possible
// waits for messages.
#include <algorithm>
#include <numeric>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/loops/order.hpp>
#include <partita/loops/thread_shares.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/random.hpp>

namespace partita::loops {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// ---- execution by symbols

constexpr std::uint64_t on_its_way = 1;  // what ghosts hold before the messages arrive

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) { return partita::mixed(partita::mixed(a) + b); }

// Fields whose values are all that ever happened to them, in order: the last row is nobody's.
struct Memory {
  std::vector<std::vector<std::uint64_t>> fields;

  explicit Memory(std::span<const OrderedField> shapes, bool before_messages) {
    for (std::size_t f = 0; f < shapes.size(); ++f) {
      auto& values = fields.emplace_back(static_cast<std::size_t>(shapes[f].local) + 1);
      for (std::size_t row = 0; row < values.size(); ++row) values[row] = arrived(f, row);
      if (!before_messages || !shapes[f].waits) continue;
      for (auto row = static_cast<std::size_t>(shapes[f].owned); row < values.size(); ++row)
        values[row] = on_its_way;
    }
  }

  void receive(std::span<const OrderedField> shapes) {
    for (std::size_t f = 0; f < shapes.size(); ++f)
      for (auto row = static_cast<std::size_t>(shapes[f].owned); shapes[f].waits && row < fields[f].size();
           ++row)
        fields[f][row] = arrived(f, row);
  }

  std::uint64_t& at(const OrderedArgument& argument, local_index row) {
    return fields[static_cast<std::size_t>(argument.field)][static_cast<std::size_t>(row)];
  }

 private:
  static std::uint64_t arrived(std::size_t field, std::size_t row) { return mixed(field + 10, row); }
};

// What iteration i of a loop computes from what it reads. Whether it read something not yet there.
std::uint64_t body(const OrderedLoop& loop, std::size_t l, std::size_t i, Memory& memory, bool& too_early) {
  std::uint64_t value = mixed(l, i);
  for (const OrderedArgument& argument : loop.arguments) {
    if (!reads(argument.access)) continue;
    const std::uint64_t read = memory.at(argument, argument.rows[i]);
    too_early |= read == on_its_way;
    value = mixed(value, read);
  }
  return value;
}

void keep(const OrderedArgument& argument, std::size_t a, local_index target, std::uint64_t value,
          Memory& memory) {
  std::uint64_t& to = memory.at(argument, target);
  to = argument.access == Access::increment ? mixed(to, mixed(value, a)) : mixed(value, a);
}

// Owned values after the loops were executed one after the other, each from its first iteration to its last.
std::vector<std::vector<std::uint64_t>> in_program_order(std::span<const OrderedLoop> loops,
                                                         std::span<const OrderedField> fields) {
  Memory memory(fields, false);
  bool too_early = false;
  for (std::size_t l = 0; l < loops.size(); ++l)
    for (std::size_t i = 0; i < loops[l].iterations; ++i) {
      const std::uint64_t value = body(loops[l], l, i, memory, too_early);
      for (std::size_t a = 0; a < loops[l].arguments.size(); ++a) {
        const OrderedArgument& argument = loops[l].arguments[a];
        const local_index row = argument.rows[i];
        const bool ours = row != nowhere && row < fields[static_cast<std::size_t>(argument.field)].owned;
        if (writes(argument.access) && ours) keep(argument, a, row, value, memory);
      }
    }
  for (std::size_t f = 0; f < fields.size(); ++f)
    memory.fields[f].resize(static_cast<std::size_t>(fields[f].owned));
  return memory.fields;
}

// The same as the orders of each loop's threads say: tiles, messages, the rest. Threads that run at once run
// here from the last to the first: none may need what an earlier one does. (clang 14 refuses
// std::views::reverse.)
std::vector<std::vector<std::uint64_t>> as_ordered(std::span<const OrderedLoop> loops,
                                                   std::span<const OrderedField> fields,
                                                   const std::vector<std::vector<Order>>& orders) {
  Memory memory(fields, true);
  bool too_early = false;
  const auto run = [&](const Order& order, std::size_t l, std::size_t begin, std::size_t end) {
    const std::vector<local_index> iterations = executed(order, loops[l]);
    for (std::size_t k = begin; k < end; ++k) {
      const auto i = static_cast<std::size_t>(iterations[k]);
      const std::uint64_t value = body(loops[l], l, i, memory, too_early);
      for (std::size_t a = 0; a < loops[l].arguments.size(); ++a) {
        const OrderedArgument& argument = loops[l].arguments[a];
        const std::vector<local_index>& rows = order.rows[first_with_rows(loops[l], a)];
        if (reads(argument.access) && !rows.empty()) {
          EXPECT_EQ(rows[k], argument.rows[i]);
        }
        if (!writes(argument.access)) continue;
        const std::vector<local_index>& targets = order.targets[a];
        if (targets.empty()) {
          EXPECT_EQ(rows.empty() ? k : i, i) << "as given, or listed";
        }
        keep(argument, a, targets.empty() ? argument.rows[i] : targets[k], value, memory);
      }
    }
  };
  for (std::size_t tile = 0; tile + 1 < orders.front().front().tile.size(); ++tile)
    for (std::size_t l = 0; l < loops.size(); ++l)
      for (auto order = orders[l].rbegin(); order != orders[l].rend(); ++order)
        run(*order, l, order->tile[tile], order->tile[tile + 1]);
  EXPECT_FALSE(too_early) << "nothing is read before it arrives";
  memory.receive(fields);
  for (std::size_t l = 0; l < loops.size(); ++l)
    for (auto order = orders[l].rbegin(); order != orders[l].rend(); ++order)
      run(*order, l, order->tile.back(), order->size);
  for (std::size_t f = 0; f < fields.size(); ++f)
    memory.fields[f].resize(static_cast<std::size_t>(fields[f].owned));
  return memory.fields;
}

std::vector<std::vector<Order>> orders_of_threads(std::span<const OrderedLoop> loops,
                                                  std::span<const OrderedField> fields, std::size_t per_tile,
                                                  int threads) {
  std::vector<Order> orders = order(loops, fields, per_tile);
  std::vector<std::vector<Order>> shares;
  for (std::size_t l = 0; l < loops.size(); ++l)
    shares.push_back(divide_among_threads(loops[l], fields, std::move(orders[l]), threads));
  return shares;
}

// ---- random segments

struct Stretch {
  std::vector<OrderedField> fields;
  std::vector<std::vector<local_index>> rows, own, touching, sent;  // the spans' memory
  std::vector<OrderedLoop> loops;

  void find_touching() {
    touching.assign(loops.size(), {});
    for (std::size_t l = 0; l < loops.size(); ++l) {
      OrderedLoop& loop = loops[l];
      for (std::size_t i = 0; i < loop.iterations; ++i)
        if (!is_owned(loop.own[i], loop.owned) ||
            std::ranges::any_of(loop.arguments, [&](const OrderedArgument& argument) {
              return !is_owned(argument.rows[i], fields[argument.field].owned);
            }))
          touching[l].push_back(static_cast<local_index>(i));
      loop.touching = touching[l];
    }
  }
};

// As a rank could have it: a field that is changed has no ghosts that are read afterwards.
Stretch random_segment(std::uint64_t seed) {
  Random random(seed);
  Stretch segment;
  const std::uint32_t fields = 2 + random.below(3);
  for (std::uint32_t f = 0; f < fields; ++f) {
    const auto owned = static_cast<local_index>(1 + random.below(30));
    segment.fields.push_back(
        {owned, owned + static_cast<local_index>(random.below(6)), random.below(2) == 0});
  }
  for (OrderedField& field : segment.fields) {
    std::vector<local_index>& sent = segment.sent.emplace_back();
    for (local_index element = 0; element < field.owned; ++element)
      if (random.below(9) == 0) sent.push_back(element);
    field.sent = sent;
  }
  segment.rows.reserve(100);
  segment.own.reserve(100);
  std::vector<char> changed(fields);
  for (std::uint32_t loops = 1 + random.below(4); loops > 0; --loops) {
    OrderedLoop loop{random.below(50), {}, {}, 0, {}};
    const std::uint32_t owned = random.below(static_cast<std::uint32_t>(loop.iterations) + 1);
    loop.owned = static_cast<local_index>(owned);
    std::vector<local_index>& own = segment.own.emplace_back(loop.iterations);
    std::iota(own.begin(), own.end(), 0);
    random.shuffle(own);
    loop.own = own;
    std::vector<int> uses(fields, -1);  // what this loop does with each field
    for (std::uint32_t arguments = 1 + random.below(4); arguments > 0; --arguments) {
      const std::uint32_t f = random.below(fields);
      const OrderedField& field = segment.fields[f];
      const auto access = static_cast<Access>(random.below(3));  // read, write or increment
      if (uses[f] >= 0 && uses[f] != static_cast<int>(access)) continue;
      uses[f] = static_cast<int>(access);
      const bool ghosts_too = writes(access) || !changed[f];
      const auto rows_to = static_cast<std::uint32_t>(ghosts_too ? field.local : field.owned);
      std::vector<local_index>& rows = segment.rows.emplace_back();
      for (std::size_t i = 0; i < loop.iterations; ++i) {
        const auto row = static_cast<local_index>(random.below(rows_to));
        rows.push_back(writes(access) && random.below(9) == 0 ? nowhere : row);
      }
      loop.arguments.push_back({f, access, false, rows});
    }
    for (std::uint32_t f = 0; f < fields; ++f) changed[f] |= uses[f] > 0;
    segment.loops.push_back(std::move(loop));
  }
  segment.find_touching();
  return segment;
}

TEST(OrderOfRandomSegments, ComputesWhatTheProgramSays) {
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    const Stretch segment = random_segment(seed);
    const auto expected = in_program_order(segment.loops, segment.fields);
    for (const std::size_t per_tile : {1, 3, 1000})
      for (const int threads : {1, 2, 5}) {
        const auto orders = orders_of_threads(segment.loops, segment.fields, per_tile, threads);
        ASSERT_EQ(as_ordered(segment.loops, segment.fields, orders), expected)
            << "segment " << seed << ", " << per_tile << " iterations a tile, " << threads << " threads";
      }
  }
}

TEST(OrderOfRandomSegments, CountsEveryOwnedIterationOnce) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Stretch segment = random_segment(seed);
    const auto orders = orders_of_threads(segment.loops, segment.fields, 7, 1 + static_cast<int>(seed % 4));
    for (std::size_t l = 0; l < orders.size(); ++l) {
      const OrderedLoop& loop = segment.loops[l];
      std::vector<int> counted(loop.iterations);
      for (const Order& share : orders[l])
        for (std::size_t k = 0; k < share.size; ++k)
          counted[static_cast<std::size_t>(executed(share, loop)[k])] +=
              share.counts.empty() || share.counts[k];
      for (std::size_t i = 0; i < loop.iterations; ++i)
        ASSERT_EQ(counted[i], loop.own[i] < loop.owned)
            << "segment " << seed << ", loop " << l << ", iteration " << i;
    }
  }
}

TEST(OrderOfRandomSegments, TellsWhetherAnElementThatIsSentChangesBeforeTheMessages) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Stretch segment = random_segment(seed);
    const std::vector<Order> orders = order(segment.loops, segment.fields, 7);
    for (std::size_t l = 0; l < orders.size(); ++l)
      for (std::size_t a = 0; a < segment.loops[l].arguments.size(); ++a) {
        const OrderedArgument& argument = segment.loops[l].arguments[a];
        if (!writes(argument.access) || orders[l].changes_sent[a]) continue;
        const std::vector<local_index> iterations = executed(orders[l], segment.loops[l]);
        for (std::size_t k = 0; k < orders[l].tile.back(); ++k) {
          const std::vector<local_index>& targets = orders[l].targets[a];
          const local_index target = targets.empty() ? argument.rows[iterations[k]] : targets[k];
          ASSERT_EQ(std::ranges::count(segment.fields[argument.field].sent, target), 0) << "segment " << seed;
        }
      }
  }
}

// ---- rows that change

// Some rows of a segment become others, rows come or go at the end or anywhere, and ghosts have other local
// indices.
void change(Stretch& segment, Random& random) {
  const auto below = [&](std::size_t end) { return random.below(static_cast<std::uint32_t>(end)); };
  for (OrderedField& field : segment.fields)
    if (below(4) == 0) field.local = field.owned + static_cast<local_index>(below(6));
  auto rows = segment.rows.begin();
  for (std::size_t l = 0; l < segment.loops.size(); ++l) {
    OrderedLoop& loop = segment.loops[l];
    const std::size_t before = loop.iterations;
    if (below(4) == 0) loop.iterations = below(50);
    loop.changed = {{}, std::min(before, loop.iterations)};
    if (below(4) == 0) loop.changed.from = below(loop.changed.from + 1);
    std::vector<std::size_t> which;
    for (std::uint32_t k = below(4); k > 0 && loop.changed.from > 0; --k)
      which.push_back(below(loop.changed.from));
    std::ranges::sort(which);
    which.erase(std::unique(which.begin(), which.end()), which.end());
    loop.changed.rows.assign(which.begin(), which.end());
    for (std::size_t i = loop.changed.from; i < loop.iterations; ++i) which.push_back(i);

    segment.own[l].resize(loop.iterations);
    for (std::size_t i = loop.changed.from; i < loop.iterations; ++i)
      segment.own[l][i] = static_cast<local_index>(below(loop.iterations));
    loop.own = segment.own[l];
    for (OrderedArgument& argument : loop.arguments) {
      const auto& [owned, local, waits, sent] = segment.fields[argument.field];
      const local_index end = writes(argument.access) || waits ? local : owned;
      rows->resize(loop.iterations);
      for (const std::size_t i : which) (*rows)[i] = static_cast<local_index>(below(end));
      for (local_index& row : *rows)
        if (row >= owned)
          row = local == owned ? nowhere : owned + static_cast<local_index>(below(local - owned));
      argument.rows = *rows++;
    }
  }
  segment.find_touching();
}

TEST(OrderOfRandomSegments, FollowsChangesAsIfMadeAnew) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Stretch segment = random_segment(seed);
    Random random(seed);
    std::vector<Order> orders = order(segment.loops, segment.fields, 1000);
    for (int step = 0; step < 5; ++step) {
      std::vector<std::vector<local_index>> runs;  // before
      for (std::size_t l = 0; l < orders.size(); ++l) runs.push_back(executed(orders[l], segment.loops[l]));
      change(segment, random);
      const std::size_t per_tile = random.below(9) == 0 ? 7 : 1000;
      const std::vector<Order> before = orders;
      orders = order(segment.loops, segment.fields, per_tile, std::move(orders));
      std::vector<OrderedLoop> as_new = segment.loops;
      for (OrderedLoop& loop : as_new) loop.changed = {};
      const std::vector<Order> fresh = order(as_new, segment.fields, per_tile);
      for (std::size_t l = 0; l < fresh.size(); ++l) {
        const auto says = [&](const Order& each) {
          return std::tie(each.tile, each.counts, each.rows, each.targets, each.changes_sent);
        };
        ASSERT_EQ(executed(orders[l], segment.loops[l]), executed(fresh[l], as_new[l])) << "segment " << seed;
        ASSERT_EQ(says(orders[l]), says(fresh[l]))
            << "segment " << seed << ", step " << step << ", loop " << l;
        if (!orders[l].same) continue;
        ASSERT_EQ(runs[l], executed(orders[l], segment.loops[l])) << "segment " << seed << ", step " << step;
        ASSERT_EQ(says(orders[l]), says(before[l])) << "segment " << seed << ", step " << step;
      }
    }
  }
}

// ---- a path: vertices 0 .. n-1 are owned, n is a ghost; edge i leads from i to i+1

constexpr local_index n = 1000;

class Path : public testing::Test {
 protected:
  std::vector<Order> ordered(std::size_t per_tile) { return order(loops_, fields_, per_tile); }

  static std::vector<local_index> late(const Order& order) {
    return {order.waiting.late().begin(), order.waiting.late().end()};
  }

  static std::vector<local_index> numbers(local_index first, local_index count) {
    std::vector<local_index> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), first);
    return all;
  }

  OrderedLoop over_edges(std::size_t from, std::size_t to) const {
    return {n,
            {{from, Access::read, false, low_},
             {from, Access::read, false, high_},
             {to, Access::increment, false, low_},
             {to, Access::increment, false, high_}},
            low_,
            n,
            last_};
  }
  OrderedLoop over_vertices(std::size_t from, std::size_t to) const {
    return {n, {{from, Access::read, true, low_}, {to, Access::write, true, low_}}, low_, n, {}};
  }

  const std::vector<local_index> low_ = numbers(0, n), high_ = numbers(1, n), last_{n - 1};
  enum { x, res, y, sum };
  std::vector<OrderedField> fields_{
      {n, n + 1, true}, {n, n + 1, false}, {n, n + 1, false}, {n, n + 1, false}};
  std::vector<OrderedLoop> loops_{over_edges(x, res), over_vertices(res, y), over_vertices(y, sum)};
};

TEST_F(Path, WaitsOnlyAtItsEnd) {
  const auto orders = ordered(100);
  EXPECT_THAT(late(orders[0]), ElementsAre(n - 2, n - 1)) << "one reads the ghost, one adds to what waits";
  EXPECT_THAT(late(orders[1]), ElementsAre(n - 1));
  EXPECT_THAT(late(orders[2]), ElementsAre(n - 1));
}

TEST_F(Path, ExecutesTwiceWhatAddsHereAtOnceAndThereLater) {
  const Order edges = ordered(100)[0];
  const auto first = static_cast<std::size_t>(
      std::find(edges.iterations.begin(), edges.iterations.end(), n - 2) - edges.iterations.begin());
  const std::size_t again = edges.tile.back();
  ASSERT_LT(first, again);
  ASSERT_EQ(edges.iterations[again], n - 2);
  const auto& low = edges.targets[2];
  const auto& high = edges.targets[3];
  constexpr local_index nobody = n + 1;
  EXPECT_EQ(low[first], n - 2);
  EXPECT_EQ(high[first], nobody);
  EXPECT_EQ(low[again], nobody);
  EXPECT_EQ(high[again], n - 1);
  EXPECT_TRUE(edges.counts[first]);
  EXPECT_FALSE(edges.counts[again]) << "but reduces once";
}

TEST_F(Path, WaitsForNothingWhenNothingIsOnItsWay) {
  fields_[x].waits = false;
  for (const Order& order : ordered(100)) {
    EXPECT_THAT(late(order), IsEmpty());
    EXPECT_THAT(order.iterations, testing::SizeIs(n));
    EXPECT_THAT(order.counts, IsEmpty()) << "all";
  }
}

TEST_F(Path, IsCutIntoTilesInWhichEachVertexHasAllItsEdges) {
  fields_[x].waits = false;
  const auto orders = ordered(100);
  for (const Order& order : orders) ASSERT_EQ(order.tile.size(), 11u);
  for (std::size_t t = 0; t < 10; ++t) {
    EXPECT_EQ(orders[0].tile[t + 1], 100 * (t + 1));
    EXPECT_EQ(orders[1].tile[t + 1], 100 * (t + 1)) << "vertex 100 t joins the tile of its later edge";
    EXPECT_EQ(orders[2].tile[t + 1], 100 * (t + 1));
  }
}

TEST_F(Path, IsOneTileWhenAllFitsInto) {
  for (const Order& order : ordered(1 << 20)) EXPECT_EQ(order.tile.size(), 2u);
}

TEST_F(Path, IsHalvedByTwoThreadsWhichBothExecuteTheEdgeBetweenThem) {
  fields_[x].waits = false;
  const auto edges = orders_of_threads(loops_, fields_, 1 << 20, 2)[0];
  EXPECT_EQ(edges[0].iterations, numbers(0, n / 2));
  EXPECT_EQ(edges[1].iterations, numbers(n / 2 - 1, n / 2 + 1));
  EXPECT_FALSE(edges[1].counts.front()) << "but reduces once";
  const auto vertices = orders_of_threads(loops_, fields_, 1 << 20, 2)[1];
  EXPECT_EQ(vertices[0].iterations, numbers(0, n / 2));
  EXPECT_EQ(vertices[1].iterations, numbers(n / 2, n / 2));
}

TEST_F(Path, IsLeftToOneThreadWhereIterationsDependOnEachOther) {
  for (OrderedArgument& argument : loops_[0].arguments)
    if (writes(argument.access)) argument.access = Access::read_write;
  const auto edges = orders_of_threads(loops_, fields_, 1 << 20, 2)[0];
  EXPECT_EQ(edges[0].size, n);
  EXPECT_EQ(edges[1].size, 0);
}

TEST(Order, OfNothingIsNothing) {
  const std::vector<OrderedField> fields{{0, 0, true}};
  const std::vector<OrderedLoop> loops{{0, {{0, Access::read_write, true, {}}}, {}, 0, {}}};
  const auto orders = order(loops, fields, 64);
  EXPECT_THAT(orders[0].iterations, IsEmpty());
  EXPECT_THAT(orders[0].tile, ElementsAre(0, 0));
}

}  // namespace
}  // namespace partita::loops

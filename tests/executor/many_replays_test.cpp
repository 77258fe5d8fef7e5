// 100,000 replays in all over changing hosts, patterns, fields, algorithms, protocols and transports, several
// under way at once: every bit as a serial program has it.
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/exchange.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/support/error.hpp>
#include <partita/support/random.hpp>
#include <partita/support/reduce.hpp>

#include "tests/executor/hosts.hpp"
#include "tests/executor/random_case.hpp"

namespace partita {
namespace {

using testing_support::Case;

constexpr int ranks_of_this_test[] = {1, 2, 4, 8};  // one CTest test each
constexpr int replays_in_all = 100000;
constexpr int replays_of_a_pattern = 250;

// Tells all values apart, and sums depend on their order.
template <class T>
struct Values {
  std::uint64_t replay;

  T operator()(global_index index, std::size_t component, int rank = 0) const {
    const auto mixed = static_cast<std::uint64_t>(index) * 7919 + component * 104729 + replay * 15485863 +
                       static_cast<std::uint64_t>(rank) * 32452843;
    return static_cast<T>(static_cast<T>(1 + mixed % 1000003) / static_cast<T>(7));
  }
};

// One replay from its begin to its finish, and what must have come out of it.
class Replaying {
 public:
  virtual ~Replaying() = default;
  virtual void finish() = 0;
};

template <class T>
class GatherReplaying : public Replaying {
 public:
  GatherReplaying(const Case& c, Exchange& halo, std::size_t components, std::uint64_t replay)
      : case_(c),
        halo_(halo),
        components_(components),
        values_{replay},
        field_(c.global_of.size() * components) {
    for (std::size_t k = 0; k < c.owned() * components; ++k)
      field_[k] = values_(c.global_of[k / components], k % components);
    halo_.begin_gather(FieldView<T>::contiguous(field_, components_));
  }
  void finish() override {
    halo_.finish_gather(FieldView<T>::contiguous(field_, components_));
    for (std::size_t k = 0; k < field_.size(); ++k)
      ASSERT_EQ(field_[k], values_(case_.global_of[k / components_], k % components_));
  }

 private:
  const Case& case_;
  Exchange& halo_;
  std::size_t components_;
  Values<T> values_;
  std::vector<T> field_;
};

template <class T>
class ScatterReplaying : public Replaying {
 public:
  ScatterReplaying(const Case& c, Exchange& halo, std::size_t components, std::uint64_t replay)
      : case_(c),
        halo_(halo),
        components_(components),
        values_{replay},
        field_(c.global_of.size() * components) {
    for (std::size_t k = 0; k < field_.size(); ++k)
      field_[k] = values_(c.global_of[k / components], k % components, c.table.communicator().rank());
    halo_.begin_scatter_add(FieldView<T>::contiguous(field_, components_));
  }
  void finish() override {
    halo_.finish_scatter_add(FieldView<T>::contiguous(field_, components_));
    for (std::size_t k = 0; k < case_.owned() * components_; ++k)
      ASSERT_EQ(field_[k],
                case_.combined(std::plus<T>{}, values_, case_.global_of[k / components_], k % components_));
  }

 private:
  const Case& case_;
  Exchange& halo_;
  std::size_t components_;
  Values<T> values_;
  std::vector<T> field_;
};

template <class T>
std::unique_ptr<Replaying> begin(const Case& c, Exchange& halo, bool gathers, std::size_t components,
                                 std::uint64_t replay) {
  if (gathers) return std::make_unique<GatherReplaying<T>>(c, halo, components, replay);
  return std::make_unique<ScatterReplaying<T>>(c, halo, components, replay);
}

// Any number of hosts, with any number of ranks each.
std::vector<int> random_hosts(Random& random, int ranks) {
  const std::uint32_t hosts = 1 + random.below(static_cast<std::uint32_t>(ranks));
  std::vector<int> host_of(static_cast<std::size_t>(ranks));
  for (int& host : host_of) host = static_cast<int>(random.below(hosts));
  return host_of;
}

// A few; now and then more, so that some messages have no room in shared memory.
std::size_t random_components(Random& random) { return 1 + random.below(random.below(4) > 0 ? 5 : 60); }

PlanOptions random_plan(Random& random) {
  PlanOptions options;
  options.schedule.algorithm = algorithms[random.below(static_cast<std::uint32_t>(algorithms.size()))].value;
  options.schedule.seed = random.next();
  options.schedule.machine.ranks_per_host = 1 + static_cast<int>(random.below(3));
  options.way.protocol = protocols[random.below(static_cast<std::uint32_t>(protocols.size()))].value;
  options.way.window = 1 + static_cast<int>(random.below(4));
  options.transport = random.below(4) > 0 ? Transport::automatic : Transport::mpi;
  options.way.lock = {.busy_measure = random.below(2) == 0, .early_go_ahead = random.below(2) == 0};
  return options;
}

TEST(ManyReplays, HaveTheBitsOfASerialProgram) {
  constexpr int replays_here = replays_in_all / static_cast<int>(std::size(ranks_of_this_test));
  const int ranks = Communicator(MPI_COMM_WORLD).size();
  std::uint64_t replay = 0;
  for (std::uint64_t seed = 0; replay < replays_here; ++seed) {
    Random random(1000 * seed + static_cast<std::uint64_t>(ranks));  // the same on every rank
    const Communicator comm = testing_support::on_hosts(random_hosts(random, ranks));
    Random order(1000 * seed + static_cast<std::uint64_t>(comm.rank()));  // another on each
    const Case c(comm, seed);
    const PlanOptions first = random_plan(random), second = random_plan(random);
    Exchange one(c.pattern(), make_plan(c.pattern(), first)),
        other(c.pattern(), make_plan(c.pattern(), second));
    SCOPED_TRACE(text("seed ", seed, ": ", name_of(first.schedule.algorithm), " by ",
                      name_of(first.way.protocol), ", ", name_of(first.transport), "; ",
                      name_of(second.schedule.algorithm), " by ", name_of(second.way.protocol), ", ",
                      name_of(second.transport)));
    for (int done = 0; done < replays_of_a_pattern;) {
      // Begun in one order everywhere, finished in another on every rank.
      std::vector<std::unique_ptr<Replaying>> under_way;
      for (const bool gathers : {true, false})
        for (Exchange* const halo : {&one, &other}) {
          if (random.below(3) == 0) continue;
          const std::size_t components = random_components(random);
          switch (random.below(3)) {
            case 0:
              under_way.push_back(begin<double>(c, *halo, gathers, components, ++replay));
              break;
            case 1:
              under_way.push_back(begin<float>(c, *halo, gathers, components, ++replay));
              break;
            default:
              under_way.push_back(begin<std::int16_t>(c, *halo, gathers, components, ++replay));
          }
        }
      order.shuffle(under_way);
      for (auto& replaying : under_way) replaying->finish();
      done += static_cast<int>(under_way.size());
    }
    if (max(comm, HasFailure() ? 1.0 : 0.0) > 0) break;  // on all ranks, with no hang
  }
  RecordProperty("replays", static_cast<int>(replay));
}

}  // namespace
}  // namespace partita

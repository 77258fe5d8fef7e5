#include <array>
#include <cstddef>
#include <iterator>
#include <utility>

#include <partita/schedule/algorithm_entry.hpp>
#include <partita/schedule/direct/balanced.hpp>
#include <partita/schedule/direct/colouring.hpp>
#include <partita/schedule/direct/distributed.hpp>
#include <partita/schedule/direct/fixed_phases.hpp>
#include <partita/schedule/direct/link_colouring.hpp>
#include <partita/schedule/direct/rs_nl.hpp>
#include <partita/schedule/message.hpp>
#include <partita/schedule/staged/multiphase.hpp>
#include <partita/schedule/staged/node_aware.hpp>
#include <partita/schedule/staged/two_stage.hpp>
#include <partita/support/collective.hpp>

namespace partita {

namespace detail {

namespace {

// A local algorithm that has no options.
template <PhaseTable table_of(int rank, int ranks, const DestinationVector&, const SourceVector&)>
PhaseTable fixed(int rank, int ranks, const DestinationVector& to, const SourceVector& from,
                 const ScheduleOptions& /*options*/) {
  return table_of(rank, ranks, to, from);
}

// Building nanoseconds are rounded from bench/schedule_build: 64 to 1024 ranks with 4 to 32 messages each.
constexpr AlgorithmEntry entries[] = {
    {{Algorithm::ac, "ac", "all messages at once", "Wang, Ranka 1994, section 3", 0},
     {.ordered = false},
     {.local = [](int rank, int /*ranks*/, auto& to, auto& from,
                  auto& options) { return ac(rank, to, from, options.order, options.seed); }}},
    {{Algorithm::naive, "naive", "in step i every rank sends to rank i", "Bokhari 1991, section 4", 150},
     {.ordered = false, .has_empty_phases = true},
     {.local = fixed<naive>}},
    {{Algorithm::lp, "lp", "in step k ranks i and i XOR k exchange", "Wang, Ranka 1994, section 4.1", 150},
     {.has_empty_phases = true},
     {.local = fixed<lp>}},
    {{Algorithm::linear, "linear", "in step k rank i sends to rank i + k", "Bokhari 1991, section 4.1", 150},
     {.has_empty_phases = true},
     {.local = fixed<linear>}},
    {{Algorithm::pairwise, "pairwise", "lp; n-1 steps of exchanges if n is no power of two, n if it is odd",
      "Bokhari 1991, section 4.1", 150},
     {.has_empty_phases = true},
     {.local = fixed<pairwise>}},
    {{Algorithm::stable, "stable", "fixed steps whose links stay free although ranks lag by a step",
      "Bokhari 1991, section 4.2", 150},
     {.timed_idle = true, .has_empty_phases = true},
     {.local = fixed<stable>}},
    {{Algorithm::rs_n, "rs_n", "random partial permutations", "Wang, Ranka 1994, section 4.2", 150},
     {.needs_seed = true},
     {.whole = [](auto& matrix, auto& options) { return rs_nl(matrix, {}, options.seed); }}},
    {{Algorithm::rs_nl, "rs_nl", "rs_n without link contention", "Wang, Ranka 1994, section 5", 300},
     {.avoids_link_contention = true, .needs_seed = true, .simpler = Algorithm::rs_n},
     {.whole = [](auto& matrix, auto& options) { return rs_nl(matrix, options.machine, options.seed); }}},
    {{Algorithm::rs_nh, "rs_nh", "rs_n with long messages cut to the size of a phase",
      "Wang, Lin, Ranka 1993 (NICE), section 3.3", 300},
     {.needs_seed = true, .splits_messages = true},
     {.whole = [](auto& matrix, auto& options) { return rs_nlh(matrix, {}, options.seed); }}},
    {{Algorithm::rs_nlh, "rs_nlh", "rs_nl with long messages cut to the size of a phase",
      "Wang, Lin, Ranka 1993 (NICE), section 3.3", 400},
     {.avoids_link_contention = true,
      .needs_seed = true,
      .splits_messages = true,
      .simpler = Algorithm::rs_nh},
     {.whole = [](auto& matrix, auto& options) { return rs_nlh(matrix, options.machine, options.seed); }}},
    {{Algorithm::colouring, "colouring", "as few phases as the busiest rank has messages, the lower bound",
      "König 1916", 300},
     {},
     {.whole = [](auto& matrix, auto&) { return colouring(matrix); }}},
    {{Algorithm::link_colouring, "link_colouring",
      "as few phases as can be found without node and link contention", "Bloechliger, Zufferey 2008", 1000},
     {.avoids_link_contention = true, .needs_seed = true},
     {.whole = [](auto& matrix,
                  auto& options) { return link_colouring(matrix, options.machine, options.seed); }}},
    {{Algorithm::balanced, "balanced",
      "messages split so that phases together last as long as the busiest rank is busy",
      "Gonzalez, Sahni 1976", 1500},
     {.splits_messages = true, .weighs_start_up = true},
     {.whole = [](auto& matrix, auto& options) { return balanced(matrix, options.start_up); }}},
    {{Algorithm::distributed, "distributed",
      "ranks agree on phases with their neighbours; no rank holds the matrix", "König 1916, by messages",
      1500},
     {.needs_seed = true},
     {.whole = [](auto& matrix, auto& options) { return distributed(matrix, options.seed).tables; },
      .by_messages = [](auto& comm, auto& to, auto& from,
                        auto& options) { return distributed(comm, to, from, options.seed).tables.front(); }}},
    {{Algorithm::standard_exchange, "standard_exchange", "log2 n steps in which every rank relays for others",
      "Bokhari 1991, section 4.3", 600},
     {.staged = true, .has_empty_phases = true},
     {.whole = [](auto& matrix, auto&) { return multiphase(matrix, all_dimensions); }}},
    {{Algorithm::multiphase, "multiphase", "standard_exchange over some dimensions, pairwise over the rest",
      "Bokhari 1991, section 7", 400},
     {.staged = true, .has_empty_phases = true},
     {.whole = [](auto& matrix, auto& options) { return multiphase(matrix, options.standard_dimensions); }}},
    {{Algorithm::two_stage, "two_stage", "every message divided over all ranks, then collected at its target",
      "Ranka, Shankar, Alsabti 1995, section 6", 150},
     {.staged = true, .splits_messages = true, .divides_messages = true, .has_empty_phases = true},
     {.whole = [](auto& matrix, auto&) { return two_stage(matrix); },
      .by_messages = [](auto& comm, auto& to, auto&, auto&) { return two_stage(comm, to); }}},
    {{Algorithm::node_aware, "node_aware",
      "one message from host to host, each value in it once, relayed within hosts",
      "Bienz, Gropp, Olson 2019", 1500},
     {.staged = true, .sends_once = true, .simpler = Algorithm::colouring},
     {.whole = [](auto& matrix, auto& options) {
       return node_aware(matrix, options.machine.ranks_per_host);
     }}}};

constexpr bool is_in_order() {
  for (std::size_t k = 0; k < std::size(entries); ++k)
    if (entries[k].value != static_cast<Algorithm>(k)) return false;
  return true;
}
static_assert(is_in_order() && std::size(entries) == static_cast<std::size_t>(Algorithm::node_aware) + 1,
              "each enumerator of Algorithm has one entry, in the same order, and node_aware is the last");

constexpr auto names = [] {
  std::array<Name<Algorithm>, std::size(entries)> all{};
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = {entries[k].value, entries[k].spelling};
  return all;
}();

std::vector<PhaseTable> local_tables(AlgorithmEntry::Local* table_of, const CommunicationMatrix& matrix,
                                     const ScheduleOptions& options) {
  std::vector<PhaseTable> tables;
  for (const SourceVector& sources : matrix.sources()) {
    const auto rank = static_cast<int>(tables.size());
    tables.push_back(table_of(rank, matrix.ranks(), matrix.destinations(rank), sources, options));
  }
  return with_equal_phases(std::move(tables));
}

}  // namespace

std::span<const AlgorithmEntry> algorithm_entries() { return entries; }

const AlgorithmEntry& entry_of(Algorithm algorithm) {
  const auto place = static_cast<std::size_t>(algorithm);
  if (place >= std::size(entries)) throw Error("an algorithm without an entry");
  return entries[place];
}

std::vector<PhaseTable> make_tables(const CommunicationMatrix& matrix, const ScheduleOptions& options) {
  const AlgorithmEntry& entry = entry_of(options.algorithm);
  return entry.local ? local_tables(entry.local, matrix, options) : entry.whole(matrix, options);
}

std::pair<PhaseTable, PhaseTable> make_tables(const Communicator& comm, const DestinationVector& destinations,
                                              const SourceVector& sources, const ScheduleOptions& options) {
  const AlgorithmEntry& entry = entry_of(options.algorithm);
  PhaseTable forward = entry.local ? entry.local(comm.rank(), comm.size(), destinations, sources, options)
                                   : entry.by_messages(comm, destinations, sources, options);
  PhaseTable backward =
      entry.local ? entry.local(comm.rank(), comm.size(), sources, destinations, options) : PhaseTable();
  std::array<int, 2> phases{forward.phases, backward.phases};
  all_reduce(comm, phases.data(), 2, MPI_INT, MPI_MAX, {"reduction", "the number of phases"});
  forward.phases = phases[0];
  backward.phases = phases[1];
  if (!entry.local) backward = reverse(forward);
  return {std::move(forward), std::move(backward)};
}

}  // namespace detail

constinit const std::span<const Name<Algorithm>> algorithms = detail::names;

std::string_view name_of(Algorithm algorithm) { return detail::entry_of(algorithm).spelling; }

Algorithm algorithm_named(std::string_view name) { return named_in(algorithms, "algorithm", name); }

bool is_staged(Algorithm algorithm) { return detail::entry_of(algorithm).staged; }

bool is_ordered(Algorithm algorithm) { return detail::entry_of(algorithm).ordered; }

bool avoids_link_contention(Algorithm algorithm) {
  return detail::entry_of(algorithm).avoids_link_contention;
}

bool has_timed_idle(Algorithm algorithm) { return detail::entry_of(algorithm).timed_idle; }

}  // namespace partita

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <utility>

#include <partita/schedule/algorithm_entry.hpp>
#include <partita/schedule/direct/ac.hpp>
#include <partita/schedule/direct/balanced.hpp>
#include <partita/schedule/direct/colouring.hpp>
#include <partita/schedule/direct/distributed.hpp>
#include <partita/schedule/direct/linear.hpp>
#include <partita/schedule/direct/link_colouring.hpp>
#include <partita/schedule/direct/lp.hpp>
#include <partita/schedule/direct/naive.hpp>
#include <partita/schedule/direct/pairwise.hpp>
#include <partita/schedule/direct/rs_n.hpp>
#include <partita/schedule/direct/rs_nh.hpp>
#include <partita/schedule/direct/rs_nl.hpp>
#include <partita/schedule/direct/rs_nlh.hpp>
#include <partita/schedule/direct/stable.hpp>
#include <partita/schedule/staged/multiphase.hpp>
#include <partita/schedule/staged/node_aware.hpp>
#include <partita/schedule/staged/standard_exchange.hpp>
#include <partita/schedule/staged/two_stage.hpp>

namespace partita {

namespace detail {

namespace {

// The scheduler of a stage: a direct algorithm, with the other options as given.
DirectScheduler ordered_by(Algorithm algorithm, const ScheduleOptions& options) {
  return [algorithm, options](const CommunicationMatrix& stage) {
    ScheduleOptions of_stage = options;
    of_stage.algorithm = algorithm;
    return make_tables(stage, of_stage);
  };
}

using Matrix = CommunicationMatrix;
using Options = ScheduleOptions;

// Building nanoseconds are rounded from bench/schedule_build: 64 to 1024 ranks with 4 to 32 messages each.
constexpr AlgorithmEntry entries[] = {
    {.value = Algorithm::ac,
     .spelling = "ac",
     .summary = "all messages at once, in no order",
     .source = "Wang, Ranka 1994, section 3",
     .local = [](int rank, int, const DestinationVector& to,
                 const SourceVector& from) { return ac(rank, to, from); },
     .ordered = false,
     .considered = Considered::always,
     .building_nanoseconds = 0},
    {.value = Algorithm::naive,
     .spelling = "naive",
     .summary = "in step i every rank sends to rank i",
     .source = "Bokhari 1991, section 4",
     .local = naive,
     .ordered = false,
     .has_empty_phases = true,
     .considered = Considered::never,  // all senders of a step queue at one receiver
     .building_nanoseconds = 150},
    {.value = Algorithm::lp,
     .spelling = "lp",
     .summary = "n-1 fixed permutations: i XOR k, or i + k if n is no power of two",
     .source = "Wang, Ranka 1994, section 4.1",
     .local = lp,
     .has_empty_phases = true,
     .considered = Considered::always,
     .building_nanoseconds = 150},
    {.value = Algorithm::linear,
     .spelling = "linear",
     .summary = "in step k rank i sends to rank i + k",
     .source = "Bokhari 1991, section 4.1",
     .local = linear,
     .has_empty_phases = true,
     .considered = Considered::never,  // for complete exchanges, where lp is as good
     .building_nanoseconds = 150},
    {.value = Algorithm::pairwise,
     .spelling = "pairwise",
     .summary = "in step k ranks i and i XOR k exchange",
     .source = "Bokhari 1991, section 4.1",
     .local = pairwise,
     .has_empty_phases = true,
     .considered = Considered::never,  // for complete exchanges, where lp is as good
     .building_nanoseconds = 150},
    {.value = Algorithm::stable,
     .spelling = "stable",
     .summary = "fixed steps whose links stay free although ranks lag by a step",
     .source = "Bokhari 1991, section 4.2",
     .local = stable,
     .timed_idle = true,
     .has_empty_phases = true,
     .considered = Considered::never,  // for complete exchanges, where lp is as good
     .building_nanoseconds = 150},
    {.value = Algorithm::rs_n,
     .spelling = "rs_n",
     .summary = "random partial permutations",
     .source = "Wang, Ranka 1994, section 4.2",
     .whole = [](const Matrix& matrix, const Options& options) { return rs_n(matrix, options.seed); },
     .needs_seed = true,
     .considered = Considered::always,
     .building_nanoseconds = 150},
    {.value = Algorithm::rs_nl,
     .spelling = "rs_nl",
     .summary = "rs_n without link contention",
     .source = "Wang, Ranka 1994, section 5",
     .whole = [](const Matrix& matrix,
                 const Options& options) { return rs_nl(matrix, options.machine, options.seed); },
     .avoids_link_contention = true,
     .needs_seed = true,
     .simpler = Algorithm::rs_n,
     .considered = Considered::with_links,
     .building_nanoseconds = 300},
    {.value = Algorithm::rs_nh,
     .spelling = "rs_nh",
     .summary = "rs_n with long messages cut to the size of a phase",
     .source = "Wang, Lin, Ranka 1993 (NICE), section 3.3",
     .whole = [](const Matrix& matrix, const Options& options) { return rs_nh(matrix, options.seed); },
     .needs_seed = true,
     .splits_messages = true,
     .considered = Considered::always,
     .building_nanoseconds = 300},
    {.value = Algorithm::rs_nlh,
     .spelling = "rs_nlh",
     .summary = "rs_nl with long messages cut to the size of a phase",
     .source = "Wang, Lin, Ranka 1993 (NICE), section 3.3",
     .whole = [](const Matrix& matrix,
                 const Options& options) { return rs_nlh(matrix, options.machine, options.seed); },
     .avoids_link_contention = true,
     .needs_seed = true,
     .splits_messages = true,
     .simpler = Algorithm::rs_nh,
     .considered = Considered::with_links,
     .building_nanoseconds = 400},
    {.value = Algorithm::colouring,
     .spelling = "colouring",
     .summary = "as few phases as the busiest rank has messages, the lower bound",
     .source = "König 1916; Gabow, Kariv 1982",
     .whole = [](const Matrix& matrix, const Options&) { return colouring(matrix); },
     .considered = Considered::always,
     .building_nanoseconds = 300},
    {.value = Algorithm::link_colouring,
     .spelling = "link_colouring",
     .summary = "as few phases as can be found without node and link contention",
     .source = "Bloechliger, Zufferey 2008",
     .whole = [](const Matrix& matrix,
                 const Options& options) { return link_colouring(matrix, options.machine, options.seed); },
     .avoids_link_contention = true,
     .needs_seed = true,
     .considered = Considered::with_links,
     .building_nanoseconds = 1000},
    {.value = Algorithm::balanced,
     .spelling = "balanced",
     .summary = "messages split so that phases together last as long as the busiest rank is busy",
     .source = "Gonzalez, Sahni 1976",
     .whole = [](const Matrix& matrix,
                 const Options& options) { return balanced(matrix, options.splitting); },
     .splits_messages = true,
     .weighs_start_up = true,
     .considered = Considered::always,
     .building_nanoseconds = 1500},
    {.value = Algorithm::distributed,
     .spelling = "distributed",
     .summary = "ranks agree on phases with their neighbours; no rank holds the matrix",
     .source = "König 1916, by messages",
     .whole =
         [](const Matrix& matrix, const Options& options) {
           std::vector<PhaseTable> tables;
           for (Negotiated& negotiated : distributed(matrix, options.seed))
             tables.push_back(std::move(negotiated.table));
           return tables;
         },
     .negotiated = [](const Communicator& comm, const DestinationVector& to, const SourceVector& from,
                      std::uint64_t seed) { return distributed(comm, to, from, seed).table; },
     .needs_seed = true,
     .considered = Considered::never,  // choose_plan takes it if the matrix is too large to be concatenated
     .building_nanoseconds = 1500},
    {.value = Algorithm::standard_exchange,
     .spelling = "standard_exchange",
     .summary = "log2 n steps in which every rank relays for others",
     .source = "Bokhari 1991, section 4.3",
     .whole = [](const Matrix& matrix, const Options&) { return standard_exchange(matrix); },
     .staged = true,
     .has_empty_phases = true,
     .considered = Considered::always,
     .building_nanoseconds = 600},
    {.value = Algorithm::multiphase,
     .spelling = "multiphase",
     .summary = "standard_exchange over some dimensions, pairwise over the rest",
     .source = "Bokhari 1991, section 7",
     .whole = [](const Matrix& matrix,
                 const Options& options) { return multiphase(matrix, options.standard_dimensions); },
     .staged = true,
     .has_empty_phases = true,
     .considered = Considered::always,
     .building_nanoseconds = 400},
    {.value = Algorithm::two_stage,
     .spelling = "two_stage",
     .summary = "every message divided over all ranks, then collected at its target",
     .source = "Ranka, Shankar, Alsabti 1995, section 6",
     .whole =
         [](const Matrix& matrix, const Options& options) {
           return two_stage(matrix, ordered_by(options.stages.first, options),
                            ordered_by(options.stages.second, options), options.seed);
         },
     .staged = true,
     .needs_seed = true,
     .splits_messages = true,
     .has_empty_phases = true,
     .considered = Considered::never,  // costs most to build
     .building_nanoseconds = 20000},
    {.value = Algorithm::node_aware,
     .spelling = "node_aware",
     .summary = "at most one message from host to host, relayed within hosts",
     .source = "Bienz, Gropp, Olson 2019",
     .whole =
         [](const Matrix& matrix, const Options& options) {
           return node_aware(matrix, options.machine.ranks_per_host,
                             ordered_by(Algorithm::colouring, options));
         },
     .staged = true,
     .simpler = Algorithm::colouring,
     .considered = Considered::with_hosts,
     .building_nanoseconds = 1500}};

constexpr bool is_in_order() {
  for (std::size_t k = 0; k < std::size(entries); ++k)
    if (entries[k].value != static_cast<Algorithm>(k)) return false;
  return true;
}
static_assert(is_in_order() && std::size(entries) == static_cast<std::size_t>(Algorithm::node_aware) + 1,
              "each enumerator of Algorithm has one entry, in the same order, and node_aware is the last");
static_assert(std::all_of(std::begin(entries), std::end(entries),
                          [](const AlgorithmEntry& entry) { return !entry.local != !entry.whole; }),
              "an algorithm is either local or sees the whole matrix");

constexpr auto names = [] {
  std::array<Name<Algorithm>, std::size(entries)> all{};
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = {entries[k].value, entries[k].spelling};
  return all;
}();

std::vector<PhaseTable> local_tables(AlgorithmEntry::Local* table_of, const CommunicationMatrix& matrix) {
  std::vector<PhaseTable> tables;
  const std::vector<SourceVector> sources = matrix.sources();
  int phases = 0;
  for (int rank = 0; rank < matrix.ranks(); ++rank) {
    tables.push_back(
        table_of(rank, matrix.ranks(), matrix.destinations(rank), sources[static_cast<std::size_t>(rank)]));
    phases = std::max(phases, tables.back().phases);
  }
  for (PhaseTable& table : tables) table.phases = phases;
  return tables;
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
  return entry.local ? local_tables(entry.local, matrix) : entry.whole(matrix, options);
}

}  // namespace detail

constinit const std::span<const Name<Algorithm>> algorithms = detail::names;

std::string_view name_of(Algorithm algorithm) { return detail::entry_of(algorithm).spelling; }

Algorithm algorithm_named(std::string_view name) { return named_in(algorithms, "algorithm", name); }

bool is_staged(Algorithm algorithm) { return detail::entry_of(algorithm).staged; }

bool is_local(Algorithm algorithm) { return detail::entry_of(algorithm).local != nullptr; }

bool avoids_link_contention(Algorithm algorithm) {
  return detail::entry_of(algorithm).avoids_link_contention;
}

bool has_timed_idle(Algorithm algorithm) { return detail::entry_of(algorithm).timed_idle; }

}  // namespace partita

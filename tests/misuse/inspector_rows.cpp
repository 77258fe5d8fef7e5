#include <partita/inspector/placed_pattern.hpp>
#include <partita/inspector/remap.hpp>

#include "tests/misuse/misuse.hpp"

namespace partita::testing_support {

namespace inspector {
namespace {

using Table = TranslationTable;
using Numbers = std::vector<global_index>;

// Nine values in blocks.
Table nine(const Communicator& comm) { return Table::block(comm, 9); }

void inspect_edge(const Communicator& comm, Edge edge) {
  inspect(nine(comm), std::vector{comm.rank() == 1 ? edge : Edge{0, 1}});
}

void lists(const Communicator& comm, std::vector<int> ranks, std::vector<local_index> offsets,
           std::vector<local_index> places) {
  const std::vector<int> next{(comm.rank() + 1) % 3}, before{(comm.rank() + 2) % 3};
  const std::vector<local_index> one{0, 1}, from{1}, to{0};
  if (comm.rank() == 1)
    pattern_from_lists(comm, {ranks, offsets, places}, {before, one, to});
  else
    pattern_from_lists(comm, {next, one, from}, {before, one, to});
}

const Misuse rows[] = {
    {"edge out of range on rank 1",
     "index array \"end points\" of rank 1, entry 1 .* index 9 is out of range: the table holds 0 to 8",
     nullptr, By::all,
     [](const Communicator& comm) {
       inspect_edge(comm, {0, 9});
     }},
    {"negative number of a vertex on rank 1", "-1", nullptr, By::all,
     [](const Communicator& comm) {
       inspect_edge(comm, {-1, 0});
     }},
    {"part that is no rank on rank 2", "7", nullptr, By::all,
     [](const Communicator& comm) { Table::from_partition(comm, std::vector{comm.rank() == 2 ? 7 : 0}); }},
    {"negative part on rank 0", "-3", nullptr, By::all,
     [](const Communicator& comm) { Table::from_partition(comm, std::vector{comm.rank() == 0 ? -3 : 0}); }},
    {"value owned by two ranks", "own", nullptr, By::all,
     [](const Communicator& comm) {
       Table::from_owned(comm, Numbers{comm.rank() == 2 ? global_index{0} : comm.rank()});
     }},
    {"value owned by no rank", "own", nullptr, By::all,
     [](const Communicator& comm) {
       Table::from_owned(comm, comm.rank() == 2 ? Numbers{} : Numbers{comm.rank()}, 3);
     }},
    {"owned value out of range on rank 1", "4", nullptr, By::all,
     [](const Communicator& comm) { Table::from_owned(comm, Numbers{4 * comm.rank()}); }},
    {"sizes of a table that differ", "disagree|differ", nullptr, By::all,
     [](const Communicator& comm) { Table::block(comm, 9 + comm.rank()); }},
    {"negative size of a table", "-9", nullptr, By::all,
     [](const Communicator& comm) { Table::block(comm, -9); }},
    {"negative block on rank 1", "-1", nullptr, By::all,
     [](const Communicator& comm) { Table::from_block_sizes(comm, comm.rank() == 1 ? -1 : 1); }},
    {"look-up out of range on rank 2", "9", nullptr, By::all,
     [](const Communicator& comm) { (void)nine(comm).locate(Numbers{comm.rank() == 2 ? 9 : 0}); }},
    {"index arrays of other lengths on rank 0", "length|iterations|entries", nullptr, By::all,
     [](const Communicator& comm) {
       const Table table = nine(comm);
       const Numbers one{0}, two{0, 1};
       const std::vector arrays{IndexArray("a", table, 1, one),
                                IndexArray("b", table, 1, comm.rank() == 0 ? two : one)};
       inspect(comm, "loop", arrays);
     }},
    {"an index array less on rank 1", "arrays|disagree|differ", nullptr, By::all,
     [](const Communicator& comm) {
       const Table table = nine(comm);
       const Numbers one{0};
       std::vector arrays{IndexArray("a", table, 1, one)};
       if (comm.rank() != 1) arrays.emplace_back("b", table, 1, one);
       inspect(comm, "loop", arrays);
     }},
    {"another arity on rank 1", "arity|disagree|differ|multiple|arrays", nullptr, By::all,
     [](const Communicator& comm) {
       const Numbers four{0, 1, 2, 3};
       inspect(comm, "loop", std::vector{IndexArray("a", nine(comm), comm.rank() == 1 ? 4 : 2, four)});
     }},
    {"update with another table", "table", nullptr, By::all,
     [](const Communicator& comm) {
       const Numbers one{0};
       InspectedLoop loop = inspect(comm, "loop", std::vector{IndexArray("a", nine(comm), 1, one)});
       update(std::move(loop), std::vector{IndexArray("a", Table::block(comm, 12), 1, one)});
     }},
    {"ghosts out of order on rank 1", "order|ascend", nullptr, By::all,
     [](const Communicator& comm) {
       std::vector<Location> ghosts{{0, 0}};
       if (comm.rank() == 1) ghosts = {{2, 0}, {0, 0}};
       if (comm.rank() == 0) ghosts = {};
       make_pattern(comm, 1, ghosts);
     }},
    {"ghost on a rank that does not exist", "rank", nullptr, By::all,
     [](const Communicator& comm) {
       make_pattern(comm, 1, comm.rank() == 1 ? std::vector<Location>{{5, 0}} : std::vector<Location>{});
     }},
    {"ghost that its owner does not own", "own", nullptr, By::all,
     [](const Communicator& comm) {
       make_pattern(comm, 1, comm.rank() == 1 ? std::vector<Location>{{0, 8}} : std::vector<Location>{});
     }},
    {"ghost of its own rank", "rank 1", nullptr, By::all,
     [](const Communicator& comm) {
       make_pattern(comm, 1, comm.rank() == 1 ? std::vector<Location>{{1, 0}} : std::vector<Location>{});
     }},
    {"list for a rank that does not exist", "rank 9|9", nullptr, By::all,
     [](const Communicator& comm) {
       lists(comm, {9}, {0, 1}, {1});
     }},
    {"neighbour listed twice", "twice", nullptr, By::all,
     [](const Communicator& comm) {
       lists(comm, {2, 2}, {0, 1, 2}, {1, 2});
     }},
    {"place received twice", "twice", nullptr, By::all,
     [](const Communicator& comm) {
       lists(comm, {2}, {0, 2}, {1, 1});
     }},
    {"lists of lengths that disagree", "2", nullptr, By::all,
     [](const Communicator& comm) {
       lists(comm, {2}, {0, 2}, {1, 2});
     }},
    {"negative place", "-4", nullptr, By::all,
     [](const Communicator& comm) {
       lists(comm, {2}, {0, 1}, {-4});
     }},
    {"offsets that descend", "offset", nullptr, By::all,
     [](const Communicator& comm) {
       lists(comm, {2}, {0, -1}, {1});
     }},
    {"owners and places of other lengths", "owners|places|length", nullptr, By::all,
     [](const Communicator& comm) {
       const std::vector<int> owners{comm.rank()};
       const std::vector<local_index> places(comm.rank() == 1 ? 2 : 1, 0);
       pattern_from_owners(comm, owners, places);
     }},
    {"owner that is no rank", "3", nullptr, By::all,
     [](const Communicator& comm) {
       pattern_from_owners(comm, std::vector{comm.rank() == 1 ? 3 : comm.rank()},
                           std::vector<local_index>{0});
     }},
    {"place that its owner does not own", "own", nullptr, By::all,
     [](const Communicator& comm) {
       pattern_from_owners(comm, std::vector{0}, std::vector<local_index>{comm.rank()});
     }},
    {"number with two owners", "own", nullptr, By::all,
     [](const Communicator& comm) { pattern_from_ids(comm, Numbers{100}, std::vector{comm.rank()}); }},
    {"owner that does not have its number", "own", nullptr, By::all,
     [](const Communicator& comm) { pattern_from_ids(comm, Numbers{100 + comm.rank()}, std::vector{0}); }},
    {"new owner that is no rank", "3", nullptr, By::all,
     [](const Communicator& comm) { Remap(comm, std::vector{comm.rank() == 2 ? 3 : 0}); }},
    {"remapped field of another length on rank 1", "values", nullptr, By::all,
     [](const Communicator& comm) {
       const Remap remap(comm, std::vector{0});
       (void)remap.forward(std::vector<double>(comm.rank() == 1 ? 2 : 1));
     }},
    {"remapped fields of other types", "fields|values|disagree", nullptr, By::all,
     [](const Communicator& comm) {
       const Remap remap(comm, std::vector{0});
       if (comm.rank() == 1)
         (void)remap.forward(std::vector<float>(1));
       else
         (void)remap.forward(std::vector<double>(1));
     }},
};

}  // namespace
}  // namespace inspector

std::span<const Misuse> misuses_of_the_inspector() { return inspector::rows; }

}  // namespace partita::testing_support

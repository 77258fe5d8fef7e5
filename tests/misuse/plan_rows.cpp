#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/nice.hpp>
#include <partita/schedule/communication_matrix.hpp>

#include "tests/misuse/misuse.hpp"

namespace partita::testing_support {

namespace plans {
namespace {

void schedule_of_rank_1(const Communicator& comm, const DestinationVector& destinations) {
  (void)nice::schedule(comm, comm.rank() == 1 ? destinations : DestinationVector{});
}

void plan_by(const Communicator& comm, const PlanOptions& of_rank_1) {
  (void)make_plan(ring(comm).pattern(), comm.rank() == 1 ? of_rank_1 : PlanOptions{});
}

const Misuse rows[] = {
    {"destination that is no rank on rank 1", "5", nullptr, By::all,
     [](const Communicator& comm) {
       schedule_of_rank_1(comm, {{5, 1}});
     }},
    {"negative rank as destination", "-1", nullptr, By::all,
     [](const Communicator& comm) {
       schedule_of_rank_1(comm, {{-1, 1}});
     }},
    {"destinations that do not ascend", "ascend|order", nullptr, By::all,
     [](const Communicator& comm) {
       schedule_of_rank_1(comm, {{2, 1}, {0, 1}});
     }},
    {"destination listed twice", "ascend|order|twice", nullptr, By::all,
     [](const Communicator& comm) {
       schedule_of_rank_1(comm, {{2, 1}, {2, 1}});
     }},
    {"negative length of a message", "-7", nullptr, By::all,
     [](const Communicator& comm) {
       schedule_of_rank_1(comm, {{0, -7}});
     }},
    {"length that counts cannot hold", "rank 1 together have more than 2.53 units", nullptr, By::all,
     [](const Communicator& comm) {
       schedule_of_rank_1(comm, {{0, std::numeric_limits<std::int64_t>::max()}});
     }},
    {"sum of lengths that overflows", "rank 1 together have more than 2.53 units", nullptr, By::all,
     [](const Communicator& comm) {
       constexpr Units half = CommunicationMatrix::most_units - 1;
       schedule_of_rank_1(comm, {{0, half}, {2, half}});
     }},
    {"another algorithm on rank 1", "disagree", nullptr, By::all,
     [](const Communicator& comm) { plan_by(comm, {.schedule = {.algorithm = Algorithm::ac}}); }},
    {"another seed on rank 1", "disagree", nullptr, By::all,
     [](const Communicator& comm) { plan_by(comm, {.schedule = {.seed = 2}}); }},
    {"another protocol on rank 1", "disagree", nullptr, By::all,
     [](const Communicator& comm) { plan_by(comm, {.way = {.protocol = Protocol::barrier}}); }},
    {"another transport on rank 1", "disagree about the transport", nullptr, By::all,
     [](const Communicator& comm) { plan_by(comm, {.transport = Transport::mpi}); }},
    {"window of no send", "at least 1 send", nullptr, By::all,
     [](const Communicator& comm) { Halo(comm, {.way = {.protocol = Protocol::windowed, .window = 0}}); }},
    {"plan of another pattern", "another pattern|pattern", nullptr, By::all,
     [](const Communicator& comm) {
       const AccessPattern pattern = ring(comm).pattern();
       const AccessPattern other = make_pattern(comm, 1, {});
       Exchange(pattern, make_plan(other));
     }},
    {"plan of another pattern on rank 1", "pattern", nullptr, By::all,
     [](const Communicator& comm) {
       const AccessPattern pattern = ring(comm).pattern();
       Plan plan = make_plan(pattern), other = make_plan(make_pattern(comm, 1, {}));
       Exchange(pattern, comm.rank() == 1 ? other : plan);
     }},
    {"phase table that lacks a message on rank 1", "messages", nullptr, By::all,
     [](const Communicator& comm) {
       const AccessPattern pattern = ring(comm).pattern();
       Plan plan = make_plan(pattern);
       if (comm.rank() == 1) plan.best().tables.forward.sends.clear();
       Exchange(pattern, plan);
     }},
    {"machine that is too small", "has 2 nodes, too few for 3 ranks", nullptr, By::all,
     [](const Communicator& comm) {
       ChoiceOptions options;
       options.schedule.machine = machine_named("hypercube:1", 2);
       (void)choose_plan(ring(comm).pattern(), options);
     }},
    {"pointer less than destinations", "destinations", nullptr, By::some,
     [](const Communicator& comm) {
       const auto table = nice::schedule(comm, {{comm.rank() == 2 ? 0 : 2, 1}});
       nice::Communication communicate(comm, table);
       double value = 0;
       std::vector<void*> from(table.sources.size(), &value);
       communicate({}, from, sizeof value);
     }},
    {"communication moved from", "moved from", nullptr, By::all,
     [](const Communicator& comm) {
       nice::Communication communicate(comm, nice::schedule(comm, {}));
       nice::Communication moved = std::move(communicate);
       communicate({}, {}, 8);
     }},
};

}  // namespace
}  // namespace plans

std::span<const Misuse> misuses_of_plans() { return plans::rows; }

}  // namespace partita::testing_support

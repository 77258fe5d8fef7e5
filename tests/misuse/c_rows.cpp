// Through the C API: the sentence is partita_error().
#include <stdexcept>

#include <partita.h>

#include "tests/misuse/misuse.hpp"

namespace partita::testing_support {

namespace c_interface {
namespace {

void require_ok(int code) {
  if (code != PARTITA_OK) throw std::runtime_error(partita_error());
}

// Each rank's value is owned, and the next rank's is a ghost.
partita_pattern* pattern(const Communicator& comm) {
  const int owner[] = {comm.rank(), (comm.rank() + 1) % 3}, place[] = {0, 0};
  partita_pattern* made = nullptr;
  require_ok(partita_pattern_from_owners(comm.handle(), 0, 2, owner, place, &made));
  return made;
}

partita_exchange* exchange(const Communicator& comm) {
  partita_exchange* made = nullptr;
  require_ok(partita_exchange_new(pattern(comm), "values", "", &made));
  return made;
}

void plan_in_words(const Communicator& comm, const char* words) {
  partita_exchange* made = nullptr;
  require_ok(partita_exchange_new(pattern(comm), "values", words, &made));
}

void gather(const Communicator& comm, partita_field field) {
  require_ok(partita_gather(exchange(comm), 1, &field));
}

double values[4];

const Misuse rows[] = {
    {"C null pattern", "null", nullptr, By::all,
     [](const Communicator&) {
       partita_exchange* made = nullptr;
       require_ok(partita_exchange_new(nullptr, "", "", &made));
     }},
    {"C null output", "null", nullptr, By::all,
     [](const Communicator& comm) { require_ok(partita_exchange_new(pattern(comm), "", "", nullptr)); }},
    {"C null output on rank 1", "null|PARTITA_DEADLINE", nullptr, By::some,
     [](const Communicator& comm) {
       partita_exchange* made = nullptr;
       require_ok(partita_exchange_new(pattern(comm), "", "", comm.rank() == 1 ? nullptr : &made));
     }},
    {"C null lists", "null", nullptr, By::all,
     [](const Communicator& comm) {
       partita_pattern* made = nullptr;
       require_ok(partita_pattern_from_owners(comm.handle(), 0, 2, nullptr, nullptr, &made));
     }},
    {"C negative number of entities", "-2", nullptr, By::all,
     [](const Communicator& comm) {
       partita_pattern* made = nullptr;
       require_ok(partita_pattern_from_owners(comm.handle(), 0, -2, nullptr, nullptr, &made));
     }},
    {"C base 2", "2", nullptr, By::all,
     [](const Communicator& comm) {
       const int owner[] = {comm.rank()}, place[] = {2};
       partita_pattern* made = nullptr;
       require_ok(partita_pattern_from_owners(comm.handle(), 2, 1, owner, place, &made));
     }},
    {"C null communicator", "MPI_COMM_NULL|communicator", nullptr, By::all,
     [](const Communicator&) {
       partita_pattern* made = nullptr;
       require_ok(partita_pattern_from_owners(MPI_COMM_NULL, 0, 0, nullptr, nullptr, &made));
     }},
    {"C unknown words for a plan", "quickest", nullptr, By::all,
     [](const Communicator& comm) { plan_in_words(comm, "quickest"); }},
    {"C words that differ on rank 1", "disagree|rank 0|differ", nullptr, By::some,
     [](const Communicator& comm) { plan_in_words(comm, comm.rank() == 1 ? "lp" : "ac"); }},
    {"C null exchange", "null", nullptr, By::all,
     [](const Communicator&) {
       partita_field field = partita_rows(PARTITA_DOUBLE, values, 2, 1);
       require_ok(partita_gather(nullptr, 1, &field));
     }},
    {"C null fields", "null", nullptr, By::all,
     [](const Communicator& comm) { require_ok(partita_gather(exchange(comm), 1, nullptr)); }},
    {"C no fields", "at least one", nullptr, By::all,
     [](const Communicator& comm) { require_ok(partita_gather(exchange(comm), 0, nullptr)); }},
    {"C null data", "null", nullptr, By::all,
     [](const Communicator& comm) { gather(comm, partita_rows(PARTITA_DOUBLE, nullptr, 2, 1)); }},
    {"C too little room", "room for 1", nullptr, By::all,
     [](const Communicator& comm) { gather(comm, partita_rows(PARTITA_DOUBLE, values, 1, 1)); }},
    {"C unknown type", "type", nullptr, By::all,
     [](const Communicator& comm) {
       gather(comm, partita_rows(static_cast<partita_type>(9), values, 2, 1));
     }},
    {"C negative values of an entity", "-1", nullptr, By::all,
     [](const Communicator& comm) { gather(comm, partita_rows(PARTITA_DOUBLE, values, 2, -1)); }},
    {"C float on rank 1 and int on the others", "of other types|float32", nullptr, By::some,
     [](const Communicator& comm) {
       gather(comm, partita_rows(comm.rank() == 1 ? PARTITA_FLOAT : PARTITA_INT32, values, 2, 1));
     }},
    {"C finish without begin", "had not been begun", nullptr, By::all,
     [](const Communicator& comm) { require_ok(partita_finish_gather(exchange(comm))); }},
    {"C table part that is no rank", "9", nullptr, By::all,
     [](const Communicator& comm) {
       const int part[] = {9};
       partita_table* table = nullptr;
       require_ok(partita_table_from_parts(comm.handle(), 0, 1, part, &table));
     }},
    {"C sums that differ in number", "the number of sums", nullptr, By::all,
     [](const Communicator& comm) {
       double result[2];
       require_ok(partita_exact_sums(comm.handle(), comm.rank() == 1 ? 2 : 1, 1, values, result));
     }},
    {"C negative number of sums", "-1", nullptr, By::all,
     [](const Communicator& comm) {
       double result[1];
       require_ok(partita_exact_sums(comm.handle(), -1, 1, values, result));
     }},
};

}  // namespace
}  // namespace c_interface

std::span<const Misuse> misuses_of_c() { return c_interface::rows; }

}  // namespace partita::testing_support

// Through the C API, what differs from rank to rank: the sentence is partita_error(). The rest is in
// tests/bindings/c/errors_test.cpp.
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

partita_exchange* exchange(const Communicator& comm, const char* words) {
  partita_exchange* made = nullptr;
  require_ok(partita_exchange_new(pattern(comm), "values", words, &made));
  return made;
}

double values[4];

const Misuse rows[] = {
    {"C null output on rank 1", "null|PARTITA_DEADLINE", nullptr, By::some,
     [](const Communicator& comm) {
       partita_exchange* made = nullptr;
       require_ok(partita_exchange_new(pattern(comm), "", "", comm.rank() == 1 ? nullptr : &made));
     }},
    {"C words that differ on rank 1", "disagree|rank 0|differ", nullptr, By::some,
     [](const Communicator& comm) { exchange(comm, comm.rank() == 1 ? "lp" : "ac"); }},
    {"C float on rank 1 and int on the others", "of other types|float32", nullptr, By::some,
     [](const Communicator& comm) {
       const partita_type type = comm.rank() == 1 ? PARTITA_FLOAT : PARTITA_INT32;
       const partita_field field = partita_rows(type, values, 2, 1);
       require_ok(partita_gather(exchange(comm, ""), 1, &field));
     }},
    {"C sums that differ in number", "the number of sums", nullptr, By::all,
     [](const Communicator& comm) {
       double result[2];
       require_ok(partita_exact_sums(comm.handle(), comm.rank() == 1 ? 2 : 1, 1, values, result));
     }},
};

}  // namespace
}  // namespace c_interface

std::span<const Misuse> misuses_of_c() { return c_interface::rows; }

}  // namespace partita::testing_support

#include <stdexcept>

#include <partita/support/collectively.hpp>
#include <partita/support/exact_sum.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/sparse_exchange.hpp>

#include "tests/misuse/misuse.hpp"

namespace partita::testing_support {

namespace exchanges {
namespace {

constexpr const char* other_values =
    "bytes a unit.*give values of the same type|expected .* bytes from rank [0-2] and got|local values";
// From the message, or with PARTITA_CHECK=1 from its header.
constexpr const char* other_types =
    "bytes from rank [0-2] and got .* of other types; give values|bytes a unit, .* but rank";
constexpr const char* circle = "and they wait for each other|will make no more";

void require(bool is_right) {
  if (!is_right) throw std::logic_error("a wrong value");
}

// By rank 1 in another way than by the others.
template <class One, class Others>
void gather_of(const Communicator& comm, One one, Others others) {
  Halo halo(comm);
  if (comm.rank() == 1)
    halo.exchange.gather(one);
  else
    halo.exchange.gather(others);
  halo.exchange.scatter_add(others);
}

// Of two entities.
template <class T = double>
FieldView<T> rows_of(std::size_t components) {
  static std::vector<T> memory(100, 1);
  return FieldView<T>::contiguous(memory.data(), components);
}

std::vector<double> values(std::size_t number = 2) { return std::vector<double>(number, 1); }

const Misuse rows[] = {
    {"vector that is too short on rank 1", "3 elements; it needs one for each of its 2", nullptr, By::some,
     [](const Communicator& comm) { gather_of(comm, values(3), values()); }},
    {"vector of twice the length", "4 elements; it needs one for each of its 2", nullptr, By::all,
     [](const Communicator& comm) { gather_of(comm, values(4), values(4)); }},
    {"range that is too short for its components", "has room for 1 entities; its places need 2", nullptr,
     By::all,
     [](const Communicator& comm) {
       std::vector<double> field = values(3);
       Halo(comm).exchange.gather(FieldView<double>::contiguous(field, 2));
     }},
    {"empty vector on rank 1", "0 elements", nullptr, By::some,
     [](const Communicator& comm) { gather_of(comm, values(0), values()); }},
    {"more components on rank 1", other_values, nullptr, By::some,
     [](const Communicator& comm) { gather_of(comm, rows_of(2), values()); }},
    {"fewer components on rank 1", other_values, nullptr, By::some,
     [](const Communicator& comm) { gather_of(comm, values(2), rows_of(3)); }},
    {"float on rank 1 and double on the others", other_values, nullptr, By::some,
     [](const Communicator& comm) { gather_of(comm, std::vector<float>(2), values()); }},
    {"int on rank 1 and float on the others", other_types, nullptr, By::some,
     [](const Communicator& comm) { gather_of(comm, std::vector<int>(2), std::vector<float>(2)); }},
    {"int64 on rank 1 and double on the others", other_types, nullptr, By::some,
     [](const Communicator& comm) { gather_of(comm, std::vector<std::int64_t>(2), values()); }},
    {"two floats on rank 1 and one double on the others", other_types, nullptr, By::some,
     [](const Communicator& comm) { gather_of(comm, rows_of<float>(2), values()); }},
    {"int64 on rank 1 and double on the others, by messages of MPI", deadline, "int64", By::some,
     [](const Communicator& comm) {
       Halo halo(comm, {.transport = Transport::mpi});
       std::vector<std::int64_t> whole(2);
       std::vector<double> field = values();
       if (comm.rank() == 1)
         halo.exchange.gather(whole);
       else
         halo.exchange.gather(field);
     }},
    {"zero components on rank 1", other_values, nullptr, By::some,
     [](const Communicator& comm) {
       std::vector<double> field = values();
       gather_of(comm, FieldView<double>::contiguous(field.data(), 0),
                 FieldView<double>::contiguous(field.data()));
     }},
    {"null pointer as field", "no data: a null pointer", nullptr, By::all,
     [](const Communicator& comm) { Halo(comm).exchange.gather(FieldView<double>::contiguous(nullptr)); }},
    {"begin twice", "begun again before it was finished; finish it first", nullptr, By::all,
     [](const Communicator& comm) {
       Halo halo(comm);
       std::vector<double> field = values();
       halo.exchange.begin_gather(field);
       halo.exchange.begin_gather(field);
     }},
    {"gather and begin of the same while it is under way", "begun again", nullptr, By::all,
     [](const Communicator& comm) {
       Halo halo(comm);
       std::vector<double> field = values();
       halo.exchange.begin_scatter_add(field);
       halo.exchange.scatter_add(field);
     }},
    {"begin of the same by the operation of a scatter", "begun again before it was finished; finish it first",
     nullptr, By::all,
     [](const Communicator& comm) {
       Halo halo(comm);
       std::vector<double> field = values(), other = values();
       const auto begin_again = [&](double owned, double) {
         halo.exchange.begin_scatter(other);
         return owned;
       };
       halo.exchange.scatter(begin_again, field);
     }},
    {"finish by the operation of a scatter", "finished that had not been begun", nullptr, By::all,
     [](const Communicator& comm) {
       Halo halo(comm);
       std::vector<double> field = values();
       const auto finish_within = [&](double owned, double) {
         halo.exchange.finish_scatter_add(field);
         return owned;
       };
       halo.exchange.scatter(finish_within, field);
     }},
    {"finish without begin", "finished that had not been begun", nullptr, By::all,
     [](const Communicator& comm) {
       Halo halo(comm);
       std::vector<double> field = values();
       halo.exchange.finish_gather(field);
     }},
    {"finish twice", "finished that had not been begun", nullptr, By::all,
     [](const Communicator& comm) {
       Halo halo(comm);
       std::vector<double> field = values();
       halo.exchange.gather(field);
       halo.exchange.finish_gather(field);
     }},
    {"finish of a scatter for a gather", "finished that had not been begun", nullptr, By::all,
     [](const Communicator& comm) {
       Halo halo(comm);
       std::vector<double> field = values();
       halo.exchange.begin_gather(field);
       halo.exchange.finish_scatter_add(field);
     }},
    {"finish with wider values than begin", "begun with", nullptr, By::all,
     [](const Communicator& comm) {
       Halo halo(comm);
       std::vector<double> field = values();
       halo.exchange.begin_gather(field);
       halo.exchange.finish_gather(rows_of(2));
     }},
    {"exchange moved from", "moved from", nullptr, By::all,
     [](const Communicator& comm) {
       Halo halo(comm);
       std::vector<double> field = values();
       Exchange moved = std::move(halo.exchange);
       halo.exchange.gather(field);
     }},
    {"exchange that has failed", "has failed", nullptr, By::all,
     [](const Communicator& comm) {
       Halo halo(comm);
       std::vector<double> field = values();
       for (int attempt = 0; attempt < 3; ++attempt) try {
           halo.exchange.gather(rows_of(comm.rank() == 1 ? 2 : 1));
         } catch (const Error&) {
         }
       halo.exchange.gather(field);
       require(false);
     }},
    {"rank 2 begins exchanges in another order and waits", deadline, circle, By::some,
     [](const Communicator& comm) {
       std::vector<Location> all{{0, 0}, {1, 0}, {2, 0}};
       std::erase(all, Location{comm.rank(), 0});
       const AccessPattern pattern = make_pattern(comm, 1, all);
       Exchange one(pattern, make_plan(pattern)), other(pattern, make_plan(pattern));
       std::vector<double> field = values(3);
       (comm.rank() == 2 ? other : one).gather(field);
       (comm.rank() == 2 ? one : other).gather(field);
     }},
    {"gather on rank 1 and scatter on the others", deadline, circle, By::some,
     [](const Communicator& comm) {
       Halo halo(comm);
       std::vector<double> field = values();
       if (comm.rank() == 1)
         halo.exchange.gather(field);
       else
         halo.exchange.scatter_add(field);
     }},
    {"rank 1 makes a replay less", deadline, "will make no more|PARTITA_DEADLINE", By::some,
     [](const Communicator& comm) {
       Halo halo(comm);
       std::vector<double> field = values();
       halo.exchange.gather(field);
       if (comm.rank() != 1) halo.exchange.gather(field);
     }},
    {"sum on rank 1 and gather on the others", deadline, circle, By::some,
     [](const Communicator& comm) {
       Halo halo(comm);
       std::vector<double> field = values();
       if (comm.rank() == 1) (void)sum(comm, 1);
       halo.exchange.gather(field);
       if (comm.rank() != 1) (void)sum(comm, 1);
     }},
    {"rank 1 throws between exchanges", "negative volume", nullptr, By::some,
     [](const Communicator& comm) {
       Halo halo(comm);
       std::vector<double> field = values();
       if (comm.rank() == 1) throw std::runtime_error("a negative volume");
       halo.exchange.gather(field);
     }},
    {"rank 1 makes an exchange more", "rank 0 is in the reduction of rms.*, but rank 1 is in", nullptr,
     By::all,
     [](const Communicator& comm) {
       const Halo one(comm);
       if (comm.rank() == 1) const Halo other(comm);
       (void)sum(comm, 1.0, "rms");
     }},
    {"entries on two communicators", "several communicators", nullptr, By::all,
     [](const Communicator& comm) {
       const Communicator other(comm.handle());
       const AccessPattern one = ring(comm).pattern(), two = ring(other).pattern();
       std::vector<double> field = values();
       const FieldMemory memory = FieldView<double>::contiguous(field.data());
       Exchange({{one, one, memory}, {two, two, memory}});
     }},
    {"entries of other shapes on rank 2", "disagree about the fields", nullptr, By::all,
     [](const Communicator& comm) {
       const AccessPattern pattern = ring(comm).pattern();
       std::vector<double> field = values(4);
       Exchange({{pattern, pattern, FieldView<double>::contiguous(field.data(), comm.rank() == 2 ? 2 : 1)}});
     }},
    {"entries of other types on rank 2", "disagree about the fields", nullptr, By::all,
     [](const Communicator& comm) {
       const AccessPattern pattern = ring(comm).pattern();
       double field[2] = {};
       std::int64_t whole[2] = {};
       FieldMemory memory = FieldView<double>::contiguous(field);
       if (comm.rank() == 2) memory = FieldView<std::int64_t>::contiguous(whole);
       Exchange({{pattern, pattern, memory}});
     }},
    {"entry given another type", "was given 1 float32; it was made for 1 float64", nullptr, By::all,
     [](const Communicator& comm) {
       const AccessPattern pattern = ring(comm).pattern();
       std::vector<double> field = values();
       std::vector<float> other(2);
       Exchange({{pattern, pattern, FieldView<double>::contiguous(field.data())}}).gather(other);
     }},
    {"entry given too few elements", "was given 1 elements", nullptr, By::all,
     [](const Communicator& comm) {
       const AccessPattern pattern = ring(comm).pattern();
       std::vector<double> field = values(), shorter = values(1);
       Exchange({{pattern, pattern, FieldView<double>::contiguous(field.data())}}).gather(shorter);
     }},
    {"a field less than entries", "1 fields; give one for each", nullptr, By::all,
     [](const Communicator& comm) {
       const AccessPattern pattern = ring(comm).pattern();
       std::vector<double> field = values();
       const FieldMemory memory = FieldView<double>::contiguous(field.data());
       Exchange({{pattern, pattern, memory}, {pattern, pattern, memory}}).gather(field);
     }},
    {"places of another length", "place|owned|ghost", nullptr, By::all,
     [](const Communicator& comm) {
       Places(ring(comm).pattern(), {0, 1, 2}, {});
     }},
};

const Misuse collective_rows[] = {
    {"inspect on rank 1 and a sum on the others", "rank 0 is in the reduction of rms.*, but rank 1 is in a",
     nullptr, By::all,
     [](const Communicator& comm) {
       if (comm.rank() == 1)
         (void)ring(comm);
       else
         (void)sum(comm, 1.0, "rms");
     }},
    {"exact sums of another number on rank 1",
     "but rank 1 is in the reduction of rms: sum of 270 MPI_INT64_T", nullptr, By::all,
     [](const Communicator& comm) {
       const ExactSum both[2];
       (void)exact_sums(comm, {both, comm.rank() == 1 ? 2U : 1U}, "rms");
     }},
    {"sum on rank 1 and exact sum on the others",
     "but rank 1 is in the reduction of rms: sum of 1 MPI_DOUBLE", nullptr, By::all,
     [](const Communicator& comm) {
       const ExactSum one;
       if (comm.rank() == 1)
         (void)sum(comm, 1.0, "rms");
       else
         (void)exact_sums(comm, {&one, 1}, "rms");
     }},
    {"table on rank 1 and sum on the others", "but rank 1 is in a sparse exchange", nullptr, By::all,
     [](const Communicator& comm) {
       if (comm.rank() == 1)
         exchange_messages(comm, {}, [](int, std::size_t) { return nullptr; });
       else
         (void)sum(comm, 1.0, "rms");
     }},
    {"sum of int on rank 2 and of double on the others",
     "rank 0 is in the reduction of rms: sum of 1 MPI_DOUBLE, but rank 2 is in .*: sum of 1 MPI_INT instead",
     nullptr, By::all,
     [](const Communicator& comm) {
       if (comm.rank() == 2)
         (void)sum(comm, 1, "rms");
       else
         (void)sum(comm, 1.0, "rms");
     }},
    {"sum of int64 on rank 2 and of double on the others", "MPI_INT64_T", nullptr, By::all,
     [](const Communicator& comm) {
       if (comm.rank() == 2)
         (void)sum(comm, std::int64_t{1});
       else
         (void)sum(comm, 1.0);
     }},
    {"sum on rank 0 and the largest on the others", "sum of 1 .*largest of 1", nullptr, By::all,
     [](const Communicator& comm) {
       if (comm.rank() == 0)
         (void)sum(comm, 1);
       else
         (void)max(comm, 1);
     }},
    {"sum of another name on rank 1", "the reduction of mass.*the reduction of energy", nullptr, By::all,
     [](const Communicator& comm) { (void)sum(comm, 1.0, comm.rank() == 1 ? "energy" : "mass"); }},
    {"broadcast from another rank on rank 1", "from rank 0.*from rank 1", nullptr, By::all,
     [](const Communicator& comm) {
       std::string word = "a";
       broadcast(comm, word, comm.rank() == 1 ? 1 : 0);
     }},
    {"prefix sum on rank 1 and sum on the others", "a reduction.*a prefix sum", nullptr, By::all,
     [](const Communicator& comm) {
       if (comm.rank() == 1)
         (void)sum_below(comm, 1);
       else
         (void)sum(comm, 1);
     }},
    {"rank 1 skips a sum and makes another", "the reduction of mass.*the reduction of energy", nullptr,
     By::all,
     [](const Communicator& comm) {
       if (comm.rank() != 1) (void)sum(comm, 1.0, "mass");
       (void)sum(comm, 1.0, "energy");
     }},
    {"rank 1 skips a sum and ends", deadline, nullptr, By::some,
     [](const Communicator& comm) {
       if (comm.rank() != 1) (void)sum(comm, 1.0, "mass");
     }},
    {"rank 2 makes a table and the others a plan", "rank 0 is in .*, but rank 2 is in", nullptr, By::all,
     [](const Communicator& comm) {
       const AccessPattern pattern = ring(comm).pattern();
       if (comm.rank() == 2)
         (void)TranslationTable::block(comm, 9);
       else
         (void)make_plan(pattern);
     }},
    {"null communicator", "MPI_COMM_NULL", nullptr, By::all,
     [](const Communicator&) { const Communicator none(MPI_COMM_NULL); }},
};

}  // namespace
}  // namespace exchanges

std::span<const Misuse> misuses_of_exchanges() { return exchanges::rows; }
std::span<const Misuse> misuses_of_collectives() { return exchanges::collective_rows; }

}  // namespace partita::testing_support

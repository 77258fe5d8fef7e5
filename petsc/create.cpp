#include <cstdint>
#include <numeric>
#include <vector>

#include <partita/executor/exchange.hpp>
#include <partita/petsc/create.hpp>
#include <partita/petsc/error_code.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

namespace partita::petsc {

namespace {

// PETSc's number of every local value.
std::vector<PetscInt> numbers(const AccessPattern& pattern) {
  const Communicator& comm = pattern.communicator();
  const std::int64_t owned = pattern.owned();
  const std::int64_t all = sum(comm, owned), first = sum_below(comm, owned);
  if (all > PETSC_MAX_INT)
    throw CollectiveError("PETSc's integers cannot count the ", all,
                          " values of the pattern; configure PETSc --with-64-bit-indices");
  std::vector<PetscInt> numbers(pattern.local_size(), -1);
  std::iota(numbers.begin(), numbers.begin() + owned, static_cast<PetscInt>(first));
  Exchange(pattern).gather(numbers);
  return numbers;
}

}  // namespace

PetscErrorCode create_mapping(const AccessPattern& pattern, PetscInt block_size,
                              ISLocalToGlobalMapping* mapping) {
  return error_code_of(pattern.communicator().handle(), [&] {
    check(ISLocalToGlobalMappingCreate(pattern.communicator().handle(), block_size, pattern.local_size(),
                                       numbers(pattern).data(), PETSC_COPY_VALUES, mapping));
  });
}

}  // namespace partita::petsc

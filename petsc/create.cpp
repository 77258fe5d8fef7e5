#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include <partita/executor/exchange.hpp>
#include <partita/petsc/create.hpp>
#include <partita/petsc/error_code.hpp>
#include <partita/support/collectively.hpp>
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

// Ghosts are leaves at their local indices. The first `roots` local indices are roots.
PetscSF forest_of(const AccessPattern& pattern, local_index roots) {
  std::vector<PetscInt> places(pattern.ghosts());
  std::iota(places.begin(), places.end(), static_cast<PetscInt>(pattern.first_ghost()));
  std::vector<PetscSFNode> nodes;
  for (const auto [rank, index] : pattern.ghost_locations()) nodes.push_back({rank, index});
  PetscSF forest = nullptr;
  check(PetscSFCreate(pattern.communicator().handle(), &forest));
  check(PetscSFSetGraph(forest, roots, pattern.ghosts(), places.data(), PETSC_COPY_VALUES, nodes.data(),
                        PETSC_COPY_VALUES));
  return forest;
}

}  // namespace

PetscErrorCode create_sf(const AccessPattern& pattern, PetscSF* forest) {
  return error_code_of(pattern.communicator().handle(),
                       [&] { *forest = forest_of(pattern, pattern.owned()); });
}

PetscErrorCode create_mapping(const AccessPattern& pattern, PetscInt block_size,
                              ISLocalToGlobalMapping* mapping) {
  return error_code_of(pattern.communicator().handle(), [&] {
    check(ISLocalToGlobalMappingCreate(pattern.communicator().handle(), block_size, pattern.local_size(),
                                       numbers(pattern).data(), PETSC_COPY_VALUES, mapping));
  });
}

PetscErrorCode create_vec(const AccessPattern& pattern, PetscInt block_size, Vec* vec) {
  return error_code_of(pattern.communicator().handle(), [&] {
    collectively(pattern.communicator(), [&] {
      if (pattern.first_ghost() != pattern.owned())
        throw Error("the ghosts of rank ", pattern.communicator().rank(), " begin at ", pattern.first_ghost(),
                    ", behind room for those of another pattern; in a Vec they follow its ", pattern.owned(),
                    " owned values at once");
    });
    const std::vector<PetscInt> all = numbers(pattern);
    const auto ghosts = std::span(all).subspan(pattern.first_ghost());
    check(VecCreateGhostBlock(pattern.communicator().handle(), block_size, block_size * pattern.owned(),
                              PETSC_DECIDE, pattern.ghosts(), ghosts.data(), vec));
  });
}

PetscErrorCode create_section(const AccessPattern& pattern, PetscInt block_size, PetscSection* section,
                              PetscSF* point_forest) {
  return error_code_of(pattern.communicator().handle(), [&] {
    check(PetscSectionCreate(pattern.communicator().handle(), section));
    check(PetscSectionSetChart(*section, 0, pattern.local_size()));
    for (PetscInt point = 0; point < pattern.local_size(); ++point)
      check(PetscSectionSetDof(*section, point, block_size));
    check(PetscSectionSetUp(*section));
    *point_forest = forest_of(pattern, pattern.local_size());
  });
}

}  // namespace partita::petsc

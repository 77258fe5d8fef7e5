#pragma once
// Random star forests: any leaves of any roots. And PETSc's objects of them, destroyed in the end.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <type_traits>
#include <vector>

#include <petscsection.h>
#include <petscsf.h>
#include <petscvec.h>

#include <partita/inspector/location.hpp>
#include <partita/petsc/error_code.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/random.hpp>

namespace partita::testing_support {

using petsc::check;

/// Destroys a PETSc object.
template <class Object, PetscErrorCode (*destroy)(Object*)>
class Owned {
 public:
  Owned() = default;
  ~Owned() { (void)destroy(&object_); }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;

  operator Object() const { return object_; }
  Object* out() { return &object_; }

 private:
  Object object_ = nullptr;
};

using OwnedSF = Owned<PetscSF, PetscSFDestroy>;
using OwnedVec = Owned<Vec, VecDestroy>;
using OwnedMapping = Owned<ISLocalToGlobalMapping, ISLocalToGlobalMappingDestroy>;
using OwnedSection = Owned<PetscSection, PetscSectionDestroy>;

struct RandomForest {
  std::vector<PetscInt> owned;     // roots of every rank; often none
  std::vector<PetscInt> places;    // of this rank's leaves, distinct, in any order
  std::vector<PetscSFNode> roots;  // of this rank's leaves: anywhere, also here, some several times
  PetscInt extent;                 // of the places

  RandomForest(const Communicator& comm, std::uint64_t seed) {
    Random of_all(seed);
    for (int rank = 0; rank < comm.size(); ++rank)
      owned.push_back(of_all.below(4) == 0 ? 0 : static_cast<PetscInt>(of_all.below(9)));
    Random mine(seed * 1000 + static_cast<std::uint64_t>(comm.rank()) + 1);
    std::vector<PetscSFNode> all;
    for (int rank = 0; rank < comm.size(); ++rank)
      for (PetscInt root = 0; root < owned[static_cast<std::size_t>(rank)]; ++root)
        for (std::uint32_t times = mine.below(5); times > 2; --times) all.push_back({rank, root});
    if (mine.below(4) > 0) roots = all;
    mine.shuffle(roots);
    extent = static_cast<PetscInt>(roots.size() + mine.below(5));
    places.resize(static_cast<std::size_t>(extent));
    std::iota(places.begin(), places.end(), 0);
    if (mine.below(2) == 0) mine.shuffle(places);
    places.resize(roots.size());
  }

  PetscInt owned_here(const Communicator& comm) const { return owned[static_cast<std::size_t>(comm.rank())]; }

  void make(PetscInt owned_roots, PetscSF* forest) const {
    std::vector<PetscInt> at = places;  // PETSc takes no constant arrays
    std::vector<PetscSFNode> of = roots;
    check(PetscSFCreate(PETSC_COMM_WORLD, forest));
    check(PetscSFSetGraph(*forest, owned_roots, static_cast<PetscInt>(of.size()), at.data(),
                          PETSC_COPY_VALUES, of.data(), PETSC_COPY_VALUES));
    check(PetscSFSetUp(*forest));
  }
};

/// A vector of so many scalars here, each of which tells rank and place; small integers, whose sums are
/// exact.
inline void make_vec(PetscInt size, PetscInt block_size, Vec* vec) {
  int rank = 0;
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  check(VecCreateMPI(PETSC_COMM_WORLD, size * block_size, PETSC_DETERMINE, vec));
  PetscScalar* values = nullptr;
  check(VecGetArray(*vec, &values));
  for (PetscInt k = 0; k < size * block_size; ++k) values[k] = 1000.0 * (rank + 1) + k;
  check(VecRestoreArray(*vec, &values));
}

/// All values here, those of ghosts too.
inline std::vector<PetscScalar> values_of(Vec vec) {
  Vec local = nullptr;
  check(VecGhostGetLocalForm(vec, &local));
  const Vec all = local != nullptr ? local : vec;
  PetscInt size = 0;
  const PetscScalar* values = nullptr;
  check(VecGetLocalSize(all, &size));
  check(VecGetArrayRead(all, &values));
  std::vector<PetscScalar> copy(values, values + size);
  check(VecRestoreArrayRead(all, &values));
  check(VecGhostRestoreLocalForm(vec, &local));
  return copy;
}

}  // namespace partita::testing_support

// PETSc's PetscSF: owned values are roots, ghosts are leaves; the components of a vertex are one unit.
#include "variant.hpp"

#ifdef PARTITA_WITH_PETSC
#include <petscsf.h>

#include <partita/petsc/error_code.hpp>
#include <partita/petsc/sf_type.hpp>

namespace partita::bench {

namespace {

using petsc::check;

class StarForest final : public Variant {
 public:
  StarForest(const AccessPattern& pattern, const Field& field, PetscSFType type)
      : owned_(field.values), ghosts_(field.of(pattern.first_ghost())) {
    std::vector<PetscSFNode> roots;
    for (const Location& ghost : pattern.ghost_locations()) roots.push_back({ghost.rank, ghost.index});
    check(PetscSFCreate(PETSC_COMM_WORLD, &sf_));
    check(PetscSFSetType(sf_, type));
    check(PetscSFSetGraph(sf_, pattern.owned(), pattern.ghosts(), nullptr, PETSC_COPY_VALUES, roots.data(),
                          PETSC_COPY_VALUES));
    check(PetscSFSetUp(sf_));
    if (field.components > 1) {  // PetscSF does not recognise a unit of one scalar, and cannot add it
      MPI_Type_contiguous(static_cast<int>(field.components), MPIU_SCALAR, &unit_);
      MPI_Type_commit(&unit_);
    }
  }

  ~StarForest() override {
    PetscSFDestroy(&sf_);
    if (unit_ != MPIU_SCALAR) MPI_Type_free(&unit_);
  }

  void gather() override {
    check(PetscSFBcastBegin(sf_, unit_, owned_, ghosts_, MPI_REPLACE));
    check(PetscSFBcastEnd(sf_, unit_, owned_, ghosts_, MPI_REPLACE));
  }

  void scatter_add() override {
    check(PetscSFReduceBegin(sf_, unit_, ghosts_, owned_, MPI_SUM));
    check(PetscSFReduceEnd(sf_, unit_, ghosts_, owned_, MPI_SUM));
  }

 private:
  static_assert(sizeof(PetscScalar) == sizeof(double));

  double* owned_;
  double* ghosts_;
  PetscSF sf_ = nullptr;
  MPI_Datatype unit_ = MPIU_SCALAR;
};

Kind star_forest(PetscSFType type, Family family) {
  return {std::string("PetscSF ") + type, family, [type](const AccessPattern& pattern, const Field& field) {
            return std::make_unique<StarForest>(pattern, field, type);
          }};
}

}  // namespace

std::vector<Kind> petsc_sf() {
  check(petsc::register_sf_type(/*replaces_basic=*/false));
  return {star_forest(PETSCSFBASIC, Family::peer), star_forest(PETSCSFNEIGHBOR, Family::peer),
          star_forest("partita", Family::partita)};
}

}  // namespace partita::bench

#else

namespace partita::bench {

std::vector<Kind> petsc_sf() { return {}; }

}  // namespace partita::bench

#endif

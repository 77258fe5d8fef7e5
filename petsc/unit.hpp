#pragma once
/// \file Units and operations of a PetscSF, which are MPI's and known at run time.

#include <cstddef>
#include <optional>

#include <petscsf.h>

#include <partita/executor/exchange/combine.hpp>

namespace partita::petsc {

/// What one entry of roots and leaves is: values of a type that MPI knows by name, side by side. Any other
/// type without gaps is one value of its own.
struct Unit {
  MPI_Datatype value = MPI_DATATYPE_NULL;
  std::size_t value_bytes = 0;
  std::size_t values = 1;

  std::size_t bytes() const { return values * value_bytes; }

  /// Units from this place on, one behind the other.
  FieldMemory field(const void* data) const;
};

/// Nothing if the type has gaps. Not collective.
std::optional<Unit> unit_of(MPI_Datatype type);

/// Combines units as PetscSFReduce and PetscSFBcast do: by MPI_REPLACE, or by MPI_Reduce_local.
class UnitOperation {
 public:
  /// Nothing if MPI has no such operation on these values: then PETSc has one, or refuses. The type of the
  /// values and the operation must live as long as it is used.
  static std::optional<UnitOperation> of(const Unit& unit, MPI_Op operation);

  bool replaces() const { return operation_ == MPI_REPLACE; }
  Combine combine() const;

 private:
  UnitOperation(MPI_Op operation, MPI_Datatype type, std::size_t in_unit)
      : operation_(operation), type_(type), in_unit_(in_unit) {}

  static void replace(const void* operation, const FieldMemory& field, const Contributions& contributions);
  static void reduce(const void* operation, const FieldMemory& field, const Contributions& contributions);

  MPI_Op operation_;
  MPI_Datatype type_;
  std::size_t in_unit_;  // of this type
};

}  // namespace partita::petsc

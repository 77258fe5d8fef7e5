#include <algorithm>
#include <array>
#include <cstring>

#include <partita/executor/exchange/operations.hpp>
#include <partita/petsc/unit.hpp>

namespace partita::petsc {

namespace {

// What MPI's operations distinguish (MPI 4.0, section 6.9.2).
enum class Numbers { none, integers, reals, complexes, pairs };

struct NamedType {
  MPI_Datatype type;
  Numbers numbers;
};

Numbers numbers_of(MPI_Datatype type) {
  using enum Numbers;
  static const std::array known{
      NamedType{MPI_DOUBLE, reals},
      NamedType{MPI_INT, integers},
      NamedType{MPI_INT64_T, integers},
      NamedType{MPI_INT32_T, integers},
      NamedType{MPI_LONG, integers},
      NamedType{MPI_LONG_LONG_INT, integers},
      NamedType{MPI_UNSIGNED, integers},
      NamedType{MPI_UNSIGNED_LONG, integers},
      NamedType{MPI_UINT64_T, integers},
      NamedType{MPI_SHORT, integers},
      NamedType{MPI_SIGNED_CHAR, integers},
      NamedType{MPI_UNSIGNED_CHAR, integers},
      NamedType{MPI_FLOAT, reals},
      NamedType{MPI_LONG_DOUBLE, reals},
      NamedType{MPI_C_DOUBLE_COMPLEX, complexes},
      NamedType{MPI_C_FLOAT_COMPLEX, complexes},
      NamedType{MPI_2INT, pairs},
      NamedType{MPI_DOUBLE_INT, pairs},
      NamedType{MPI_FLOAT_INT, pairs},
      NamedType{MPI_LONG_INT, pairs},
  };
  const auto found = std::ranges::find(known, type, &NamedType::type);
  return found == known.end() ? none : found->numbers;
}

struct NamedOperation {
  MPI_Op operation;
  bool on_integers, on_reals, on_complexes, on_pairs;

  bool is_on(Numbers numbers) const {
    using enum Numbers;
    return (numbers == integers && on_integers) || (numbers == reals && on_reals) ||
           (numbers == complexes && on_complexes) || (numbers == pairs && on_pairs);
  }
};

const NamedOperation* find(MPI_Op operation) {
  static const std::array known{
      NamedOperation{MPI_SUM, true, true, true, false},
      NamedOperation{MPI_PROD, true, true, true, false},
      NamedOperation{MPI_MAX, true, true, false, false},
      NamedOperation{MPI_MIN, true, true, false, false},
      NamedOperation{MPI_LAND, true, false, false, false},
      NamedOperation{MPI_LOR, true, false, false, false},
      NamedOperation{MPI_LXOR, true, false, false, false},
      NamedOperation{MPI_BAND, true, false, false, false},
      NamedOperation{MPI_BOR, true, false, false, false},
      NamedOperation{MPI_BXOR, true, false, false, false},
      NamedOperation{MPI_MAXLOC, false, false, false, true},
      NamedOperation{MPI_MINLOC, false, false, false, true},
  };
  const auto found = std::ranges::find(known, operation, &NamedOperation::operation);
  return found == known.end() ? nullptr : &*found;
}

// PETSc's own, for numbers that MPI does not know.
bool is_of_petsc(MPI_Op operation, MPI_Datatype type) {
  const bool is_known = operation == MPIU_SUM || operation == MPIU_MAX || operation == MPIU_MIN;
  return is_known && (type == MPIU_SCALAR || type == MPIU_REAL);
}

// Of named values side by side; else one value.
Unit taken_apart(MPI_Datatype type) {
  int integers = 0, addresses = 0, types = 0, combiner = MPI_COMBINER_NAMED;
  MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  if (combiner != MPI_COMBINER_CONTIGUOUS) return {type, 0, 1};
  int count = 1;
  MPI_Datatype value = MPI_DATATYPE_NULL;
  MPI_Type_get_contents(type, integers, addresses, types, &count, nullptr, &value);
  MPI_Type_get_envelope(value, &integers, &addresses, &types, &combiner);
  if (combiner == MPI_COMBINER_NAMED) return {value, 0, static_cast<std::size_t>(count)};
  MPI_Type_free(&value);
  return {type, 0, 1};
}

constexpr Add plus{};

}  // namespace

std::optional<Unit> unit_of(MPI_Datatype type) {
  Unit unit = numbers_of(type) == Numbers::none ? taken_apart(type) : Unit{type, 0, 1};
  MPI_Aint first = 0, extent = 0;
  int bytes = 0;
  MPI_Type_get_extent(unit.value, &first, &extent);
  MPI_Type_size(unit.value, &bytes);
  if (first != 0 || extent != bytes || bytes == 0) return std::nullopt;
  unit.value_bytes = static_cast<std::size_t>(bytes);
  return unit;
}

FieldMemory Unit::field(const void* data) const {
  const auto bytes_of_unit = static_cast<std::ptrdiff_t>(bytes());
  return FieldMemory::array(const_cast<void*>(data), value_bytes, /*alignment=*/1, ValueKind::unknown,
                            bytes_of_unit, {1, 1, values}, {0, 0, static_cast<std::ptrdiff_t>(value_bytes)});
}

std::optional<UnitOperation> UnitOperation::of(const Unit& unit, MPI_Op operation) {
  const NamedOperation* const named = find(operation);
  const bool is_known = operation == MPI_REPLACE || is_of_petsc(operation, unit.value) ||
                        (named != nullptr && named->is_on(numbers_of(unit.value)));
  if (!is_known) return std::nullopt;
  return UnitOperation(operation, unit.value, unit.values);
}

Combine UnitOperation::combine() const {
  if (replaces()) return {replace, this};
  if (type_ == MPIU_SCALAR && operation_ == MPIU_SUM) return combine_by<PetscScalar>(plus);
  return {reduce, this};
}

void UnitOperation::replace(const void* /*operation*/, const FieldMemory& field,
                            const Contributions& contributions) {
  const std::byte* next = contributions.packed;
  const std::size_t bytes = field.bytes();
  for (const local_index entity : contributions.entities) {
    std::memcpy(field.entity(entity), next, bytes);
    next += contributions.stride;
  }
}

// MPI combines entities that follow one another in one call.
void UnitOperation::reduce(const void* operation, const FieldMemory& field,
                           const Contributions& contributions) {
  const auto& [by, type, in_unit] = *static_cast<const UnitOperation*>(operation);
  const std::span entities = contributions.entities;
  const bool are_packed = contributions.stride == field.bytes();
  for (std::size_t k = 0, next = 0; k < entities.size(); k = next) {
    for (next = k + 1; are_packed && next < entities.size() && entities[next] == entities[next - 1] + 1;)
      ++next;
    MPI_Reduce_local(contributions.packed + k * contributions.stride, field.entity(entities[k]),
                     static_cast<int>((next - k) * in_unit), type, by);
  }
}

}  // namespace partita::petsc

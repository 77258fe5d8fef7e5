#pragma once
/// \file Fields and operations that are known at run time.

#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include <partita/executor/exchange/combine.hpp>
#include <partita/executor/exchange/operations.hpp>
#include <partita/executor/replay/memory/field_memory.hpp>
#include <partita/support/error.hpp>

#include "bindings/c/partita.h"

namespace partita::c {

/// Calls use(T{}) for the type of this name. @throws Error if there is none
template <class Use>
decltype(auto) with_type(partita_type type, Use&& use) {
  switch (type) {
    case PARTITA_INT8:
      return use(std::int8_t{});
    case PARTITA_INT16:
      return use(std::int16_t{});
    case PARTITA_INT32:
      return use(std::int32_t{});
    case PARTITA_INT64:
      return use(std::int64_t{});
    case PARTITA_FLOAT:
      return use(float{});
    case PARTITA_DOUBLE:
      return use(double{});
    case PARTITA_COMPLEX_FLOAT:
      return use(std::complex<float>{});
    case PARTITA_COMPLEX_DOUBLE:
      return use(std::complex<double>{});
  }
  throw Error("a field has the type ", static_cast<int>(type),
              "; there are PARTITA_INT8 to PARTITA_COMPLEX_DOUBLE");
}

/// @param number of the field in its call, from 1: for sentences
/// @throws Error if it has no data, no type, less room than `entities`, or an extent that is negative
FieldMemory memory_of(const partita_field& field, int number, local_index entities);

/// An operation on fields of these types, as scatters take it.
class Operation {
 public:
  /// @throws Error if one of the fields has no such operation (the smaller of two complex numbers)
  Operation(std::span<const partita_field> fields, partita_operation operation);
  Operation(std::span<const partita_field> fields, partita_combine combine, void* context);
  Operation(Operation&&) = default;  // no copies: one's own functions are pointed to
  Operation& operator=(Operation&&) = default;

  std::span<const Combine> of_fields() const { return of_fields_; }

 private:
  /// The program's own function, for values of one type.
  struct Given {
    partita_combine combine;
    void* context;
    partita_type type;
  };

  std::vector<Given> given_;  // by field
  std::vector<Combine> of_fields_;
};

}  // namespace partita::c

#pragma once
/// \file Fields and operations that are known at run time.

#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include <partita/executor/fields/combine.hpp>
#include <partita/executor/memory/field_memory.hpp>
#include <partita/executor/operations.hpp>
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

/// An operation on fields of these types: see detail::Combine.
class Operation {
 public:
  /// @throws Error if one of the types has no such operation (the smaller of two complex numbers)
  Operation(partita_operation operation, std::vector<partita_type> types);
  Operation(partita_combine combine, void* context, std::vector<partita_type> types);

  void operator()(std::size_t field, const FieldMemory& memory, const detail::Contributions& given) const {
    with_combine(field, [&](const auto& combine) { combine(0, memory, given); });
  }
  void operator()(std::size_t field, const FieldMemory& memory, local_index to, const FieldMemory& other,
                  local_index from) const {
    with_combine(field, [&](const auto& combine) { combine(0, memory, to, other, from); });
  }

 private:
  template <class Use>
  void with_combine(std::size_t field, Use&& use) const;

  partita_operation operation_ = PARTITA_REPLACE;
  partita_combine combine_ = nullptr;
  void* context_ = nullptr;
  std::vector<partita_type> types_;
};

template <class T>
inline constexpr bool has_order = true;
template <class T>
inline constexpr bool has_order<std::complex<T>> = false;

template <class Use>
void Operation::with_combine(std::size_t field, Use&& use) const {
  const partita_type type = types_[field];
  with_type(type, [&](auto value) {
    using T = decltype(value);
    const auto with = [&](auto operation) { use(detail::Combine<decltype(operation), T>(operation)); };
    if (combine_ != nullptr) {
      with([this, type](T owned, const T& contribution) {
        combine_(&owned, &contribution, type, context_);
        return owned;
      });
    } else if (operation_ == PARTITA_ADD) {
      with([](T owned, const T& contribution) { return static_cast<T>(owned + contribution); });
    } else if (operation_ == PARTITA_REPLACE) {
      with(Replace{});
    } else if constexpr (has_order<T>) {
      if (operation_ == PARTITA_MIN)
        with(Min{});
      else
        with(Max{});
    }
  });
}

}  // namespace partita::c

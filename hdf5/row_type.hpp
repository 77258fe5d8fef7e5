#pragma once
/// \file Types of rows in HDF5.

#include <cstddef>
#include <string>

#include <partita/inspector/named_field.hpp>

#include "hdf5/handle.hpp"

namespace partita::hdf5 {

/// The type of a row's values in memory.
inline hid_t native(detail::ValueType type) {
  switch (type) {
    case detail::ValueType::float64:
      return H5T_NATIVE_DOUBLE;
    case detail::ValueType::float32:
      return H5T_NATIVE_FLOAT;
    case detail::ValueType::int64:
      return H5T_NATIVE_INT64;
    case detail::ValueType::int32:
      return H5T_NATIVE_INT32;
    case detail::ValueType::uint8:
      return H5T_NATIVE_UINT8;
  }
  throw Error("a type of values without a name");
}

inline std::size_t bytes_of(const detail::RowType& row) {
  return static_cast<std::size_t>(row.components) * H5Tget_size(native(row.type));
}

/// Throws Error if a name cannot be that of a dataset or an attribute.
/// @param of  "a field"
inline void require_name(const std::string& name, const char* of) {
  if (name.empty() || name == "." || name.find('/') != name.npos)
    throw Error("\"", name, "\" is no name for ", of, "; take a word without slash");
}

}  // namespace partita::hdf5

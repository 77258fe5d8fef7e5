#pragma once
/// \file Attributes of a file, group or dataset: numbers and texts.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>

#include "hdf5/handle.hpp"

namespace partita::hdf5 {

/// One value is a scalar; several are an array.
inline void write_attribute(hid_t object, const std::string& name, hid_t type, const void* values,
                            hsize_t count = 1) {
  const Handle space(count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, nullptr), H5Sclose);
  const Handle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  check(H5Awrite(attribute, type, values));
}

template <class T>
void write_attribute(hid_t object, const std::string& name, T value) {
  write_attribute(object, name, native<T>(), &value);
}

inline void write_attribute(hid_t object, const std::string& name, const std::string& value) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  check(H5Tset_size(type, std::max<std::size_t>(1, value.size())));
  write_attribute(object, name, type, value.c_str());
}

/// One number or one text. Anything else of that name would be read beyond the value.
inline Handle open_scalar(hid_t object, const char* name) {
  if (H5Aexists(object, name) <= 0) throw Error("it has no ", name);
  Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const Handle space(H5Aget_space(attribute), H5Sclose);
  if (H5Sget_simple_extent_npoints(space) != 1) throw Error("its ", name, " is no single value");
  return attribute;
}

/// Of a length that its type says, or of any: h5py writes both.
inline std::string read_string(hid_t object, const char* name) {
  const Handle attribute = open_scalar(object, name);
  const Handle type(H5Aget_type(attribute), H5Tclose);
  if (H5Tget_class(type) != H5T_STRING || H5Tget_size(type) == 0) throw Error("its ", name, " is no text");
  if (H5Tis_variable_str(type) > 0) {
    char* text = nullptr;
    check(H5Aread(attribute, type, &text));
    const std::unique_ptr<char, herr_t (*)(void*)> of_hdf5(text, H5free_memory);
    return text == nullptr ? "" : text;
  }
  std::string value(H5Tget_size(type), '\0');
  check(H5Aread(attribute, type, value.data()));
  return value.c_str();  // up to its end
}

template <class T>
T read_number(hid_t object, const char* name) {
  T value{};
  const Handle attribute = open_scalar(object, name);
  if (!is_of_numbers(Handle(H5Aget_type(attribute), H5Tclose))) throw Error("its ", name, " is no number");
  check(H5Aread(attribute, native<T>(), &value));
  return value;
}

}  // namespace partita::hdf5

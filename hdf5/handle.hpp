#pragma once
/// \file Identifiers of HDF5 as objects, and its errors as one sentence.

#include <cstdint>
#include <exception>
#include <type_traits>
#include <utility>

#include <hdf5.h>

#include <partita/support/error.hpp>

namespace partita::hdf5 {

/// Keeps HDF5 from printing its errors on stderr: they are thrown instead, as one sentence.
class QuietErrors {
 public:
  QuietErrors() {
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~QuietErrors() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

/// Throws Error if an identifier or a status says that a call failed. The caller adds the file's name.
inline void check(std::int64_t status) {
  if (status < 0) throw Error("HDF5 finds it impossible");
}

/// What a function returns that HDF5 calls: no exception passes through HDF5.
template <class Work>
herr_t status_of(Work&& work) {
  try {
    work();
    return 0;
  } catch (const std::exception&) {
    return -1;
  }
}

/// An identifier with the function that closes it. Throws Error if it is invalid.
class Handle {
 public:
  Handle(hid_t id, herr_t (*closes)(hid_t)) : id_(id), close_(closes) { check(id_); }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;
  operator hid_t() const { return id_; }

  /// Throws Error if what the identifier stands for cannot be finished, as a file.
  void close() { check(close_(std::exchange(id_, -1))); }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// Whether values of this type are integers or floating-point numbers. A damaged file may have types without
/// bytes, by whose size nothing can be divided.
inline bool is_of_numbers(hid_t type) {
  const H5T_class_t kind = H5Tget_class(type);
  return (kind == H5T_INTEGER || kind == H5T_FLOAT) && H5Tget_size(type) > 0;
}

/// The type of T in memory.
template <class T>
hid_t native() {
  if constexpr (std::is_same_v<T, double>)
    return H5T_NATIVE_DOUBLE;
  else if constexpr (std::is_same_v<T, float>)
    return H5T_NATIVE_FLOAT;
  else if constexpr (std::is_same_v<T, int>)
    return H5T_NATIVE_INT;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return H5T_NATIVE_INT64;
  else if constexpr (std::is_same_v<T, std::uint64_t>)
    return H5T_NATIVE_UINT64;
  else if constexpr (std::is_same_v<T, std::uint8_t>)
    return H5T_NATIVE_UINT8;
  else
    static_assert(!sizeof(T), "no HDF5 type known for this type");
}

}  // namespace partita::hdf5

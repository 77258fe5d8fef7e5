#include "hdf5.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include <partita/support/error.hpp>

namespace partita::hdf5 {

namespace {

// What the caller puts the name of the file before.
void check(std::int64_t status) {
  if (status < 0) throw Error("HDF5 finds it impossible");
}

template <class T>
hid_t native() {
  if constexpr (std::is_same_v<T, std::int64_t>)
    return H5T_NATIVE_INT64;
  else if constexpr (std::is_same_v<T, std::uint64_t>)
    return H5T_NATIVE_UINT64;
  else if constexpr (std::is_same_v<T, double>)
    return H5T_NATIVE_DOUBLE;
}

Handle file_access() { return {H5Pcreate(H5P_FILE_ACCESS), H5Pclose}; }

Handle in_memory(std::size_t growth) {
  Handle access = file_access();
  check(H5Pset_fapl_core(access, growth, false));
  return access;
}

void write_attribute(hid_t file, const char* name, hid_t type, const void* value) {
  const Handle scalar(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(H5Acreate2(file, name, type, scalar, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  check(H5Awrite(attribute, type, value));
}

// One number or one text of known length; whatever else has the name would be read beyond `value`.
Handle open_scalar(hid_t file, const char* name) {
  Handle attribute(H5Aopen(file, name, H5P_DEFAULT), H5Aclose);
  const Handle space(H5Aget_space(attribute), H5Sclose);
  if (H5Sget_simple_extent_npoints(space) != 1) throw Error(text("its ", name, " is no single value"));
  return attribute;
}

}  // namespace

QuietErrors::QuietErrors() {
  H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

QuietErrors::~QuietErrors() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }

Handle::Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) { check(id_); }

Handle::~Handle() {
  if (id_ >= 0) close_(id_);
}

Handle create_in_memory() {
  constexpr std::size_t growth = std::size_t{1} << 20;
  return {H5Fcreate("in memory", H5F_ACC_TRUNC, H5P_DEFAULT, in_memory(growth)), H5Fclose};
}

std::vector<char> image(hid_t file) {
  check(H5Fflush(file, H5F_SCOPE_GLOBAL));
  const auto size = H5Fget_file_image(file, nullptr, 0);
  check(size);
  std::vector<char> bytes(static_cast<std::size_t>(size));
  check(H5Fget_file_image(file, bytes.data(), bytes.size()));
  return bytes;
}

Handle create_together(const Communicator& comm, const std::filesystem::path& path) {
  const Handle access = file_access();
  check(H5Pset_fapl_mpio(access, comm.handle(), MPI_INFO_NULL));
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose};
}

Handle open_image(std::vector<char>& bytes) {
  const Handle access = in_memory(bytes.size());
  check(H5Pset_file_image(access, bytes.data(), bytes.size()));
  return {H5Fopen("in memory", H5F_ACC_RDONLY, access), H5Fclose};
}

void write_attribute(hid_t file, const char* name, const std::string& value) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  check(H5Tset_size(type, std::max<std::size_t>(1, value.size())));
  write_attribute(file, name, type, value.c_str());
}

void write_attribute(hid_t file, const char* name, std::int64_t value) {
  write_attribute(file, name, H5T_NATIVE_INT64, &value);
}

void write_attribute(hid_t file, const char* name, std::uint64_t value) {
  write_attribute(file, name, H5T_NATIVE_UINT64, &value);
}

void write_attribute(hid_t file, const char* name, double value) {
  write_attribute(file, name, H5T_NATIVE_DOUBLE, &value);
}

std::string read_string(hid_t file, const char* name) {
  const Handle attribute = open_scalar(file, name);
  const Handle type(H5Aget_type(attribute), H5Tclose);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0)
    throw Error(text("its ", name, " is no text"));
  std::string value(H5Tget_size(type), '\0');
  check(H5Aread(attribute, type, value.data()));
  return value.c_str();  // up to its end
}

template <class T>
T read_number(hid_t file, const char* name) {
  T value{};
  check(H5Aread(open_scalar(file, name), native<T>(), &value));
  return value;
}
template std::int64_t read_number(hid_t, const char*);
template std::uint64_t read_number(hid_t, const char*);
template double read_number(hid_t, const char*);

bool write_column(hid_t file, const std::string& name, std::span<const std::int64_t> values,
                  const Share& share, bool together) {
  const hsize_t total = share.total, first = share.first, count = values.size();
  const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  check(H5Pset_create_intermediate_group(links, 1));
  const Handle space(H5Screate_simple(1, &total, nullptr), H5Sclose);
  const Handle column(
      H5Dcreate2(file, name.c_str(), H5T_NATIVE_INT64, space, links, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
  if (total == 0) return true;

  const Handle memory(H5Screate_simple(1, &count, nullptr), H5Sclose);
  if (count == 0)
    check(H5Sselect_none(space));
  else
    check(H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, nullptr, &count, nullptr));
  const Handle transfer(H5Pcreate(H5P_DATASET_XFER), H5Pclose);
  if (together) check(H5Pset_dxpl_mpio(transfer, H5FD_MPIO_COLLECTIVE));
  const std::int64_t nothing = 0;  // HDF5 wants an address even so
  return H5Dwrite(column, H5T_NATIVE_INT64, memory, space, transfer,
                  values.empty() ? &nothing : values.data()) >= 0;
}

std::vector<std::int64_t> read_column(hid_t file, const std::string& name, std::size_t file_bytes) {
  const Handle column(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
  const Handle space(H5Dget_space(column), H5Sclose);
  const auto numbers = H5Sget_simple_extent_npoints(space);
  check(numbers);
  if (static_cast<std::size_t>(numbers) > file_bytes / sizeof(std::int64_t))
    throw Error(text("its ", name, " claims to be longer than the file"));
  std::vector<std::int64_t> values(static_cast<std::size_t>(numbers));
  if (!values.empty()) check(H5Dread(column, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  return values;
}

}  // namespace partita::hdf5

#include "columns.hpp"

#include <partita/support/error.hpp>

namespace partita::hdf5 {

Handle create_together(const Communicator& comm, const std::filesystem::path& path) {
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  check(H5Pset_fapl_mpio(access, comm.handle(), MPI_INFO_NULL));
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose};
}

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
  const std::int64_t nothing = 0;  // HDF5 wants an address even for no values
  return H5Dwrite(column, H5T_NATIVE_INT64, memory, space, transfer,
                  values.empty() ? &nothing : values.data()) >= 0;
}

std::vector<std::int64_t> read_column(hid_t file, const std::string& name, std::size_t file_bytes) {
  const Handle column(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
  const Handle space(H5Dget_space(column), H5Sclose);
  const auto numbers = H5Sget_simple_extent_npoints(space);
  check(numbers);
  if (static_cast<std::size_t>(numbers) > file_bytes / sizeof(std::int64_t))
    throw Error("its ", name, " claims to be longer than the file");
  std::vector<std::int64_t> values(numbers);
  if (!values.empty()) check(H5Dread(column, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  return values;
}

}  // namespace partita::hdf5

#pragma once
/// \file Files that all ranks write together, complete or absent.

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>

#include <fcntl.h>
#include <unistd.h>

#include <partita/support/atomic_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/seal.hpp>

#include "hdf5/handle.hpp"

namespace partita::hdf5 {

/// A new file that the ranks write together. Collective, and so is everything done with it.
inline Handle create_together(const Communicator& comm, const std::filesystem::path& path) {
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
#ifdef H5_HAVE_PARALLEL
  check(H5Pset_fapl_mpio(access, comm.handle(), MPI_INFO_NULL));
#endif
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose};
}

/// Open MPI 4.1 hangs on a full disk, and HDF5 1.10 crashes, so room is taken before. `path` then exists.
inline void require_room(const std::filesystem::path& path, std::uint64_t bytes) {
  const int file = open(path.c_str(), O_CREAT | O_WRONLY, 0666);
  if (file < 0) throw Error(std::strerror(errno));
  const int problem = posix_fallocate(file, 0, static_cast<off_t>(bytes));
  close(file);
  if (problem != 0) throw Error(std::strerror(problem));
}

/// Writes a file under a temporary name, seals it if wanted and gives it its name. Collective.
///
/// @param bytes  of this rank's values
/// @param content  of a file to be sealed
/// @param write  write(file) makes the same attributes and datasets on all ranks, in the same order, and
/// returns false if a share of this rank could not be written
/// @throws CollectiveError if the file cannot be written. A file of that name then stays as it was. An HDF5
/// without MPI writes for one rank only.
template <class Write>
void write_together(const Communicator& comm, const std::filesystem::path& path, std::uint64_t bytes,
                    const std::optional<SealedContent>& content, Write&& write) {
#ifndef H5_HAVE_PARALLEL
  if (comm.size() > 1)
    throw CollectiveError("cannot write ", path.string(), " from ", comm.size(),
                          " ranks: this HDF5 has no MPI; install a parallel HDF5, or write from one rank");
#endif
  std::optional<AtomicFile> whole;  // on rank 0, which alone gives the file its name
  collectively(comm, [&] {
    if (comm.rank() == 0) whole.emplace(path);
  });
  std::string temporary = whole ? whole->temporary().string() : std::string();
  broadcast(comm, temporary);

  constexpr std::uint64_t about_them = 1 << 16;  // what HDF5 writes about the values
  const std::uint64_t all = about_them + sum(comm, bytes);
  collectively(comm, [&] {
    try {
      if (whole) require_room(temporary, all);
    } catch (const Error& error) {
      throw Error("cannot write ", path.string(), ": ", error.what());
    }
  });

  // HDF5 fails alike on all ranks, except where it writes this rank's share.
  const std::string failed = text("cannot write ", path.string(), ": the disk may be full");
  std::optional<std::string> problem;
  try {
    const QuietErrors quiet;
    const Handle file = create_together(comm, temporary);
    if (!write(static_cast<hid_t>(file))) problem = failed;
  } catch (const Error&) {
    problem = failed;
  }
  agree(comm, problem);
  if (content) seal(comm, temporary, *content);
  collectively(comm, [&] {
    if (whole) whole->commit();
  });
}

}  // namespace partita::hdf5

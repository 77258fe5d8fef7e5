#pragma once
/// \file Files that all ranks write together, or one process, complete or absent.
///
/// One process lays the file out: HDF5 makes it in memory, without the rows. What HDF5 has written is taken
/// from there, and the rows go to the true file by plain calls of the system. So no failure of a disk happens
/// inside HDF5, which some versions do not survive, and no HDF5 with MPI is needed. Each rank writes its rows
/// where they belong and waits until they are on the disk; all agree that they are. Then the file is sealed,
/// if wanted, and gets its name.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <partita/support/atomic_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/input_file.hpp>
#include <partita/support/output_file.hpp>
#include <partita/support/seal.hpp>

#include "hdf5/sparse_memory.hpp"
#include "hdf5/tables.hpp"

namespace partita::hdf5 {

/// Makes all of a file but the rows of the tables. Returns where those of each table begin. Not collective.
/// @param describe  describe(file) makes groups and attributes
template <class Describe>
std::vector<std::uint64_t> begin_file(AtomicFile& whole, const std::filesystem::path& path,
                                      const Tables& tables, Describe&& describe) {
  const auto memory = std::make_shared<SparseMemory>();
  std::vector<std::uint64_t> first;
  try {
    const QuietErrors quiet;
    Handle file = create_in(memory);
    describe(static_cast<hid_t>(file));
    for (const auto& [table, rows, values] : tables.all()) {
      first.push_back(H5Dget_offset(make_dataset(file, table)));
      if (first.back() == HADDR_UNDEF && table.shape.rows > 0) check(-1);
    }
    file.close();
  } catch (const Error& error) {
    throw Error("cannot write ", path.string(), ": ", error.what());
  }
  for (const auto& [address, bytes] : memory->blocks()) whole.file().write(address, bytes);
  whole.file().set_size(memory->size());
  whole.file().sync();  // before others write: blocks have zeros in place of rows
  return first;
}

/// Writes this rank's rows where they belong, and waits until they are on the disk. Not collective.
/// @param temporary  the file that `begin_file` has begun; `path` in sentences
/// @throws Error as OutputFile
inline void write_rows(const std::filesystem::path& temporary, const std::filesystem::path& path,
                       const Tables& tables, std::span<const std::uint64_t> first) {
  std::optional<OutputFile> file;
  for (auto begin = first.begin(); const auto& [table, rows, values] : tables.all()) {
    const std::uint64_t offset = *begin++ + static_cast<std::uint64_t>(rows.begin) * table.row_bytes();
    if (values.empty()) continue;
    if (!file) file.emplace(temporary, OutputFile::Mode::open, path);
    file->write(offset, values);
  }
  if (file) file->sync();
}

/// Writes a file. Collective.
///
/// @param tables   of this rank; on each rank the same ones
/// @param content  of a file to be sealed
/// @param describe  as for `begin_file`; on rank 0
/// @throws CollectiveError if the file cannot be written. A file of that name then stays as it was, unless
/// all but its folder has reached the disk: then it is the new one.
template <class Describe>
void write_together(const Communicator& comm, const std::filesystem::path& path, const Tables& tables,
                    const std::optional<SealedContent>& content, Describe&& describe) {
  std::optional<AtomicFile> whole;  // on rank 0, which alone gives the file its name
  std::string temporary;
  std::vector<std::uint64_t> first;
  collectively(comm, [&] {
    if (comm.rank() != 0) return;
    whole.emplace(path);
    first = begin_file(*whole, path, tables, describe);
    temporary = whole->temporary().string();
  });
  broadcast(comm, temporary);
  broadcast(comm, first);
  collectively(comm, [&] { write_rows(temporary, path, tables, first); });
  std::string line;
  if (content) {
    const InputFile file = collectively(comm, [&] { return InputFile(temporary, "a file", path); });
    line = seal_for(comm, file, *content);
  }
  collectively(comm, [&] {
    if (!whole) return;
    whole->file().append(line);
    whole->commit();
  });
}

/// The same by one process, which has all rows. Not collective. @throws Error
template <class Describe>
void write_alone(const std::filesystem::path& path, const Tables& tables, const SealedContent& content,
                 Describe&& describe) {
  AtomicFile whole(path);
  write_rows(whole.temporary(), path, tables, begin_file(whole, path, tables, describe));
  whole.file().append(seal_for(InputFile(whole.temporary(), "a file", path), content));
  whole.commit();
}

}  // namespace partita::hdf5

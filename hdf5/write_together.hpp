#pragma once
/// \file Files that all ranks write together, or one process, complete or absent.
///
/// One process lays the file out. Each rank then writes its rows where they belong and waits until they are
/// on the disk; all agree that they are. Then the file is sealed, if wanted, and gets its name.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <partita/support/atomic_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/input_file.hpp>
#include <partita/support/output_file.hpp>
#include <partita/support/seal.hpp>

#include "hdf5/layout.hpp"

namespace partita::hdf5 {

/// Writes rows of tables where they belong in a file that was laid out. Not collective.
/// @throws Error as OutputFile
class RowsWriter {
 public:
  /// @param first  Layout::first
  RowsWriter(std::filesystem::path path, std::filesystem::path called, std::span<const NewTable> tables,
             std::span<const std::uint64_t> first)
      : path_(std::move(path)), called_(std::move(called)), tables_(tables), first_(first) {}

  void write(std::size_t table, const Rows& rows, std::span<const std::byte> values) {
    if (values.empty()) return;
    if (!file_) file_.emplace(path_, OutputFile::Mode::open, called_);
    file_->write(first_[table] + static_cast<std::uint64_t>(rows.begin) * tables_[table].row_bytes(), values);
  }

  /// Waits until the rows are on the disk.
  void sync() {
    if (file_) file_->sync();
  }

 private:
  std::filesystem::path path_, called_;
  std::span<const NewTable> tables_;
  std::span<const std::uint64_t> first_;
  std::optional<OutputFile> file_;
};

/// Makes all of a file but the rows. Returns where the rows of each table begin. Not collective.
template <class Describe>
std::vector<std::uint64_t> begin_file(AtomicFile& whole, const std::filesystem::path& path,
                                      std::span<const NewTable> tables, Describe&& describe) {
  Layout layout;
  try {
    layout = lay_out(tables, describe);
  } catch (const Error& error) {
    throw Error("cannot write ", path.string(), ": ", error.what());
  }
  for (const auto& [address, bytes] : layout.about->blocks()) whole.file().write(address, bytes);
  whole.file().set_size(layout.about->size());
  whole.file().sync();  // before others write: blocks have zeros in place of rows
  return std::move(layout.first);
}

/// A file that waits for its seal. Not collective. @throws Error as InputFile
inline InputFile written(const std::filesystem::path& temporary, const std::filesystem::path& path) {
  return {temporary, "a file", path};
}

/// Writes a file. Collective.
///
/// @param tables   of all ranks together, on each rank the same
/// @param content  of a file to be sealed
/// @param describe  describe(file) makes groups and attributes; on rank 0
/// @param fill      fill(writer) writes this rank's rows
/// @throws CollectiveError if the file cannot be written. A file of that name then stays as it was, unless
/// all but its folder has reached the disk: then it is the new one.
template <class Describe, class Fill>
void write_together(const Communicator& comm, const std::filesystem::path& path,
                    std::span<const NewTable> tables, const std::optional<SealedContent>& content,
                    Describe&& describe, Fill&& fill) {
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
  collectively(comm, [&] {
    RowsWriter writer(temporary, path, tables, first);
    fill(writer);
    writer.sync();
  });
  std::string line;
  if (content) line = seal_for(comm, collectively(comm, [&] { return written(temporary, path); }), *content);
  collectively(comm, [&] {
    if (!whole) return;
    whole->file().append(line);
    whole->commit();
  });
}

/// The same by one process, which has all rows. Not collective. @throws Error
template <class Describe, class Fill>
void write_alone(const std::filesystem::path& path, std::span<const NewTable> tables,
                 const SealedContent& content, Describe&& describe, Fill&& fill) {
  AtomicFile whole(path);
  const std::vector<std::uint64_t> first = begin_file(whole, path, tables, describe);
  RowsWriter writer(whole.temporary(), path, tables, first);
  fill(writer);
  whole.file().append(seal_for(written(whole.temporary(), path), content));
  whole.commit();
}

}  // namespace partita::hdf5

#pragma once
/// \file A file that is written by calls whose every result is checked.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace partita {

/// A file to write to. Short writes are continued, and interrupted ones begun again. The bytes are on the
/// disk after `sync`, not before. Not collective: several processes may write parts of one file.
///
/// All functions throw Error with what the system says: "cannot write run.h5: No space left on device".
class OutputFile {
 public:
  enum class Mode {
    create,  ///< there must be none of this name, nor a link
    open     ///< there must be one, and no link
  };

  /// @param called  the file's name in sentences
  OutputFile(const std::filesystem::path& path, Mode mode, const std::filesystem::path& called);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::uint64_t offset, std::span<const std::byte> bytes);
  void write(std::uint64_t offset, std::string_view text) { write(offset, std::as_bytes(std::span(text))); }

  /// Writes behind what is there.
  void append(std::string_view text);

  /// What is not written is zero.
  void set_size(std::uint64_t bytes);

  /// Says to other processes that this file is in use, while this process lives, if the file system has
  /// locks.
  void mark_used();

  /// Gives the file the permissions of another, if that exists.
  void take_mode_of(const std::filesystem::path& other);

  /// Waits until the bytes written by this process are on the disk.
  void sync();

 private:
  [[noreturn]] void fail() const;

  std::filesystem::path called_;
  int file_;
};

/// Whether a process that lives has marked this file. No if there is none; yes if that cannot be found out.
bool is_used(const std::filesystem::path& path);

/// Gives a file another name, which may be that of a file before. @throws Error as OutputFile
void rename_file(const std::filesystem::path& from, const std::filesystem::path& to);

/// Waits until the names in a folder are on the disk, where it can. @throws Error as OutputFile
void sync_folder(const std::filesystem::path& folder);

}  // namespace partita

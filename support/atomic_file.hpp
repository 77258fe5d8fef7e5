#pragma once
/// \file Output files that are complete or absent.

#include <filesystem>
#include <optional>
#include <string_view>

#include <partita/support/output_file.hpp>

namespace partita {

/// A file written under a temporary name beside its final one. `commit` renames it, when its bytes are on the
/// disk: after a failure of power there is the old file or the new one. A link stays, and the file that it
/// leads to is written; a file of before keeps its permissions. Without `commit` (after an error) the
/// temporary file is removed, and a file of the final name stays as it was. Not collective.
///
/// The temporary name cannot be predicted, and is that of no file before. Temporary files of the same name
/// whose processes have ended are removed.
class AtomicFile {
 public:
  /// Throws Error if the folder does not exist or cannot be written, or if the name is that of a folder, a
  /// device, a pipe or an open file (/dev/stdout).
  explicit AtomicFile(const std::filesystem::path& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Where to write until `commit`, for others than this process.
  const std::filesystem::path& temporary() const { return temporary_; }
  OutputFile& file() { return *file_; }

  /// Throws Error if what was written does not reach the disk, or if the file cannot be renamed.
  void commit();

 private:
  std::filesystem::path path_, folder_, temporary_;
  std::optional<OutputFile> file_;
};

/// Writes a file with this content, whole or not at all. Throws Error as AtomicFile does, and if the disk is
/// full. Not collective.
void write_whole(const std::filesystem::path& path, std::string_view content);

/// True if both paths name the same file, which need not exist: writing one would overwrite the other. Empty
/// paths name no file.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace partita

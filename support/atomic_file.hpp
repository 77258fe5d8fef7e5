#pragma once
/// \file Output files that are whole or absent, never half-written.

#include <filesystem>
#include <string_view>

namespace partita {

/// A file being written under a temporary name beside its final one. `commit` renames it; without `commit`
/// (an error on the way) the temporary file is removed and whatever stood under the final name stays as it
/// was.
class AtomicFile {
 public:
  /// Throws Error when the folder does not exist or cannot be written, and when the name is that of a folder,
  /// a device, a pipe or an open file (/dev/stdout).
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Where to write until `commit`.
  const std::filesystem::path& temporary() const { return temporary_; }

  /// Throws Error when the file cannot be renamed.
  void commit();

 private:
  std::filesystem::path path_;
  std::filesystem::path temporary_;
};

/// Writes a file with this content, whole or not at all. Throws Error as AtomicFile does, and when the disk
/// is full.
void write_whole(const std::filesystem::path& path, std::string_view content);

/// True when both name the same file, there already or not: writing one would overwrite the other. Empty
/// names are no files.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace partita

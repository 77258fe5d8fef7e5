#pragma once
/// \file Output files that are whole or absent, never half-written.

#include <filesystem>

namespace partita {

/// A file being written under a temporary name beside its final one. `commit` renames it; without `commit`
/// (an error on the way) the temporary file is removed and whatever stood under the final name stays as it
/// was.
class AtomicFile {
 public:
  /// Throws Error when the folder does not exist or cannot be written.
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

}  // namespace partita

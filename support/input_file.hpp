#pragma once
/// \file Files that are read. They may be anyone's.

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace partita {

/// An ordinary file, to be read in pieces. Anything else is refused at once: a pipe would make its reader
/// wait, and a device may have no end. Not collective: each process opens the file for itself.
///
/// All functions throw Error, which begins with the file's name.
class InputFile {
 public:
  /// @param wanted  continues "name" in the sentence about a folder: "a mesh file"
  /// @param called  the file's name in sentences, unless it is the path
  InputFile(const std::filesystem::path& path, std::string_view wanted,
            const std::filesystem::path& called = {});
  ~InputFile();
  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&&) = delete;

  std::size_t size() const { return size_; }

  /// Fills `bytes` with those of the file from `begin` on.
  void read(std::size_t begin, std::span<char> bytes) const;

  /// Appends the bytes from `begin` to `end`.
  void append_to(std::string& text, std::size_t begin, std::size_t end) const;

 private:
  std::string called_;
  int file_;
  std::size_t size_ = 0;
};

/// The content of a file. Parameters and errors as for InputFile.
std::string load_text(const std::filesystem::path& path, std::string_view wanted);

}  // namespace partita

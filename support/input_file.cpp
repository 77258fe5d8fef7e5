#include <algorithm>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <partita/support/again.hpp>
#include <partita/support/error.hpp>
#include <partita/support/input_file.hpp>

namespace partita {

InputFile::InputFile(const std::filesystem::path& path, std::string_view wanted,
                     const std::filesystem::path& called)
    : called_((called.empty() ? path : called).string()),
      file_(again([&] { return open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC); })) {
  struct stat found {};
  if (file_ < 0 || fstat(file_, &found) != 0) {
    const int problem = errno;
    close(file_);
    throw Error(called_, ": cannot be opened: ", std::strerror(problem));
  }
  if (!S_ISREG(found.st_mode)) {
    close(file_);
    throw Error(called_, S_ISDIR(found.st_mode) ? ": this is a folder" : ": this is no ordinary file",
                "; name ", wanted);
  }
  size_ = static_cast<std::size_t>(found.st_size);
}

InputFile::~InputFile() { close(file_); }

InputFile::InputFile(InputFile&& other) noexcept
    : called_(std::move(other.called_)), file_(std::exchange(other.file_, -1)), size_(other.size_) {}

void InputFile::read(std::size_t begin, std::span<char> bytes) const {
  constexpr std::size_t most = std::size_t{1} << 30;  // systems give less than 2 GiB at a time
  while (!bytes.empty()) {
    const auto count = again(
        [&] { return pread(file_, bytes.data(), std::min(bytes.size(), most), static_cast<off_t>(begin)); });
    if (count < 0) throw Error(called_, ": cannot be read: ", std::strerror(errno));
    if (count == 0) throw Error(called_, ": cannot be read: it has become shorter");
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    begin += static_cast<std::size_t>(count);
  }
}

void InputFile::append_to(std::string& text, std::size_t begin, std::size_t end) const {
  const std::size_t before = text.size();
  text.resize(before + (end - begin));
  read(begin, std::span(text).subspan(before));
}

std::string load_text(const std::filesystem::path& path, std::string_view wanted) {
  const InputFile file(path, wanted);
  std::string content;
  file.append_to(content, 0, file.size());
  return content;
}

}  // namespace partita

#include <algorithm>
#include <charconv>
#include <fstream>
#include <span>
#include <string>

#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/output_file.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/seal.hpp>
#include <partita/support/xxh64.hpp>

namespace partita {

namespace {

constexpr std::uint64_t block_bytes = std::uint64_t{1} << 20;
constexpr std::uint64_t longest_line = 80;

std::string beginning_of_line(const SealedContent& content) {
  return text("\nPartita ", content.name, ", format ");
}

std::string line_under(std::uint64_t checksum, const SealedContent& content) {
  return text(beginning_of_line(content), content.format, ", checksum ", hex(checksum), "\n");
}

// Reads part of a file.
void read(const std::filesystem::path& path, std::uint64_t first, std::span<char> bytes) {
  std::ifstream in(path, std::ios::binary);
  in.seekg(static_cast<std::streamoff>(first));
  in.read(bytes.data(), std::ssize(bytes));
  if (!in) throw Error("cannot read ", path.string());
}

std::uint64_t size_of(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) throw Error("there is no file ", path.string());
  if (!std::filesystem::is_regular_file(path)) throw Error(path.string(), " is no ordinary file");
  return std::filesystem::file_size(path);
}

// One of `shares` parts of the checksum of the first `bytes` bytes. The parts add up to the checksum.
std::uint64_t checksum(const std::filesystem::path& path, std::uint64_t bytes, std::uint64_t share = 0,
                       std::uint64_t shares = 1) {
  const std::uint64_t blocks = (bytes + block_bytes - 1) / block_bytes;
  std::uint64_t sum = 0;
  std::vector<char> block;
  for (std::uint64_t b = blocks * share / shares; b < blocks * (share + 1) / shares; ++b) {
    block.resize(std::min(block_bytes, bytes - b * block_bytes));
    read(path, b * block_bytes, block);
    sum += xxh64(std::as_bytes(std::span(block)), b);
  }
  return sum;
}

std::uint64_t checksum_of_shares(const Communicator& comm, const std::filesystem::path& path,
                                 std::uint64_t bytes) {
  const auto rank = static_cast<std::uint64_t>(comm.rank()), size = static_cast<std::uint64_t>(comm.size());
  return sum(comm, collectively(comm, [&] { return checksum(path, bytes, rank, size); }));
}

void append(const std::filesystem::path& path, const std::string& line) {
  OutputFile file(path, OutputFile::Mode::open, path);
  file.write(size_of(path), line);
  file.sync();
}

std::string change_of(const std::filesystem::path& path, const SealedContent& content) {
  return text(path.string(), " has changed since it was written; save the ", content.name, " again");
}

}  // namespace

// With the end of the line above.
std::string seal_of(const std::filesystem::path& path, const SealedContent& content) {
  const std::uint64_t size = size_of(path);
  std::string end(std::min(size, longest_line), '\0');
  read(path, size - end.size(), end);
  const std::string beginning = beginning_of_line(content);
  const std::size_t found = end.rfind(beginning);
  if (found == end.npos || end.find('\n', found + 1) == end.npos)
    throw Error(path.string(), " is no ", content.name, " file of Partita, or not all of one");

  const std::string line = end.substr(found);
  int format = 0;
  std::from_chars(line.data() + beginning.size(), line.data() + line.size(), format);
  if (format != content.format)
    throw Error(path.string(), " is of format ", format, ", and this Partita reads format ", content.format,
                "; save the ", content.name, " again");
  return line;
}

void seal(const std::filesystem::path& path, const SealedContent& content) {
  append(path, line_under(checksum(path, size_of(path)), content));
}

void seal(const Communicator& comm, const std::filesystem::path& path, const SealedContent& content) {
  const std::uint64_t bytes = collectively(comm, [&] { return size_of(path); });
  const std::string line = line_under(checksum_of_shares(comm, path, bytes), content);
  collectively(comm, [&] {
    if (comm.rank() == 0) append(path, line);
  });
}

std::vector<char> read_sealed(const std::filesystem::path& path, const SealedContent& content) {
  const std::string line = seal_of(path, content);
  std::vector<char> bytes(size_of(path) - line.size());
  if (line != line_under(checksum(path, bytes.size()), content)) throw Error(change_of(path, content));
  read(path, 0, bytes);
  return bytes;
}

std::string check_seal(const Communicator& comm, const std::filesystem::path& path,
                       const SealedContent& content) {
  std::uint64_t bytes = 0;
  std::string line = collectively(comm, [&] {
    if (comm.rank() != 0) return std::string();
    const std::string found = seal_of(path, content);
    bytes = size_of(path) - found.size();
    return found;
  });
  broadcast(comm, line);
  bytes = sum(comm, bytes);
  if (line != line_under(checksum_of_shares(comm, path, bytes), content))
    throw CollectiveError(change_of(path, content));
  return line;
}

}  // namespace partita

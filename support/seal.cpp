#include <algorithm>
#include <charconv>
#include <span>
#include <string>

#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/input_file.hpp>
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

InputFile opened(const std::filesystem::path& path, const SealedContent& content) {
  return {path, text("a ", content.name, " file")};
}

// One of `shares` parts of the checksum of the first `bytes` bytes. The parts add up to the checksum.
std::uint64_t checksum(const InputFile& file, std::uint64_t bytes, std::uint64_t share = 0,
                       std::uint64_t shares = 1) {
  const std::uint64_t blocks = (bytes + block_bytes - 1) / block_bytes;
  std::uint64_t sum = 0;
  std::vector<char> block;
  for (std::uint64_t b = blocks * share / shares; b < blocks * (share + 1) / shares; ++b) {
    block.resize(std::min(block_bytes, bytes - b * block_bytes));
    file.read(b * block_bytes, block);
    sum += xxh64(std::as_bytes(std::span(block)), b);
  }
  return sum;
}

// Collective.
std::uint64_t checksum_of_shares(const Communicator& comm, const InputFile& file, std::uint64_t bytes) {
  const auto rank = static_cast<std::uint64_t>(comm.rank()), size = static_cast<std::uint64_t>(comm.size());
  return sum(comm, collectively(comm, [&] { return checksum(file, bytes, rank, size); }));
}

// The last line, with the end of the line above.
std::string seal_in(const InputFile& file, const std::filesystem::path& path, const SealedContent& content) {
  std::string end;
  file.append_to(end, file.size() - std::min<std::size_t>(file.size(), longest_line), file.size());
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

std::string change_of(const std::filesystem::path& path, const SealedContent& content) {
  return text(path.string(), " has changed since it was written; save the ", content.name, " again");
}

}  // namespace

std::string seal_for(const InputFile& file, const SealedContent& content) {
  return line_under(checksum(file, file.size()), content);
}

std::string seal_for(const Communicator& comm, const InputFile& file, const SealedContent& content) {
  return line_under(checksum_of_shares(comm, file, file.size()), content);
}

std::string seal_of(const std::filesystem::path& path, const SealedContent& content) {
  return seal_in(opened(path, content), path, content);
}

std::vector<char> read_sealed(const std::filesystem::path& path, const SealedContent& content) {
  const InputFile file = opened(path, content);
  const std::string line = seal_in(file, path, content);
  std::vector<char> bytes(file.size() - line.size());
  if (line != line_under(checksum(file, bytes.size()), content)) throw Error(change_of(path, content));
  file.read(0, bytes);
  return bytes;
}

std::string check_seal(const Communicator& comm, const std::filesystem::path& path,
                       const SealedContent& content) {
  std::string line;
  const InputFile file = collectively(comm, [&] {
    InputFile of_rank = opened(path, content);
    if (comm.rank() == 0) line = seal_in(of_rank, path, content);
    return of_rank;
  });
  broadcast(comm, line);
  const std::uint64_t bytes = file.size() - std::min(file.size(), line.size());
  if (line != line_under(checksum_of_shares(comm, file, bytes), content))
    throw CollectiveError(change_of(path, content));
  return line;
}

}  // namespace partita

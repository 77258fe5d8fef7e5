#include "seal.hpp"

#include <charconv>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>

namespace partita {

namespace {

constexpr std::string_view beginning = "\nPartita schedule, format ";
constexpr std::size_t longest_line = 80;

std::string line_under(std::span<const char> bytes, int format) {
  return text(beginning, format, ", checksum ", Hash().add(bytes).hex(), "\n");
}

std::vector<char> bytes_of(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) throw Error("there is no file ", path.string());
  if (!std::filesystem::is_regular_file(path)) throw Error(path.string(), " is no ordinary file");
  std::ifstream in(path, std::ios::binary);
  std::vector<char> bytes(std::filesystem::file_size(path));
  in.read(bytes.data(), std::ssize(bytes));
  if (!in) throw Error("cannot read ", path.string());
  return bytes;
}

}  // namespace

void seal(const std::filesystem::path& path) {
  const std::string line = line_under(bytes_of(path), schedule_file_format);
  std::ofstream out(path, std::ios::binary | std::ios::app);
  out << line;
  out.close();
  if (!out) throw Error("cannot write ", path.string(), ": the disk may be full");
}

std::vector<char> read_sealed(const std::filesystem::path& path) {
  std::vector<char> bytes = bytes_of(path);
  const std::string_view all(bytes.data(), bytes.size());
  const std::string_view end = all.substr(all.size() - std::min(all.size(), longest_line));
  const std::size_t found = end.rfind(beginning);
  if (found == end.npos) throw Error(path.string(), " is no schedule file of Partita, or not all of one");

  const std::string_view line = end.substr(found);
  int format = 0;
  std::from_chars(line.data() + beginning.size(), line.data() + line.size(), format);
  if (format != schedule_file_format)
    throw Error(path.string(), " is of format ", format, ", and this Partita reads format ",
                schedule_file_format, "; save the schedule again");

  const std::size_t above = all.size() - line.size();
  if (line != line_under({bytes.data(), above}, format))
    throw Error(path.string(), " has changed since it was written; save the schedule again");
  bytes.resize(above);
  return bytes;
}

}  // namespace partita

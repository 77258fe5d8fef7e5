#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include <partita/executor/learning/way_memory.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {

namespace {

constexpr const char* heading = "Partita: learnt ways, version 1";
constexpr std::size_t longest_line = 200;

using Lines = std::map<std::string, std::string>;  // by key and direction: all after them

Strategy strategy_in(const std::string& words) {
  std::istringstream in(words);
  std::string algorithm, protocol, rest;
  int window = 0;
  double microseconds = 0;
  if (!(in >> algorithm >> protocol >> window >> microseconds) || in >> rest || window < 1 ||
      !(microseconds >= 0))
    throw Error("\"", words, "\" is no way");
  return {algorithm_named(algorithm), protocol_named(protocol), window};
}

// Throws Error unless the file is absent or as `remember` writes it.
Lines read(const std::string& file) {
  Lines lines;
  if (!std::filesystem::exists(file)) return lines;
  std::ifstream in(file);
  std::string line;
  if (!std::getline(in, line) || line != heading) throw Error("its first line is not \"", heading, "\"");
  while (std::getline(in, line)) {
    auto space = line.find(' ');
    if (space != std::string::npos) space = line.find(' ', space + 1);
    if (space == std::string::npos || line.size() > longest_line) throw Error("a line is damaged");
    const std::string words = line.substr(space + 1);
    (void)strategy_in(words);
    lines[line.substr(0, space)] = words;
  }
  return lines;
}

// Whatever goes wrong, the program goes on without.
template <class Work>
auto try_with(const std::string& file, Work&& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::exception& error) {
    std::fputs(text("partita: the file of learnt ways ", file, " (PARTITA_CACHE) is ignored: ", error.what(),
                    "; remove it, or name another\n")
                   .c_str(),
               stderr);
    return decltype(work())();
  }
}

}  // namespace

std::string WayMemory::key(Direction direction) const {
  return key_ + (direction == Direction::gather ? " gather" : " scatter");
}

std::optional<Strategy> WayMemory::recall(Direction direction) const {
  return try_with(file_, [&]() -> std::optional<Strategy> {
    const Lines lines = read(file_);
    const auto mine = lines.find(key(direction));
    if (mine == lines.end()) return std::nullopt;
    return strategy_in(mine->second);
  });
}

void WayMemory::remember(Direction direction, const Strategy& way, double seconds) const {
  try_with(file_, [&] {
    Lines lines = read(file_);  // again: another program may have added to it
    char number[32];
    std::snprintf(number, sizeof number, "%.6g", seconds * 1e6);
    lines[key(direction)] =
        text(name_of(way.algorithm), " ", name_of(way.protocol), " ", way.window, " ", number);
    std::string all = text(heading, "\n");
    for (const auto& [whose, words] : lines) all += text(whose, " ", words, "\n");
    write_whole(file_, all);
  });
}

}  // namespace partita::detail

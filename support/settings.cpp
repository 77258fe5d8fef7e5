#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

#include <unistd.h>

#include <partita/support/error.hpp>
#include <partita/support/settings.hpp>

namespace partita {

namespace {

constexpr std::array all{
    Setting{
        "PARTITA_CACHE", "a folder",
        "C and Fortran: plans that a race has found are kept in files of this folder, and the next run takes "
        "them; the program links `partita::schedule_files`"},
    Setting{
        "PARTITA_CHECK", "1 or 0 (0)",
        "1: exchanges and collectives that do not match end with an `Error` that names both ranks; set it on "
        "all ranks"},
    Setting{"PARTITA_DEADLINE", "seconds",
            "a rank that has waited for this time throws `Error`, which says for what, or ends the process "
            "where it cannot throw"},
    Setting{"PARTITA_LEARN", "1 or 0 (1)", "0: exchanges between hosts try no other ways in their replays"},
    Setting{"PARTITA_MACHINE", "a name or a TOML file",
            "C and Fortran: the machine for which plans are chosen; if it is not set, "
            "`~/.config/partita/machine.toml`, if that exists"},
    Setting{"PARTITA_MONITOR", "seconds",
            "a rank that has waited for this time says for what, on stderr, once in each wait"},
    Setting{"PARTITA_PLAN", "words for plans",
            "C and Fortran: the plan of every exchange, or of one by its name"},
    Setting{"PARTITA_VERBOSE", "1 or 0 (0)",
            "1: C and Fortran: rank 0 prints the plan of each exchange, and the reason"},
};

// CMake and this project's scripts read these.
constexpr std::array<std::string_view, 6> of_builds{"PARTITA_BASELINE", "PARTITA_DIR",  "PARTITA_INSTALL",
                                                    "PARTITA_MIRROR",   "PARTITA_ROOT", "PARTITA_TAGS"};

bool is_known(std::string_view name) { return std::ranges::find(all, name, &Setting::name) != all.end(); }

// How many letters must be inserted, removed or replaced (Levenshtein).
std::size_t distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);  // from the letters so far to each beginning of `to`
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i] != to[j] ? 1 : 0);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

std::string advice_for(std::string_view unknown) {
  const auto distance_from = [&](const Setting& known) { return distance(unknown, known.name); };
  const Setting& nearest = *std::ranges::min_element(all, {}, distance_from);
  constexpr std::size_t close = 2;
  if (distance_from(nearest) <= close) return text("did you mean ", nearest.name, "?");
  std::string names;
  for (const Setting& known : all) names.append(names.empty() ? "there are " : ", ").append(known.name);
  return names;
}

}  // namespace

std::span<const Setting> settings() { return all; }

std::string table_of_settings() {
  std::string table = "| variable | values | meaning |\n| --- | --- | --- |\n";
  for (const auto& [name, values, meaning] : all)
    table += text("| `", name, "` | ", values, " | ", meaning, " |\n");
  return table;
}

const char* setting(std::string_view name) {
  if (!is_known(name)) throw Error(name, " is not in the table of settings");
  return std::getenv(std::string(name).c_str());
}

bool is_switched_on(std::string_view name, bool otherwise, std::string_view what) {
  const char* const given = setting(name);
  if (given == nullptr || *given == '\0') return otherwise;
  if (given != std::string_view("0") && given != std::string_view("1"))
    throw Error(name, " is \"", given, "\"; give 1 ", what, ", or 0");
  return *given == '1';
}

std::string unknown_settings(const char* const* environment) {
  std::string lines;
  for (; *environment != nullptr; ++environment) {
    const std::string_view variable = *environment, name = variable.substr(0, variable.find('='));
    if (!name.starts_with("PARTITA_") || is_known(name) || std::ranges::count(of_builds, name) > 0) continue;
    lines += text("partita: the environment variable ", name, " is unknown; ", advice_for(name), "\n");
  }
  return lines;
}

void say_unknown_settings() {
  // Initialised once in a process, and changed no more.
  [[maybe_unused]] static const int said = std::fputs(unknown_settings(environ).c_str(), stderr);
}

}  // namespace partita

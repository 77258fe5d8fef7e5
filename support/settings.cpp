#include <algorithm>
#include <array>
#include <cstdlib>

#include <unistd.h>

#include <partita/support/error.hpp>
#include <partita/support/messages.hpp>
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
    Setting{"PARTITA_POISON", "1 or 0 (0)",
            "1: ghosts are NaN from the moment their owners change (declared loops, `changed`) until they "
            "are exchanged; "
            "debug builds do so in declared loops in any case"},
    Setting{
        "PARTITA_PROFILE", "a JSON file",
        "where the time of exchanges, loops and reductions goes, and for which ranks they wait; a table at "
        "the end"},
    Setting{"PARTITA_RECORD", "a file",
            "fingerprints of fields at marks, exchanges and loops, for `partita-diff`"},
    Setting{"PARTITA_RECORD_AT", "the number of a mark",
            "the values of that mark, too, in files beside the record"},
    Setting{"PARTITA_SEAL", "1 or 0 (0)",
            "1: checksums travel with messages; if values have changed, the rank, the host and the leg "
            "(packed, travelled, unpacked) are said, and the job ends"},
    Setting{"PARTITA_SKIP", "sites of a record",
            "while a record is kept: exchanges that are called from these places do nothing"},
    Setting{"PARTITA_TIMELINE", "a JSON file",
            "what each rank does, and the messages, for `ui.perfetto.dev` and `scripts/plot-timeline`"},
    Setting{
        "PARTITA_TIMELINE_STEPS", "first:end",
        "the steps of the timeline, counted by the exchange that is replayed most often; the latest if it is "
        "not set"},
    Setting{"PARTITA_VERBOSE", "1 or 0 (0)",
            "1: C and Fortran: rank 0 prints the plan of each exchange, and the reason"},
};

// CMake and this project's scripts read these.
constexpr std::array<std::string_view, 7> of_builds{"PARTITA_BASELINE", "PARTITA_DIR",    "PARTITA_INSTALL",
                                                    "PARTITA_KOKKOS",   "PARTITA_MIRROR", "PARTITA_ROOT",
                                                    "PARTITA_TAGS"};

bool is_known(std::string_view name) { return std::ranges::find(all, name, &Setting::name) != all.end(); }

std::string names() {
  std::string listed;
  for (const Setting& known : all) listed.append(listed.empty() ? "" : ", ").append(known.name);
  return listed;
}

bool say_unknown() {
  for (const char* const* environment = environ; *environment != nullptr; ++environment) {
    const std::string_view variable = *environment, name = variable.substr(0, variable.find('='));
    if (!name.starts_with("PARTITA_") || is_known(name) || std::ranges::count(of_builds, name) > 0) continue;
    detail::say(text("partita: the environment variable ", name, " is unknown; there are ", names()).c_str());
  }
  return true;
}

}  // namespace

std::span<const Setting> settings() { return all; }

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

void say_unknown_settings(bool is_first) {
  // Initialised once in a process, and changed no more.
  [[maybe_unused]] static const bool said = is_first && say_unknown();
}

}  // namespace partita

#include <cstdlib>
#include <filesystem>

#include <partita/executor/choosing/machine_here.hpp>
#include <partita/executor/choosing/plan_in_words.hpp>
#include <partita/io/environment.hpp>
#include <partita/io/plan_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/messages.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/settings.hpp>
#ifdef PARTITA_HAVE_MACHINE_FILES
#include <partita/io/machine_file.hpp>
#endif

namespace partita {

namespace {

std::string or_empty(const char* value) { return value ? value : ""; }

std::string machine_source() {
  if (std::string given = or_empty(setting("PARTITA_MACHINE")); !given.empty()) return given;
  const std::string home = or_empty(std::getenv("HOME"));
  const std::filesystem::path usual = std::filesystem::path(home) / ".config/partita/machine.toml";
  std::error_code none;
  return !home.empty() && std::filesystem::exists(usual, none) ? usual.string() : "";
}

Machine machine_of(const std::string& source, int ranks) {
  const bool is_file = source.ends_with(".toml") || source.find('/') != source.npos;
  try {
    if (!is_file) return machine_named(source, ranks);
#ifdef PARTITA_HAVE_MACHINE_FILES
    return read_machine(source, ranks);
#else
    throw Error("PARTITA_MACHINE is the file ", source,
                ", but this Partita was built without toml++ and reads none; give a machine's name");
#endif
  } catch (const Error& error) {
    throw Error(
        "the machine that plans are chosen for (PARTITA_MACHINE, or ~/.config/partita/machine.toml): ",
        error.what());
  }
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

// The same for the same messages, hosts and machine. Collective.
std::filesystem::path file_in_cache(const Environment& environment, const MessageVectors& vectors) {
  const Communicator& comm = vectors.communicator;
  const std::string messages = name_of(vectors);
  const int ranks_on_host = machine_here(comm).ranks_per_host;
  const std::uint64_t machine = environment.machine ? fingerprint(*environment.machine) : 0;
  const std::string key = Hash().add(messages, ranks_on_host, machine).hex();
  return std::filesystem::path(environment.cache) / (key + ".h5");
}

// The program goes on without the cache. Collective.
template <class Work>
void try_with_cache(const Communicator& comm, Work&& work) {
  try {
    work();
  } catch (const CollectiveError& error) {
    if (comm.rank() == 0) detail::say(text("partita: PARTITA_CACHE: ", error.what()).c_str());
  }
}

// Collective.
std::optional<Plan> recalled_plan(const Environment& environment, const MessageVectors& vectors) {
  std::optional<Plan> found;
  if (environment.cache.empty()) return found;
  const Communicator& comm = vectors.communicator;
  const std::filesystem::path file = file_in_cache(environment, vectors);
  std::error_code none;
  const bool is_there = max(comm, comm.rank() == 0 && std::filesystem::exists(file, none) ? 1 : 0) > 0;
  if (is_there) try_with_cache(comm, [&] { found = load_plan(vectors, file); });
  return found;
}

}  // namespace

std::optional<std::string> Environment::words_for(std::string_view name) const {
  std::optional<std::string> for_the_rest;
  for (std::string_view rest = plans; !rest.empty();) {
    const std::string_view entry = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(rest.size(), entry.size() + 1));
    const auto colon = entry.find(':');
    if (colon == std::string_view::npos) {
      if (!trimmed(entry).empty()) for_the_rest = trimmed(entry);
    } else if (trimmed(entry.substr(0, colon)) == name) {
      return std::string(trimmed(entry.substr(colon + 1)));
    }
  }
  return for_the_rest;
}

Environment read_environment(const Communicator& comm) {
  Environment environment;
  if (comm.rank() == 0) {
    environment.machine_source = machine_source();
    environment.plans = or_empty(setting("PARTITA_PLAN"));
    environment.cache = or_empty(setting("PARTITA_CACHE"));
  }
  for (std::string* words : {&environment.machine_source, &environment.plans, &environment.cache})
    broadcast(comm, *words);
  const bool is_verbose = collectively(comm, [&] {
    if (!environment.machine_source.empty())
      environment.machine = machine_of(environment.machine_source, comm.size());
    return comm.rank() == 0 && is_switched_on("PARTITA_VERBOSE", false, "to be told what exchanges took");
  });
  environment.verbose = max(comm, is_verbose ? 1 : 0) > 0;
  return environment;
}

void remember_plan(const Environment& environment, const MessageVectors& vectors, const Plan& plan) {
  if (environment.cache.empty()) return;
  const Communicator& comm = vectors.communicator;
  const std::filesystem::path file = file_in_cache(environment, vectors);
  std::error_code fails_when_saved;
  if (comm.rank() == 0) std::filesystem::create_directories(environment.cache, fails_when_saved);
  try_with_cache(comm, [&] { save_plan(vectors, file, plan); });
}

Plan plan_by_environment(const Environment& environment, const MessageVectors& vectors, std::string_view name,
                         std::string_view words, double bytes_per_unit) {
  const std::optional<std::string> given = environment.words_for(name);
  Plan plan = [&] {
    if (!given && words.empty())
      if (std::optional<Plan> recalled = recalled_plan(environment, vectors)) return std::move(*recalled);
    try {
      return plan_in_words(vectors, given ? *given : words, bytes_per_unit, environment.machine, load_plan);
    } catch (const CollectiveError& error) {
      throw CollectiveError(given ? "PARTITA_PLAN" : "the plan", " of the exchange \"", name,
                            "\": ", error.what());
    }
  }();
  plan.name = name;
  if (environment.verbose && vectors.communicator.rank() == 0) {
    const std::string line =
        text("partita: exchange \"", name, "\": ", plan.reason, given ? " (PARTITA_PLAN)" : "",
             environment.machine_source.empty() ? "" : ", machine ", environment.machine_source);
    detail::say(line.c_str());
  }
  return plan;
}

}  // namespace partita

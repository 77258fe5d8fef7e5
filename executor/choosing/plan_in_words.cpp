#include <charconv>
#include <optional>
#include <sstream>
#include <string>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/choosing/machine_here.hpp>
#include <partita/executor/choosing/plan_in_words.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>

namespace partita {

namespace {

struct Words {
  std::optional<Algorithm> algorithm;
  std::optional<StageProtocols> protocol;
  std::optional<Transport> transport;
  std::optional<std::uint64_t> seed;
  std::optional<int> window, bytes;
  std::optional<std::string> file;
};

template <class T>
void take(std::optional<T>& place, const T& value, const std::string& word) {
  if (place) throw Error("\"", word, "\" comes after another of its kind; give one");
  place = value;
}

template <class T>
T number_behind(const std::string& word, std::size_t first) {
  T number{};
  const char* const end = word.data() + word.size();
  const auto [stop, problem] = std::from_chars(word.data() + first, end, number);
  if (problem != std::errc() || stop != end || number < T{1})
    throw Error("\"", word, "\" needs a whole number from 1 on, such as ", word.substr(0, first), "4");
  return number;
}

Words parsed(std::string_view words) {
  Words parsed;
  std::istringstream in{std::string(words)};
  in.imbue(std::locale::classic());
  for (std::string word; in >> word;) {
    if (const auto algorithm = found_in<Algorithm>(algorithms, word)) {
      take(parsed.algorithm, *algorithm, word);
    } else if (found_in<Protocol>(protocols, word.substr(0, word.find(',')))) {
      take(parsed.protocol, stage_protocols_named(word), word);
    } else if (const auto transport = found_in<Transport>(transports, word)) {
      take(parsed.transport, *transport, word);
    } else if (word.starts_with("load=")) {
      take(parsed.file, word.substr(5), word);
    } else if (word.starts_with("seed=")) {
      take(parsed.seed, number_behind<std::uint64_t>(word, 5), word);
    } else if (word.starts_with("bytes=")) {
      take(parsed.bytes, number_behind<int>(word, 6), word);
    } else if (word.starts_with("window=")) {
      take(parsed.window, number_behind<int>(word, 7), word);
    } else {
      throw Error(
          "\"", word,
          "\" is no word for a plan; give the name of an algorithm (such as colouring), of a protocol ",
          "(ready_signal), or of a transport (mpi), bytes=N, load=FILE, seed=N or window=N");
    }
  }
  return parsed;
}

}  // namespace

Plan plan_in_words(const MessageVectors& vectors, std::string_view words, double bytes_per_unit,
                   const std::optional<Machine>& machine, const PlanLoader& load) {
  const Communicator& comm = vectors.communicator;
  const Words given = collectively(comm, [&] {
    Words parts = parsed(words);
    if (parts.file && !load)
      throw Error("\"load=", *parts.file, "\": this program loads no plans from files");
    if (parts.file && (parts.algorithm || parts.seed || parts.bytes))
      throw Error("\"", words, "\": the algorithm of a schedule from a file is that with which it was made; ",
                  "leave out algorithm, seed and bytes");
    if (!parts.algorithm && !parts.file && parts.protocol && parts.protocol->last() > 0)
      throw Error("\"", words,
                  "\" has a protocol for each stage; name the algorithm, too, whose stages these are");
    return parts;
  });
  require_same(comm, Hash().add(words).value(), "the words for a plan");
  ScheduleOptions schedule{.machine = machine ? *machine : machine_here(comm)};
  if (given.seed) schedule.seed = *given.seed;
  Plan plan = [&] {
    if (given.file) {
      Plan loaded = load(vectors, *given.file);
      if (given.protocol) loaded.way.protocol = *given.protocol;
      if (machine) {
        loaded.way.fragment = 0;
        loaded.way.lock.message = {};
        loaded.way = detail::way_on(*machine, loaded.way);
      }
      return loaded;
    }
    if (given.algorithm) {
      PlanOptions options{.schedule = schedule};
      options.schedule.algorithm = *given.algorithm;
      if (given.protocol) options.way.protocol = *given.protocol;
      Plan named = make_plan(vectors, options);
      named.reason =
          text(name_of(named.schedule.algorithm), " by ", name_of(named.way.protocol), ": as told");
      return named;
    }
    ChoiceOptions options{.schedule = schedule,
                          .bytes_per_unit = given.bytes ? *given.bytes : bytes_per_unit};
    if (given.protocol) options.protocol = given.protocol->of_stage(0);
    return choose_plan(vectors, options);
  }();
  if (given.window) {
    plan.way.window = *given.window;
    for (Rival& rival : plan.rivals) rival.strategy.way.window = *given.window;
  }
  if (given.transport) plan.transport = *given.transport;
  return plan;
}

}  // namespace partita

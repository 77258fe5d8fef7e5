#include <optional>
#include <string>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/choosing/machine_here.hpp>
#include <partita/executor/choosing/plan_in_words.hpp>
#include <partita/executor/plan/way_words.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>

namespace partita {

namespace {

struct Words {
  detail::WayWords way;
  std::optional<Algorithm> algorithm;
  std::optional<Transport> transport;
  std::optional<SendOrder> order;
  std::optional<std::uint64_t> seed;
  std::optional<int> bytes;
  std::optional<std::string> file;
};

// What stands behind "name=" if the word begins so.
std::optional<std::string> behind(std::string_view name, const std::string& word) {
  return word.starts_with(name) ? std::optional(word.substr(name.size())) : std::nullopt;
}

Words parsed(std::string_view words) {
  Words parsed;
  detail::for_each_word(words, [&](const std::string& word) {
    using detail::put;
    if (parsed.way.take(word)) return;
    if (const auto algorithm = found_in<Algorithm>(algorithms, word))
      put(parsed.algorithm, *algorithm, word);
    else if (const auto transport = found_in<Transport>(transports, word))
      put(parsed.transport, *transport, word);
    else if (const auto file = behind("load=", word))
      put(parsed.file, *file, word);
    else if (const auto order = behind("order=", word))
      put(parsed.order, send_order_named(*order), word);
    else if (const auto seed = detail::number_in<std::uint64_t>(word, "seed", 1))
      put(parsed.seed, *seed, word);
    else if (const auto bytes = detail::number_in<int>(word, "bytes", 1))
      put(parsed.bytes, *bytes, word);
    else
      throw Error("\"", word,
                  "\" is no word for a plan; give the name of an algorithm (such as colouring), of a "
                  "protocol (ready_signal), or of a transport (mpi), bytes=N, fragment=N, "
                  "improvements=none, load=FILE, order=rotated, seed=N or window=N");
  });
  return parsed;
}

}  // namespace

Plan plan_in_words(const MessageVectors& vectors, std::string_view words, double bytes_per_unit,
                   const std::optional<Machine>& machine, const PlanLoader& load) {
  const Communicator& comm = vectors.communicator;
  require_same(comm, Hash().add(words).value(), "the words for a plan");
  Words given;
  check_alike([&] {
    Words parts = parsed(words);
    if (parts.file && !load)
      throw Error("\"load=", *parts.file, "\": this program loads no plans from files");
    if (parts.file && (parts.algorithm || parts.seed || parts.bytes || parts.order))
      throw Error("\"", words, "\": the algorithm of a schedule from a file is that with which it was made; ",
                  "leave out algorithm, seed, order and bytes");
    if (!parts.algorithm && !parts.file && parts.way.protocol && parts.way.protocol->last() > 0)
      throw Error("\"", words,
                  "\" has a protocol for each stage; name the algorithm, too, whose stages these are");
    given = std::move(parts);
  });
  ScheduleOptions schedule{.machine = machine ? *machine : machine_here(comm)};
  if (given.seed) schedule.seed = *given.seed;
  if (given.order) schedule.order = *given.order;
  Plan plan = [&] {
    if (given.file) {
      Plan loaded = load(vectors, *given.file);
      Way& way = loaded.best().way;
      if (machine) {
        way.fragment = 0;
        way.lock.message = {};
        way = detail::way_on(*machine, way);
      }
      return loaded;
    }
    if (given.algorithm) {
      schedule.algorithm = *given.algorithm;
      Plan named = make_plan(vectors, {.schedule = schedule, .way = given.way.on({})});
      named.reason = text(name_of(named.strategy()), ": as told");
      return named;
    }
    ChoiceOptions options{.schedule = schedule,
                          .bytes_per_unit = given.bytes ? *given.bytes : bytes_per_unit};
    if (given.way.protocol) options.protocol = given.way.protocol->of_stage(0);
    return choose_plan(vectors, options);
  }();
  const Strategy planned = plan.strategy();
  for (Candidate& candidate : plan.candidates) candidate.way = given.way.on(candidate.way);
  if (plan.strategy() != planned)
    plan.reason += text("; replayed by ", in_words(plan.best().way), ", as told");
  if (given.transport) plan.transport = *given.transport;
  return plan;
}

}  // namespace partita

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include <toml++/toml.h>

#include <partita/io/machine_file.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/error.hpp>
#include <partita/support/input_file.hpp>
#include <partita/support/names.hpp>

namespace partita {

namespace {

constexpr double micro = 1e-6;
constexpr double milli = 1e-3;
constexpr double kilo = 1e3;
constexpr double mega = 1e6;

constexpr Name<Costs::Contention> contentions[] = {{Costs::Contention::share, "share"},
                                                   {Costs::Contention::queue, "queue"}};
constexpr Name<Costs::Duplex> duplexes[] = {
    {Costs::Duplex::full, "full"}, {Costs::Duplex::pairwise, "pairwise"}, {Costs::Duplex::half, "half"}};

constexpr std::string_view sections[] = {"network", "messages", "ports", "within_hosts", "processors"};

// A cost under its key.
struct Number {
  std::string_view section, key;
  double unit;
  double Costs::*cost;
};
constexpr Number numbers[] = {
    {"messages", "start_up_microseconds", micro, &Costs::start_up},
    {"messages", "unawaited_microseconds", micro, &Costs::unawaited},
    {"messages", "receive_microseconds", micro, &Costs::receive},
    {"messages", "noise_microseconds", micro, &Costs::noise},
    {"messages", "signal_microseconds", micro, &Costs::signal},
    {"messages", "signal_receive_microseconds", micro, &Costs::signal_receive},
    {"messages", "inquiry_microseconds", micro, &Costs::inquiry},
    {"messages", "interrupt_microseconds", micro, &Costs::interrupt},
    {"messages", "copy_per_byte_microseconds", micro, &Costs::copy},
    {"messages", "per_hop_microseconds", micro, &Costs::per_hop},
    {"messages", "unreserved_bytes", 1, &Costs::unreserved},
    {"messages", "reservation_microseconds", micro, &Costs::reservation},
    {"messages", "reservation_per_hop_microseconds", micro, &Costs::reservation_per_hop},
    {"messages", "reservation_per_byte_microseconds", micro, &Costs::reservation_per_byte},
    {"messages", "node_megabytes_per_second", mega, &Costs::bandwidth},
    {"messages", "barrier_microseconds", micro, &Costs::barrier},
    {"messages", "send_penalty", 1, &Costs::send_penalty},
    {"messages", "receive_penalty", 1, &Costs::receive_penalty},
    {"messages", "both_ways_penalty", 1, &Costs::both_ways_penalty},
    {"messages", "exchange_penalty", 1, &Costs::exchange_penalty},
    {"messages", "spared_kilobytes", kilo, &Costs::spared},
    {"messages", "fragment_kilobytes", kilo, &Costs::fragment},
    {"ports", "burst_kilobytes", kilo, &Costs::burst},
    {"ports", "burst_megabytes_per_second", mega, &Costs::burst_bandwidth},
    {"ports", "queue_kilobytes", kilo, &Costs::queue},
    {"ports", "window_kilobytes", kilo, &Costs::window},
    {"ports", "loss_milliseconds", milli, &Costs::loss},
    {"within_hosts", "start_up_microseconds", micro, &Costs::host_start_up},
    {"within_hosts", "megabytes_per_second", mega, &Costs::host_bandwidth},
    {"processors", "slowdown", 1, &Costs::slowdown}};

// The value of a key that is left out of a file with these other costs.
double value_unsaid(const Number& number, const Costs& costs) {
  return number.cost == &Costs::signal_receive ? costs.signal : Costs().*number.cost;
}

// "a, b, c"
template <class Names>
std::string joined(const Names& names) {
  std::string all;
  for (const auto& name : names) all.append(all.empty() ? "" : ", ").append(name);
  return all;
}

// One table of the file. What has been asked for is known: the rest is refused.
class Section {
 public:
  Section(const std::string& path, const toml::table& file, std::string_view name)
      : path_(path), name_(name) {
    if (const toml::node* const node = file.get(name)) {
      table_ = node->as_table();
      if (table_ == nullptr) refuse(*node, text("\"", name, "\" is no table"));
    }
  }

  // In units of `unit`.
  std::optional<double> number(std::string_view key, double unit) {
    const toml::node* const node = find(key);
    if (node == nullptr) return std::nullopt;
    return unit * number(*node, key);
  }

  std::vector<double> numbers(std::string_view key, double unit) {
    std::vector<double> all;
    const toml::node* const node = find(key);
    if (node == nullptr) return all;
    if (node->as_array() == nullptr) refuse(*node, text("\"", key, "\" is no list, like [20.0, 10.0]"));
    for (const toml::node& element : *node->as_array()) all.push_back(unit * number(element, key));
    return all;
  }

  // What `read` makes of the word, or of `otherwise`. Says where a word stands that `read` refuses.
  template <class Read>
  auto word(std::string_view key, std::string_view otherwise, Read&& read) {
    const toml::node* const node = find(key);
    const auto value = node == nullptr ? std::string(otherwise) : node->value_exact<std::string>();
    if (!value) refuse(*node, text("\"", key, "\" is no text in quotation marks"));
    try {
      return read(*value);
    } catch (const Error& error) {
      if (node == nullptr) throw Error(path_, ": ", error.what());
      refuse(*node, error.what());
    }
  }

  void refuse_the_rest() const {
    if (table_ == nullptr) return;
    for (const auto& [key, node] : *table_)
      if (std::ranges::find(known_, key.str()) == known_.end())
        refuse(node, text("[", name_, "] has no \"", key.str(), "\"; it has ", joined(known_)));
  }

 private:
  const toml::node* find(std::string_view key) {
    known_.push_back(key);
    return table_ == nullptr ? nullptr : table_->get(key);
  }

  double number(const toml::node& node, std::string_view key) const {
    const auto value = node.value<double>();
    if (!value || !(*value >= 0)) refuse(node, text("\"", key, "\" is no number of at least 0"));
    return *value;
  }

  [[noreturn]] void refuse(const toml::node& node, std::string_view what) const {
    throw Error(path_, ":", node.source().begin.line, ": ", what);
  }

  const std::string& path_;
  std::string_view name_;
  const toml::table* table_ = nullptr;
  std::vector<std::string_view> known_;
};

// toml++ bounds the depth of values, and not that of keys: a key of 200,000 parts overflows its stack. No key
// of a machine has parts, but texts, lists of numbers and comments may have a few dots.
void require_shallow(const std::string& path, std::string_view content) {
  std::int64_t line = 1, dots = 0;
  for (const char c : content) {
    if (c == '\n') ++line;
    dots = c == '.' ? dots + 1 : c == '\n' ? 0 : dots;
    if (dots > TOML_MAX_NESTED_VALUES)
      throw Error(path, ":", line, ": this line has more than ", TOML_MAX_NESTED_VALUES, " dots; break it");
  }
}

toml::table parse(const std::string& path) {
  const std::string content = load_text(path, "a machine file");
  require_shallow(path, content);
  try {
    return toml::parse(content, path);
  } catch (const toml::parse_error& error) {
    throw Error(path, ":", error.source().begin.line, ": ", error.description());
  }
}

std::string toml_of(const Machine& machine) {
  const Costs& costs = machine.costs;
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.precision(12);
  out << "\n[network]\ntopology = \"" << machine.name() << "\"\ncontention = \""
      << spelling_in<Costs::Contention>(contentions, costs.contention) << "\"\nduplex = \""
      << spelling_in<Costs::Duplex>(duplexes, costs.duplex) << "\"\n";
  if (!costs.link_bandwidth.empty()) {
    out << "link_megabytes_per_second = [";
    for (const char* separator = ""; const double bandwidth : costs.link_bandwidth)
      out << std::exchange(separator, ", ") << bandwidth / mega;
    out << "]\n";
  }
  if (machine.ranks_per_host > 1) out << "ranks_per_host = " << machine.ranks_per_host << '\n';

  for (const std::string_view section : {"messages", "ports", "within_hosts", "processors"}) {
    std::string heading = text("\n[", section, "]\n");
    for (const Number& number : numbers)
      if (const double value = costs.*number.cost;
          number.section == section && value != value_unsaid(number, costs))
        out << std::exchange(heading, "") << number.key << " = " << value / number.unit << '\n';
  }
  return out.str();
}

}  // namespace

Machine read_machine(const std::string& path, int ranks) {
  const toml::table file = parse(path);
  std::map<std::string_view, Section> tables;
  for (const std::string_view name : sections) tables.emplace(name, Section(path, file, name));
  for (const auto& [key, node] : file)
    if (!tables.contains(key.str()))
      throw Error(path, ":", node.source().begin.line, ": there is no table [", key.str(), "]; there are ",
                  joined(sections));

  Section& network = tables.at("network");
  const auto ranks_per_host =
      static_cast<int>(std::clamp(network.number("ranks_per_host", 1).value_or(1), 1.0, 1e6));
  const int hosts_needed = (ranks + ranks_per_host - 1) / ranks_per_host;
  Machine machine = network.word("topology", "crossbar",
                                 [&](const std::string& name) { return machine_named(name, hosts_needed); });
  machine.ranks_per_host = ranks_per_host;

  Costs& costs = machine.costs;
  costs.contention = network.word("contention", "share", [](const std::string& name) {
    return named_in<Costs::Contention>(contentions, "rule of contention", name);
  });
  costs.duplex = network.word("duplex", "full", [&](const std::string& name) {
    const auto duplex = named_in<Costs::Duplex>(duplexes, "duplex", name);
    if (duplex == Costs::Duplex::pairwise && costs.contention != Costs::Contention::queue)
      throw Error("\"pairwise\" goes with the contention \"queue\" alone");
    return duplex;
  });
  costs.link_bandwidth = network.numbers("link_megabytes_per_second", mega);
  machine.rewards_exchanges = costs.duplex == Costs::Duplex::pairwise;

  for (const Number& number : numbers)
    costs.*number.cost =
        tables.at(number.section).number(number.key, number.unit).value_or(value_unsaid(number, costs));
  if (const auto per_byte = tables.at("messages").number("per_byte_microseconds", micro))
    costs.bandwidth = 1 / *per_byte;
  for (const auto& [name, table] : tables) table.refuse_the_rest();
  return machine;
}

void write_machine(const std::string& path, const Machine& machine, std::string_view remarks) {
  std::ostringstream out;
  std::istringstream lines{std::string(remarks)};
  for (std::string line; std::getline(lines, line);) out << (line.empty() ? "#" : "# ") << line << '\n';
  out << toml_of(machine);
  write_whole(path, out.str());
}

}  // namespace partita

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include <partita/io/machine_file.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/error.hpp>
#include <partita/support/names.hpp>

namespace partita {

namespace {

constexpr double micro = 1e-6;
constexpr double mega = 1e6;

constexpr std::array<Name<Costs::Contention>, 2> contentions{
    {{Costs::Contention::share, "share"}, {Costs::Contention::queue, "queue"}}};
constexpr std::array<Name<Costs::Duplex>, 3> duplexes{
    {{Costs::Duplex::full, "full"}, {Costs::Duplex::pairwise, "pairwise"}, {Costs::Duplex::half, "half"}}};

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

  std::optional<std::string> word(std::string_view key) {
    const toml::node* const node = find(key);
    if (node == nullptr) return std::nullopt;
    const auto value = node->value_exact<std::string>();
    if (!value) refuse(*node, text("\"", key, "\" is no text in quotation marks"));
    return value;
  }

  // Says where a value that has been read stands, if it is at fault.
  template <class Read>
  auto blame(std::string_view key, Read&& read) {
    try {
      return read();
    } catch (const Error& error) {
      const toml::node* const node = table_ == nullptr ? nullptr : table_->get(key);
      if (node == nullptr) throw Error(text(path_, ": ", error.what()));
      refuse(*node, error.what());
    }
  }

  void refuse_the_rest() const {
    if (table_ == nullptr) return;
    for (const auto& [key, node] : *table_)
      if (std::find(known_.begin(), known_.end(), key.str()) == known_.end()) {
        std::string there_are;
        for (const std::string& known : known_) there_are.append(there_are.empty() ? "" : ", ").append(known);
        refuse(node, text("[", name_, "] has no \"", key.str(), "\"; it has ", there_are));
      }
  }

 private:
  const toml::node* find(std::string_view key) {
    known_.emplace_back(key);
    return table_ == nullptr ? nullptr : table_->get(key);
  }

  double number(const toml::node& node, std::string_view key) const {
    const auto value = node.value<double>();
    if (!value || !(*value >= 0)) refuse(node, text("\"", key, "\" is no number of at least 0"));
    return *value;
  }

  [[noreturn]] void refuse(const toml::node& node, std::string_view what) const {
    throw Error(text(path_, ":", node.source().begin.line, ": ", what));
  }

  const std::string& path_;
  std::string_view name_;
  const toml::table* table_ = nullptr;
  std::vector<std::string> known_;
};

toml::table parse(const std::string& path) {
  try {
    return toml::parse_file(path);
  } catch (const toml::parse_error& error) {
    throw Error(text(path, ":", error.source().begin.line, ": ", error.description()));
  }
}

// One table to be written, key by key. What costs nothing is left out.
class SectionText {
 public:
  SectionText(std::ostream& out, std::string_view name) : out_(out) { out_ << "\n[" << name << "]\n"; }

  void word(std::string_view key, std::string_view value) { out_ << key << " = \"" << value << "\"\n"; }

  // In units of `unit`.
  void cost(std::string_view key, double value, double unit) {
    if (value > 0) out_ << key << " = " << value / unit << '\n';
  }
  void bandwidth(std::string_view key, double value, double unit) {
    if (std::isfinite(value)) out_ << key << " = " << value / unit << '\n';
  }

  void bandwidths(std::string_view key, const std::vector<double>& values, double unit) {
    if (values.empty()) return;
    out_ << key << " = [";
    for (std::size_t k = 0; k < values.size(); ++k) out_ << (k > 0 ? ", " : "") << values[k] / unit;
    out_ << "]\n";
  }

 private:
  std::ostream& out_;
};

std::string toml_of(const Machine& machine) {
  const Costs& costs = machine.costs;
  std::ostringstream out;
  out.precision(12);

  SectionText network(out, "network");
  network.word("topology", machine.name());
  network.word("contention", spelling_in<Costs::Contention>(contentions, costs.contention));
  network.word("duplex", spelling_in<Costs::Duplex>(duplexes, costs.duplex));
  network.bandwidths("link_megabytes_per_second", costs.link_bandwidth, mega);
  if (machine.ranks_per_host > 1) network.cost("ranks_per_host", machine.ranks_per_host, 1);

  SectionText messages(out, "messages");
  messages.cost("start_up_microseconds", costs.start_up, micro);
  messages.cost("unawaited_microseconds", costs.unawaited, micro);
  messages.cost("receive_microseconds", costs.receive, micro);
  messages.cost("noise_microseconds", costs.noise, micro);
  messages.cost("signal_microseconds", costs.signal, micro);
  messages.cost("inquiry_microseconds", costs.inquiry, micro);
  messages.cost("per_hop_microseconds", costs.per_hop, micro);
  messages.bandwidth("node_megabytes_per_second", costs.bandwidth, mega);
  messages.cost("barrier_microseconds", costs.barrier, micro);
  messages.cost("send_penalty", costs.send_penalty, 1);
  messages.cost("receive_penalty", costs.receive_penalty, 1);

  SectionText hosts(out, "within_hosts");
  hosts.cost("start_up_microseconds", costs.host_start_up, micro);
  hosts.bandwidth("megabytes_per_second", costs.host_bandwidth, mega);
  if (costs.slowdown != 1) SectionText(out, "processors").cost("slowdown", costs.slowdown, 1);
  return out.str();
}

}  // namespace

Machine read_machine(const std::string& path, int ranks) {
  const toml::table file = parse(path);
  Section network(path, file, "network"), messages(path, file, "messages"), hosts(path, file, "within_hosts"),
      processors(path, file, "processors");
  for (const auto& [key, node] : file)
    if (key != "network" && key != "messages" && key != "within_hosts" && key != "processors")
      throw Error(text(path, ":", node.source().begin.line, ": there is no table [", key.str(),
                       "]; there are network, messages, within_hosts, processors"));

  const auto ranks_per_host =
      static_cast<int>(std::clamp(network.number("ranks_per_host", 1).value_or(1), 1.0, 1e6));
  const int hosts_needed = (ranks + ranks_per_host - 1) / ranks_per_host;
  const std::string topology = network.word("topology").value_or("crossbar");
  Machine machine = network.blame("topology", [&] { return machine_named(topology, hosts_needed); });
  machine.ranks_per_host = ranks_per_host;

  Costs& costs = machine.costs;
  const std::string contention = network.word("contention").value_or("share"),
                    duplex = network.word("duplex").value_or("full");
  costs.contention = network.blame("contention", [&] {
    return named_in<Costs::Contention>(contentions, "rule of contention", contention);
  });
  costs.duplex = network.blame("duplex", [&] { return named_in<Costs::Duplex>(duplexes, "duplex", duplex); });
  network.blame("duplex", [&] {
    if (costs.duplex == Costs::Duplex::pairwise && costs.contention != Costs::Contention::queue)
      throw Error("\"pairwise\" goes with the contention \"queue\" alone");
  });
  costs.link_bandwidth = network.numbers("link_megabytes_per_second", mega);
  machine.rewards_exchanges = costs.duplex == Costs::Duplex::pairwise;

  costs.start_up = messages.number("start_up_microseconds", micro).value_or(0);
  costs.unawaited = messages.number("unawaited_microseconds", micro).value_or(0);
  costs.receive = messages.number("receive_microseconds", micro).value_or(0);
  costs.noise = messages.number("noise_microseconds", micro).value_or(0);
  costs.signal = messages.number("signal_microseconds", micro).value_or(0);
  costs.inquiry = messages.number("inquiry_microseconds", micro).value_or(0);
  costs.per_hop = messages.number("per_hop_microseconds", micro).value_or(0);
  costs.barrier = messages.number("barrier_microseconds", micro).value_or(0);
  costs.send_penalty = messages.number("send_penalty", 1).value_or(0);
  costs.receive_penalty = messages.number("receive_penalty", 1).value_or(0);
  if (const auto bandwidth = messages.number("node_megabytes_per_second", mega)) costs.bandwidth = *bandwidth;
  if (const auto per_byte = messages.number("per_byte_microseconds", micro)) costs.bandwidth = 1 / *per_byte;

  costs.host_start_up = hosts.number("start_up_microseconds", micro).value_or(0);
  if (const auto bandwidth = hosts.number("megabytes_per_second", mega)) costs.host_bandwidth = *bandwidth;
  costs.slowdown = processors.number("slowdown", 1).value_or(1);
  for (const Section* section : {&network, &messages, &hosts, &processors}) section->refuse_the_rest();
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

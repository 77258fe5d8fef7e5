#include "link_chart.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <partita/schedule/message.hpp>
#include <partita/support/error.hpp>

#include "out_of_step.hpp"
#include "words.hpp"

namespace partita::phases {

namespace {

// A message and the links it takes; the step is 0 for a rank's row to itself.
struct LinkRow {
  int from;
  int to;
  int step;
  std::set<int> links;
};

// The links that leave one place.
struct Group {
  std::string place;
  std::vector<int> links;
};

// "010" of "010-011", "3" of "3+x", "up 0" of "up 0.17".
std::string place_of(const std::string& link_name) {
  return link_name.substr(0, link_name.find_first_of("+-."));
}

// Only places that a route leaves. Link numbers ascend with the crossed bit. The paper puts the highest bit
// first, so they descend here.
std::vector<Group> groups_of(const std::vector<LinkRow>& rows, const Machine& machine) {
  std::set<std::string> used;
  for (const LinkRow& row : rows)
    for (const int link : row.links) used.insert(place_of(machine.topology->link_name(link)));
  std::vector<Group> groups;
  std::map<std::string, std::size_t> number_of;
  for (int link = 0; link < machine.links(); ++link) {
    const std::string place = place_of(machine.topology->link_name(link));
    if (!used.contains(place)) continue;
    const auto [entry, is_new] = number_of.emplace(place, groups.size());
    if (is_new) groups.push_back({place, {}});
    groups[entry->second].links.insert(groups[entry->second].links.begin(), link);
  }
  return groups;
}

std::string padded(std::string_view words, std::size_t width, char with = ' ') {
  return std::string(width - std::min(width, words.size()), with).append(words);
}

constexpr int most_with_letters = 35;

// Steps as the paper writes them: one character each while letters suffice.
class StepDigits {
 public:
  explicit StepDigits(int steps) : steps_(steps) {}
  std::size_t width() const { return steps_ <= most_with_letters ? 1 : std::to_string(steps_).size() + 1; }
  std::string operator()(int step) const {
    if (steps_ > most_with_letters) return padded(std::to_string(step), width());
    return std::string(1, static_cast<char>(step < 10 ? '0' + step : 'a' + step - 10));
  }

 private:
  int steps_;
};

std::vector<LinkRow> rows_of(const Schedule& schedule, const Machine& machine) {
  std::vector<LinkRow> rows;
  const auto add = [&](int from, int to, int step) {
    const std::vector<int> links = machine.route(from, to);
    rows.push_back({from, to, step, {links.begin(), links.end()}});
  };
  for (int rank = 0; rank < static_cast<int>(schedule.tables.size()); ++rank) add(rank, rank, 0);
  for (const detail::Message& message : detail::messages(schedule.tables))
    if (message.from != message.to) add(message.from, message.to, message.phase + 1);
  std::sort(rows.begin(), rows.end(), [](const LinkRow& a, const LinkRow& b) {
    return std::tie(a.from, a.to, a.step) < std::tie(b.from, b.to, b.step);
  });
  return rows;
}

// Sets of sources whose messages share links, directly or through other sources: ascending.
std::vector<std::vector<int>> separate(const std::vector<LinkRow>& rows, int ranks, int links) {
  std::vector<int> parent(static_cast<std::size_t>(ranks));
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int rank) {
    while (parent[static_cast<std::size_t>(rank)] != rank) rank = parent[static_cast<std::size_t>(rank)];
    return rank;
  };
  std::vector<int> user(static_cast<std::size_t>(links), -1);
  for (const LinkRow& row : rows)
    for (const int link : row.links) {
      int& other = user[static_cast<std::size_t>(link)];
      if (other < 0) other = row.from;
      const int one = root(other), two = root(row.from);
      parent[static_cast<std::size_t>(std::max(one, two))] = std::min(one, two);
    }
  std::map<int, std::vector<int>> sets;
  for (int rank = 0; rank < ranks; ++rank) sets[root(rank)].push_back(rank);
  std::vector<std::vector<int>> all;
  for (auto& [first, set] : sets) all.push_back(std::move(set));
  return all;
}

// Rank names as in the names of the machine's links: binary in a hypercube.
std::vector<std::string> names_of(int ranks, const Machine& machine) {
  const bool binary = machine.topology->link_name(0).find_first_not_of("01-") == std::string::npos;
  const auto digits =
      static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(machine.topology->nodes() - 1)));
  std::vector<std::string> names;
  for (int rank = 0; rank < ranks; ++rank) {
    std::string name;
    if (binary)
      for (std::size_t bit = digits; bit-- > 0;) name += (rank >> bit) & 1 ? '1' : '0';
    else
      name = std::to_string(rank);
    names.push_back(name);
  }
  return names;
}

std::size_t width_of(const Group& group, const StepDigits& digits) {
  return std::max(group.place.size(), group.links.size() * digits.width());
}

std::string chart(const std::vector<LinkRow>& rows, const std::vector<std::string>& names,
                  const Machine& machine, const StepDigits& digits) {
  const std::vector<Group> groups = groups_of(rows, machine);
  const std::size_t margin = 2 * names.back().size() + 2;
  std::string places(margin, ' '), rule(margin, ' '), all;
  for (const Group& group : groups) {
    places += "  " + padded(group.place, width_of(group, digits));
    rule += "  " + std::string(width_of(group, digits), '-');
  }
  all = places + "\n";
  int source = -1;
  for (const LinkRow& row : rows) {
    if (row.from != std::exchange(source, row.from)) all += rule + "\n";
    all += padded(names[static_cast<std::size_t>(row.from)] + "->" + names[static_cast<std::size_t>(row.to)],
                  margin);
    for (const Group& group : groups) {
      std::string cells;
      for (const int link : group.links)
        cells += row.links.contains(link) ? digits(row.step) : padded(".", digits.width());
      all += "  " + padded(cells, width_of(group, digits));
    }
    all += "\n";
  }
  return all;
}

// The order of the links within a group, in words.
std::string columns_of(const Machine& machine) {
  const std::string kind = machine.name().substr(0, machine.name().find(':'));
  if (kind == "hypercube" || kind == "ipsc860")
    return "the links that leave each node, across the highest bit first";
  if (kind == "fat_tree" || kind == "cm5")
    return "the links up and down below the switches of each level, those of the last node first";
  if (kind == "dragonfly")
    return "the link from a node to its router, and to it; those of a router to the others of its group, the "
           "last router first; those of a group to other groups, the last cable first";
  std::string directions;  // of node 0, "0+y"
  for (int link = machine.links() / machine.topology->nodes() - 1; link >= 0; --link)
    directions.append(" ").append(machine.topology->link_name(link), 1);
  return "the links that leave each node:" + directions;
}

std::string heading(const Schedule& steps, const Machine& machine, bool out_of_step) {
  const int most = steps.phases();
  std::string how =
      out_of_step ? "unsynchronised, a link goes to the lowest rank first" : "step 1 is phase 0";
  if (most > 9 && most <= most_with_letters) how += most == 10 ? "; a is 10" : "; a is 10, b is 11";
  return text(name_of(steps.options.algorithm), " on ", machine.name(), ": ", counted(most, "step"), ", ",
              how, "\ndown: source->destination; in the cells: the step\nacross: ", columns_of(machine),
              "\n");
}

}  // namespace

std::string link_chart(const Schedule& schedule, const Machine& machine) {
  const bool out_of_step = !is_ordered(schedule.options.algorithm) && !is_staged(schedule.options.algorithm);
  const Schedule steps = out_of_step ? detail::unsynchronised(schedule, machine) : schedule;
  const std::vector<LinkRow> rows = rows_of(steps, machine);
  const StepDigits digits(steps.phases());
  const int ranks = static_cast<int>(schedule.tables.size());
  const std::vector<std::string> names = names_of(ranks, machine);

  std::string all;
  for (const std::vector<int>& sources : separate(rows, ranks, machine.links())) {
    std::vector<LinkRow> own;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(own), [&](const LinkRow& row) {
      return std::binary_search(sources.begin(), sources.end(), row.from);
    });
    const bool idle =
        std::all_of(own.begin(), own.end(), [](const LinkRow& row) { return row.links.empty(); });
    if (!idle) all.append(all.empty() ? "" : "\n").append(chart(own, names, machine, digits));
  }
  return heading(steps, machine, out_of_step) + (all.empty() ? "no message takes a link\n" : all);
}

}  // namespace partita::phases

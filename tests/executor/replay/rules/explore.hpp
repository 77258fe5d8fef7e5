#pragma once
/// \file Every order of events of a small case.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <partita/support/hash.hpp>

#include "tests/executor/replay/rules/world.hpp"

namespace partita::detail::explore {

struct Exploration {
  std::size_t states = 0;
  bool was_cut_off = false;
  std::string fault;  ///< what was found wrong, first; empty if nothing
};

/// Visits all states of the world that can be reached, depth first, each once. Then every one of them must
/// lead to the end: so ranks that wait for each other are found, and those that ask each other for ever.
///
/// States are told apart by 128 bits of hash.
template <class Rules>
Exploration explore(const SmallCase& given, std::size_t limit = 20'000'000) {
  using Hash = std::array<std::uint64_t, 2>;
  struct HashOfHash {
    std::size_t operator()(const Hash& hash) const { return hash[0]; }
  };
  const auto hash_of = [&](const std::string& key) {
    Hash hash{key.size(), 0x243f6a8885a308d3u};
    for (std::size_t k = 0; k < key.size(); k += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      key.copy(reinterpret_cast<char*>(&word), sizeof(word), k);
      for (std::uint64_t& half : hash) half = mixed(half ^ word);
    }
    return hash;
  };

  Exploration found;
  std::unordered_map<Hash, std::uint32_t, HashOfHash> numbers;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  // to, from
  std::vector<std::uint32_t> ends;
  std::vector<std::pair<World<Rules>, std::uint32_t>> open;
  std::vector<Event> events;
  std::string key;
  const auto visit = [&](World<Rules>&& world, std::uint32_t from) {
    key.clear();
    world.write(key);
    const auto [at, is_new] = numbers.try_emplace(hash_of(key), static_cast<std::uint32_t>(numbers.size()));
    edges.emplace_back(at->second, from);
    if (!is_new) return;
    if (world.is_done()) ends.push_back(at->second);
    open.emplace_back(std::move(world), at->second);
  };
  try {
    visit(World<Rules>(given), 0);
    while (!open.empty()) {
      if (numbers.size() > limit) {
        found.was_cut_off = true;
        break;
      }
      auto [world, number] = std::move(open.back());
      open.pop_back();
      world.list(events);
      for (std::size_t k = 0; k < events.size(); ++k) {
        World<Rules> next = k + 1 == events.size() ? std::move(world) : world;
        next.happen(events[k]);
        visit(std::move(next), number);
      }
    }
  } catch (const Violation& violation) {
    found.fault = violation.what();
  }
  found.states = numbers.size();
  if (found.was_cut_off || !found.fault.empty()) return found;

  // Back from the ends.
  std::vector<std::size_t> first(found.states + 1);
  for (const auto& [to, from] : edges) ++first[to + 1];
  for (std::size_t k = 0; k < found.states; ++k) first[k + 1] += first[k];
  std::vector<std::uint32_t> sources(edges.size());
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  for (const auto& [to, from] : edges) sources[next[to]++] = from;
  std::vector<bool> leads_to_end(found.states);
  for (const std::uint32_t end : ends) leads_to_end[end] = true;
  while (!ends.empty()) {
    const std::uint32_t to = ends.back();
    ends.pop_back();
    for (std::size_t k = first[to]; k < first[to + 1]; ++k) {
      if (leads_to_end[sources[k]]) continue;
      leads_to_end[sources[k]] = true;
      ends.push_back(sources[k]);
    }
  }
  for (const bool does : leads_to_end)
    if (!does) found.fault = "ranks wait for each other for ever";
  return found;
}

}  // namespace partita::detail::explore

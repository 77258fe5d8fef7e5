#pragma once
// Routes, as tests of topologies want to see them.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/topology/topology.hpp>

namespace partita::testing_support {

inline std::vector<int> route(const Topology& topology, int from, int to) {
  std::vector<int> links;
  topology.route(from, to, links);
  return links;
}

inline std::vector<std::string> link_names(const Topology& topology, int from, int to) {
  std::vector<std::string> names;
  for (const int link : route(topology, from, to)) names.push_back(topology.link_name(link));
  return names;
}

// Links are in range, none is used twice on a way, and none on the way there and on the way back.
inline void expect_two_way(const Topology& topology) {
  for (int from = 0; from < topology.nodes(); ++from)
    for (int to = 0; to < from; ++to) {
      std::vector<int> links = route(topology, from, to);
      topology.route(to, from, links);
      std::sort(links.begin(), links.end());
      ASSERT_GE(links.front(), 0);
      ASSERT_LT(links.back(), topology.links());
      ASSERT_EQ(std::adjacent_find(links.begin(), links.end()), links.end()) << from << " and " << to;
    }
}

}  // namespace partita::testing_support

#pragma once
// Machines for property tests.

#include <string>
#include <vector>

#include <partita/schedule/machine.hpp>
#include <partita/schedule/topology/hypercube.hpp>

namespace partita::testing_support {

// A network of one's own, which `machine_named` does not know.
struct OwnTopology : detail::Hypercube {
  using Hypercube::Hypercube;
  std::string name() const override { return "my network"; }
};

// One of each topology, large enough for so many ranks, and one that rewards exchanges.
inline std::vector<Machine> machines_for(int ranks) {
  std::vector<Machine> machines;
  for (const char* name : {"crossbar", "hypercube", "mesh", "torus", "fat_tree", "dragonfly", "ipsc860"})
    machines.push_back(machine_named(name, ranks));
  return machines;
}

}  // namespace partita::testing_support

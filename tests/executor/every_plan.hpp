#pragma once
// Every algorithm with every protocol, as the parameters of a test suite, and transports.

#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/plan/protocol.hpp>
#include <partita/executor/plan/transport.hpp>
#include <partita/schedule/algorithms.hpp>
#include <partita/support/error.hpp>

namespace partita::testing_support {

inline std::vector<Protocol> all_protocols() {
  std::vector<Protocol> all;
  for (const auto& [protocol, name] : protocols) all.push_back(protocol);
  return all;
}

inline auto every_plan() {
  std::vector<Algorithm> all;
  for (const auto& [algorithm, name] : algorithms) all.push_back(algorithm);
  return testing::Combine(testing::ValuesIn(all), testing::ValuesIn(all_protocols()));
}

// All replay any plan.
inline constexpr std::array transports_of_any_plan{Transport::automatic, Transport::mpi};

// Each in turn: tests that try many seeds try all transports.
inline Transport transport_of(std::uint64_t seed) {
  return transports_of_any_plan[seed % transports_of_any_plan.size()];
}

inline std::string name_of_plan(const testing::TestParamInfo<std::tuple<Algorithm, Protocol>>& plan) {
  return text(name_of(std::get<0>(plan.param)), "_", name_of(std::get<1>(plan.param)));
}

}  // namespace partita::testing_support

#pragma once
/// \file The scheduling algorithms by name.

#include <array>
#include <string_view>

#include <partita/support/names.hpp>

namespace partita {

/// Their order matters to `is_local` and `is_staged`.
enum class Algorithm {
  // Direct: every message goes from its origin to its target. First the local ones, up to stable.
  ac,
  naive,
  lp,
  linear,
  pairwise,
  stable,
  rs_n,
  rs_nl,
  rs_nh,
  rs_nlh,
  colouring,
  link_colouring,
  balanced,
  distributed,
  // Staged: by way of other ranks.
  standard_exchange,
  multiphase,
  two_stage,
  node_aware
};

inline constexpr std::array<Name<Algorithm>, 18> algorithms{
    {{Algorithm::ac, "ac"},
     {Algorithm::naive, "naive"},
     {Algorithm::lp, "lp"},
     {Algorithm::linear, "linear"},
     {Algorithm::pairwise, "pairwise"},
     {Algorithm::stable, "stable"},
     {Algorithm::rs_n, "rs_n"},
     {Algorithm::rs_nl, "rs_nl"},
     {Algorithm::rs_nh, "rs_nh"},
     {Algorithm::rs_nlh, "rs_nlh"},
     {Algorithm::colouring, "colouring"},
     {Algorithm::link_colouring, "link_colouring"},
     {Algorithm::balanced, "balanced"},
     {Algorithm::distributed, "distributed"},
     {Algorithm::standard_exchange, "standard_exchange"},
     {Algorithm::multiphase, "multiphase"},
     {Algorithm::two_stage, "two_stage"},
     {Algorithm::node_aware, "node_aware"}}};

inline std::string_view name_of(Algorithm algorithm) { return spelling_in<Algorithm>(algorithms, algorithm); }

/// Throws Error with the names there are.
inline Algorithm algorithm_named(std::string_view name) {
  return named_in<Algorithm>(algorithms, "algorithm", name);
}

/// True for algorithms that relay messages through other ranks.
constexpr bool is_staged(Algorithm algorithm) { return algorithm >= Algorithm::standard_exchange; }

/// Keeps links free as long as ranks idle through the phases in which they send nothing: see IdlePhases.
constexpr bool has_timed_idle(Algorithm algorithm) { return algorithm == Algorithm::stable; }

/// True for algorithms by which a rank's table follows from its own destination and source vector.
constexpr bool is_local(Algorithm algorithm) { return algorithm <= Algorithm::stable; }

/// True for algorithms that keep every link of the machine they are given to one message a phase.
constexpr bool avoids_link_contention(Algorithm algorithm) {
  return algorithm == Algorithm::rs_nl || algorithm == Algorithm::rs_nlh ||
         algorithm == Algorithm::link_colouring;
}

}  // namespace partita

#pragma once
/// \file The scheduling algorithms by name.

#include <span>
#include <string_view>

#include <partita/support/names.hpp>

namespace partita {

/// A scheduling algorithm. Each has one entry in the table of algorithm_entry.cpp, in this order, with its
/// functions, properties and source.
enum class Algorithm {
  // Direct: every message goes from its origin to its target.
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
  // Staged: other ranks relay messages.
  standard_exchange,
  multiphase,
  two_stage,
  node_aware  // stays last: the check of the table counts up to it
};

/// All algorithms with their spellings on command lines and in files, in the order of the enumerators.
extern const std::span<const Name<Algorithm>> algorithms;

/// The spelling, such as "rs_n". Not collective.
std::string_view name_of(Algorithm algorithm);

/// The algorithm of this spelling. Not collective.
/// @throws Error with all spellings if there is no such algorithm
Algorithm algorithm_named(std::string_view name);

/// True if the algorithm relays messages through other ranks. Not collective.
bool is_staged(Algorithm algorithm);

/// False if phases are no partial permutations: for AC and naive. Not collective.
bool is_ordered(Algorithm algorithm);

/// True if no link of the given machine carries two messages in a phase. Not collective.
bool avoids_link_contention(Algorithm algorithm);

/// True if links stay free only while ranks idle through the phases in which they send nothing. Not
/// collective. Source: Bokhari 1991, section 4.2.
bool has_timed_idle(Algorithm algorithm);

}  // namespace partita

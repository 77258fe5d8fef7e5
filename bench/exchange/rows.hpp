#pragma once
/// \file The results: a row for each variant of each case, with its ratios to others.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <partita/support/types.hpp>

namespace partita::bench {

struct Row {
  global_index vertices;
  int components;
  std::string operation;
  std::string placement;
  std::string variant;
  bool is_partita;
  bool is_pick;
  double microseconds;  ///< net of one exchange
  std::optional<double> ratio_to_best_untuned_peer;
  std::optional<double> ratio_to_best_peer;
  std::optional<double> ratio_to_floor;
  std::size_t bytes;  ///< sent by all ranks together in one exchange
};

/// The name of a peer with a tuned MPI, "Isend/Irecv [eager limit 64 KiB]", and a test for such names.
std::string tuned_name(const std::string& variant, const std::string& how);
bool is_tuned(const Row& row);

/// True for variants other than Partita and the floor.
bool is_peer(const Row& row);

/// True for the same mesh, components, operation and placement: such rows are comparable.
bool same_case(const Row& one, const Row& other);

/// Merges the rows of several runs, in the order of their first appearance. Rows of the same variant and case
/// become their median. Ratios are recomputed.
std::vector<Row> merge(std::span<const Row> rows);

}  // namespace partita::bench

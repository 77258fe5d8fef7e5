#pragma once
/// \file What was measured, a row for each variant of each case, and its ratios to others.

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

/// The name of a peer whose MPI was tuned, "Isend/Irecv [eager limit 64 KiB]", and whether it is one.
std::string tuned_name(const std::string& variant, const std::string& how);
bool is_tuned(const Row& row);

/// Neither Partita nor the floor.
bool is_peer(const Row& row);

/// Same mesh, components, operation and placement: rows to be compared.
bool same_case(const Row& one, const Row& other);

/// The rows of several runs, in the order in which they first appear: of those of the same variant in the
/// same case the median. Ratios are computed anew.
std::vector<Row> merge(std::span<const Row> rows);

}  // namespace partita::bench

#pragma once
/// \file Pages: a translation table cut up among the ranks.

#include <functional>
#include <span>
#include <vector>

#include <partita/inspector/block_distribution.hpp>
#include <partita/inspector/index_map.hpp>
#include <partita/inspector/owned_indices.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

/// Where every global index lives, on pages: a BlockDistribution cuts the indices into one page per rank.
/// That rank, their *home*, answers for them. A rank that asks for an index remembers the answer.
class Pages {
 public:
  /// Where the index at this place of the page lives.
  using Page = std::function<Location(local_index)>;

  /// `page` is this rank's; `homes` the same on every rank.
  Pages(BlockDistribution homes, Page page) : homes_(homes), page_(std::move(page)) {}

  /// Where each of `indices` lives: those in `owned` here, the others as their homes say. Over all calls,
  /// every distinct index is asked for once. Collective. Linear in the indices and in the questions this rank
  /// answers.
  std::vector<Location> locate(const Communicator& comm, const OwnedIndices& owned,
                               std::span<const global_index> indices);

  /// Where all indices live, in their order: O(size) memory. Collective.
  std::vector<Location> all(const Communicator& comm) const;

 private:
  void ask(const Communicator& comm);

  BlockDistribution homes_;
  Page page_;
  IndexMap asked_;
  std::vector<Location> answers_;  // by the number of the index in asked_; none yet for the last of them
};

}  // namespace partita::detail

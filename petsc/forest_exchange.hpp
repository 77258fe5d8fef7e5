#pragma once
/// \file What PetscSFBcast and PetscSFReduce do, by a plan.

#include <cstddef>
#include <string_view>
#include <vector>

#include <partita/executor/exchange/field_exchange.hpp>
#include <partita/petsc/star_forest.hpp>
#include <partita/petsc/unit.hpp>

namespace partita::petsc {

/// An exchange of any units between the roots and the leaves of a forest. One broadcast and one reduction may
/// be under way at once.
class ForestExchange {
 public:
  /// @param words  for a plan (see plan_in_words). If PARTITA_PLAN has none for "PetscSF" and these are
  /// empty, a plan is chosen. Collective.
  /// @throws CollectiveError as plan_by_environment does
  ForestExchange(StarForest forest, std::string_view words);

  /// Leaf = leaf `by` root. Finish takes what begin was given.
  void begin_bcast(const Unit& unit, const UnitOperation& by, const void* roots, void* leaves);
  void finish_bcast(const Unit& unit, const UnitOperation& by, void* leaves);

  /// Root = root `by` leaf: the leaves of this rank first, then those of others, ascending by rank, so each
  /// time with the same bits. A rank combines its leaves of another rank's root before it sends them.
  void begin_reduce(const Unit& unit, const UnitOperation& by, const void* leaves, void* roots);
  void finish_reduce(const UnitOperation& by);

  const FieldExchange& exchange() const { return exchange_; }

 private:
  // Consecutive edges, whose roots follow one another.
  struct Run {
    std::size_t first, edges;
  };

  void combine(const std::vector<Run>& runs, const Unit& unit, const UnitOperation& by,
               const std::byte* roots, void* leaves) const;

  StarForest forest_;
  FieldExchange exchange_;
  std::vector<Run> own_, others_;           // edges of a rank's own roots, and of ghosts
  std::vector<std::byte> sent_, received_;  // in a broadcast that does not replace
};

}  // namespace partita::petsc

#pragma once
/// \file The check that all ranks enter the same collectives, as a communicator knows it.

#include <string_view>

#include <partita/support/sentence.hpp>

namespace partita::detail {

/// What sentences call a collective: "the reduction of rms"; without `of`, "a reduction".
struct CollectiveName {
  std::string_view kind;
  std::string_view of = {};

  void add_to(Sentence& sentence) const {
    if (of.empty())
      sentence.add("a ", kind);
    else
      sentence.add("the ", kind, " of ", of);
  }
};

/// Checks that ranks enter collectives in the same order. Lies above support: see
/// executor/replay/replay_check.
class CollectiveCheck {
 public:
  /// This rank enters the next collective. Ranks 0, ..., needed - 1 must enter it before this rank leaves.
  virtual void begin(const CollectiveName& name, int needed) = 0;

  /// This rank has waited for these seconds in it. To be called again and again.
  /// @throws Error if the check finds a rank that never enters it.
  virtual void poll(double seconds_waited) = 0;

  virtual void finish() = 0;
  virtual void end() = 0;  ///< This rank enters no more of them.

 protected:
  ~CollectiveCheck() = default;
};

}  // namespace partita::detail

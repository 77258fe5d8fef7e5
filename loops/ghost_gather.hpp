#pragma once
/// \file Gathers the ghosts of several fields, of any sets, in one message per neighbour.

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <partita/executor/replay/memory/field_memory.hpp>
#include <partita/loops/domain_state.hpp>
#include <partita/loops/field.hpp>

namespace partita {
class FieldExchange;
}

namespace partita::loops {

class KernelMessages;

class GhostGather {
 public:
  /// Plans the exchange by the domain's planner. Collective. Every rank gives the same fields in the same
  /// order. Where loops run in kernels, messages are packed by kernels, too.
  GhostGather(const DomainState& domain, std::vector<std::shared_ptr<FieldState>> fields);
  ~GhostGather();

  /// Whether the sets still have the ghosts for which it was planned, on every rank.
  bool is_current() const;

  /// Algorithm, protocol, and why. The same on every rank.
  std::string plan() const;
  std::size_t messages() const;  ///< of this rank
  std::size_t bytes() const;     ///< of this rank

  /// Sends what the neighbours need. Collective over the neighbours. `at_once`: values are packed now, for
  /// they may be changed before `finish`; else when their message can leave. Kernels pack at once.
  void begin(bool at_once);

  /// Every ghost is what its owner had at `begin`.
  void finish();

 private:
  std::vector<std::shared_ptr<FieldState>> fields_;
  std::vector<int> patterns_;        // of the set of each field, when planned
  std::vector<FieldMemory> memory_;  // of each field, while under way
  std::unique_ptr<KernelMessages>
      kernel_messages_;  // before the exchange, which ends first; none: not by kernels
  std::unique_ptr<FieldExchange> exchange_;
};

}  // namespace partita::loops

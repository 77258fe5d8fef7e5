#pragma once
/// \file All that one program has declared.

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <partita/executor/plan.hpp>
#include <partita/loops/field.hpp>
#include <partita/loops/inspection.hpp>
#include <partita/loops/loop.hpp>
#include <partita/loops/set.hpp>

namespace partita::loops {

struct Options {
  Backend backend = default_backend;      ///< how bodies run
  std::optional<PlanOptions> plan = {};   ///< order of messages, protocol; unset: chosen (see choose_plan)
  std::optional<Protocol> protocol = {};  ///< of a chosen plan; unset: chosen, too
  Transport transport = Transport::automatic;     ///< of a chosen plan
  std::size_t tile_bytes = std::size_t{1} << 19;  ///< of values and indices: so many stay in a core's cache
};

struct DomainState {
  Communicator comm;
  Options options;
  std::vector<std::shared_ptr<SetState>> sets;
  std::vector<std::shared_ptr<MapState>> maps;
  std::vector<std::weak_ptr<FieldState>> fields;
  std::vector<std::weak_ptr<LoopState>> loops;
  /// Of the loops inspected. By owner, which is never another's, even when a loop is gone.
  std::map<std::weak_ptr<const LoopState>, Executed, std::owner_less<>> executed;
  int generation = 0;  ///< local indices changed so often: plans before are void

  /// Inspects what is not yet inspected. Collective.
  void inspect();

  /// Forgets what was inspected: sets or maps have changed.
  void invalidate();
};

}  // namespace partita::loops

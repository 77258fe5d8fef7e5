#pragma once
/// \file Everything that one program has declared.

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <partita/loops/field.hpp>
#include <partita/loops/loop.hpp>
#include <partita/loops/set.hpp>

namespace partita {
struct MessageVectors;  // executor/plan/plan.hpp
struct Plan;
}  // namespace partita

namespace partita::loops {

/// Makes the plan of an exchange, see executor/plan/plan.hpp. Collective.
/// @param fields  their names: "q", or "q, adt" for several that travel together
/// @param vectors the messages. If all fields are on one set, a unit is one element, so every exchange of
/// that set has the same vectors
using Planner =
    std::function<Plan(std::string_view fields, const MessageVectors& vectors, double bytes_per_unit)>;

/// When chains run in tiles (order.hpp). Values have the same bits in any case.
enum class Tiles {
  raced,  ///< when they were faster in the chain's own runs (tile_race.hpp)
  off,
  on  ///< from the first run on
};

struct Options {
  Backend backend = default_backend;  ///< how bodies run
  Planner plan = {};                  ///< message order, protocol, transport; none: choose_plan
  Tiles tiles = Tiles::raced;
  std::size_t tile_bytes = std::size_t{1} << 20;  ///< values and indices of a tile
  int threads = 0;  ///< of this rank that share its lanes; 0: all that Kokkos has on the host
};

struct DomainState {
  Communicator comm;
  Options options;
  std::vector<std::shared_ptr<SetState>> sets = {};
  std::vector<std::shared_ptr<MapState>> maps = {};
  std::vector<std::weak_ptr<FieldState>> fields = {};
  std::vector<std::weak_ptr<LoopState>> loops = {};
  bool maps_changed = false;  ///< since the last inspection

  /// The place of a set in `sets`. Not collective. @throws Error if another domain declared it.
  std::size_t number(const SetState& set) const;

  /// Inspects the declared loops that are new, and updates the others: their iterations whose rows have
  /// changed. Sets keep their ghosts and get new ones; if maps have changed, sets keep only the ghosts that
  /// the declared loops need. Collective.
  void inspect();

  /// Loops and sets return to the state before the first inspection. Not collective.
  void forget_inspections();

  /// See Domain. Collective.
  std::vector<std::string> remarks() const;
};

}  // namespace partita::loops

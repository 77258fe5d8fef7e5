#pragma once
/// \file The time that a replay takes on a machine, without the machine.

#include <cstdint>
#include <limits>
#include <span>

#include <partita/executor/plan/way.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita {

/// What is predicted: as ReplayOptions have it, but without a transport.
struct ReplayModel {
  Way way = {};             ///< but fragments and times of messages are the machine's
  bool timed_idle = false;  ///< of `global_once`: see IdlePhases
  std::uint64_t seed = 0;   ///< of `lock`, which asks in random order, and of Costs::noise
  double resolution = 0;    ///< seconds: see FluidNetwork; 0 is exact
};

/// Offset between the start times of neighbouring ranks, in seconds, where messages queue. It breaks ties.
inline constexpr double turn_seconds = 1e-10;

/// Seconds from a common start until the last rank is done, for the tables of all ranks, side by side, and a
/// unit of this many bytes. Plays the replay event by event: every rank follows its table by the rules of the
/// protocol (see Replay), its processor does one thing after the other (Costs::start_up, receive, signal,
/// signal_receive), and messages meet on the machine's network (see Network). It is no sum of phases' maxima:
/// a phase begins on each rank when its own transfers of the one before are complete. With timed idle, it is
/// the second replay: by the first, ranks learn how long their messages take.
///
/// O((m + n) log m) events for m messages on n ranks; each that enters or leaves the network costs what the
/// network says (FluidNetwork, CircuitNetwork). Same input, same result, everywhere. Throws Error when the
/// machine is too small or the tables do not fit together: a message that one rank sends and none receives.
///
/// Infinity when it takes `give_up` seconds or longer: found out as soon as the replay is that far.
double predict(std::span<const PhaseTable> tables, const ReplayModel& model, const Machine& machine,
               double bytes_per_unit, double give_up = std::numeric_limits<double>::infinity());

}  // namespace partita

#pragma once
/// \file What the recorders of all ranks have kept, on rank 0.

#include <map>
#include <string>
#include <vector>

#include <partita/support/recorder.hpp>

namespace partita::detail {

struct RankProfile {
  std::string host;
  double seconds = 0;  ///< since the communicator was made
  double clock_drift = 0;
  std::vector<Activity> activities;
  std::map<int, double> due_to;
  std::vector<LateWait> late;
  std::vector<Event> events;    ///< the latest
  double events_since = 0;      ///< earlier ones may be missing
  std::vector<Event> timeline;  ///< to be shown; empty without PARTITA_TIMELINE
};

/// @return by rank; empty on all but rank 0. Collective.
std::vector<RankProfile> gather_profiles(const Recorder& recorder, bool has_timeline);

}  // namespace partita::detail

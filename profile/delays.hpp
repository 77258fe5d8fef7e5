#pragma once
/// \file Single delays: which rank, in which call, and for how long others waited.

#include <cstdint>
#include <string>
#include <vector>

#include <partita/profile/rank_profile.hpp>

namespace partita::detail {

struct Delay {
  int rank;        ///< that was late
  double seconds;  ///< the longest wait for it
  double at;       ///< when the first wait began
  std::string in;  ///< the exchange or reduction of the first wait
  std::uint64_t call;
};

/// Of the waits that the ranks have kept, the longest delay first. Ranks that are no partners of the late one
/// wait for it later, through others. So a wait belongs to the delay before it if it is due to the same rank
/// and begins before the delay is over, or no longer after that than the delay took.
std::vector<Delay> find_delays(const std::vector<RankProfile>& ranks);

}  // namespace partita::detail

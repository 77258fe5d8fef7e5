#pragma once
// Schedules of two stages, each ordered by any direct algorithm.

#include <utility>

#include <partita/schedule/algorithm_entry.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/schedule/staged/two_stage.hpp>

namespace partita::testing_support {

struct Stages {
  Algorithm first, second;
};

inline constexpr Stages ac_twice{Algorithm::ac, Algorithm::ac};  // stages are phase 0 and phase 1

inline detail::StageOrder ordered_by(Algorithm algorithm, std::uint64_t seed) {
  return [=](const std::vector<detail::StageMessages>& stage) {
    std::vector<DestinationVector> rows;
    for (const auto& of_rank : stage) rows.push_back(detail::lengths(of_rank.sends));
    return detail::make_tables(CommunicationMatrix(std::move(rows)), {algorithm, seed});
  };
}

inline Schedule two_stage_by(Stages stages, const CommunicationMatrix& matrix, std::uint64_t seed = 1) {
  const bool ordered = is_ordered(stages.first) && is_ordered(stages.second);
  return {{ordered ? Algorithm::two_stage : Algorithm::ac, seed},
          detail::two_stage(matrix, ordered_by(stages.first, seed), ordered_by(stages.second, seed))};
}

}  // namespace partita::testing_support

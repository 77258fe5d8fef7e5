#pragma once
// The messages of `two_stage`, with the number of their stage in place of their phase.

#include <algorithm>
#include <bit>
#include <vector>

#include <partita/schedule/message.hpp>
#include <partita/schedule/schedule.hpp>

namespace partita::testing_support {

inline std::vector<detail::Message> messages_of_two_stages(const CommunicationMatrix& matrix) {
  const Schedule schedule = make_schedule(matrix, {Algorithm::two_stage});
  const auto ranks = static_cast<unsigned>(matrix.ranks());
  const unsigned steps = ranks % 2 == 0 || std::has_single_bit(ranks) ? ranks - 1 : ranks;  // of the second
  std::vector<detail::Message> all = detail::messages(schedule.tables);
  for (detail::Message& message : all)
    message.phase = message.phase < schedule.phases() - static_cast<int>(steps) ? 0 : 1;
  std::ranges::sort(all);
  return all;
}

}  // namespace partita::testing_support

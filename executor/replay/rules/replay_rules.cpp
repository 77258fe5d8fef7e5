#include <partita/executor/replay/rules/replay_rules.hpp>

namespace partita::detail {

template class BasicReplayRules<Conditions>;

}  // namespace partita::detail

#pragma once
/// \file Calls of the system that a signal has interrupted are made again.

#include <cerrno>

namespace partita {

template <class Call>
auto again(Call&& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

}  // namespace partita

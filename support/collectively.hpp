#pragma once
/// \file Checks that may fail on some ranks only, ended so that no rank is left waiting in a collective call.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>

namespace partita {

/// If any rank brings a problem, throws on every rank a CollectiveError with the text of the lowest such
/// rank. Collective; one reduction when all is well.
void agree(const Communicator& comm, const std::optional<std::string>& problem);

/// Throws a CollectiveError when the ranks do not all bring the same fingerprint of `what` ("the plan").
/// Collective; one reduction.
void require_same(const Communicator& comm, std::uint64_t fingerprint, std::string_view what);

/// Runs `check` (local work, no communication) and returns its result, unless some rank's `check` threw: then
/// every rank throws the same CollectiveError. Collective.
template <class Check>
auto collectively(const Communicator& comm, Check&& check) {
  std::optional<std::string> problem;
  if constexpr (std::is_void_v<std::invoke_result_t<Check&>>) {
    try {
      check();
    } catch (const std::exception& error) {
      problem = error.what();
    }
    agree(comm, problem);
  } else {
    std::optional<std::invoke_result_t<Check&>> result;
    try {
      result.emplace(check());
    } catch (const std::exception& error) {
      problem = error.what();
    }
    agree(comm, problem);
    return std::move(*result);
  }
}

}  // namespace partita

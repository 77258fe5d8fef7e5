#pragma once
/// \file Checks that may fail on a few ranks only, and then throw on all of them.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>

namespace partita {

/// An Error about one place of something that the ranks share, such as a line of a file.
class ErrorAt : public Error {
 public:
  template <class... Parts>
  explicit ErrorAt(std::int64_t place, Parts... parts) : Error(parts...), place_(place) {}

  std::int64_t place() const { return place_; }

 private:
  std::int64_t place_;
};

/// Throws a CollectiveError on every rank if any rank has a problem: that of the lowest place, of the lowest
/// rank there. Collective: one reduction if no rank has one.
void agree(const Communicator& comm, const std::optional<std::string>& problem, std::int64_t place = -1);

/// Throws a CollectiveError if ranks have different fingerprints of `what` ("the plan").
/// Collective: one reduction.
void require_same(const Communicator& comm, std::uint64_t fingerprint, std::string_view what);

namespace detail {

/// What rank `root` gives. Collective.
std::uint64_t length_from(const Communicator& comm, std::uint64_t length, int root);

/// Replaces bytes by those of rank `root`, as many as on every rank. Collective.
void broadcast(const Communicator& comm, std::span<std::byte> bytes, int root);

void run_collectively(const Communicator& comm, const std::function<void()>& check);

}  // namespace detail

/// Replaces a container of bytes that are all its values, such as a string or a vector of numbers, by that of
/// rank `root`, of any length. Collective.
/// @throws Error as the functions of reduce.hpp
template <class Container>
void broadcast(const Communicator& comm, Container& values, int root = 0) {
  values.resize(detail::length_from(comm, values.size(), root));
  detail::broadcast(comm, std::as_writable_bytes(std::span(values.data(), values.size())), root);
}

/// Runs a check of what all ranks have alike, so that it throws on all of them or on none, and throws its
/// Error as a CollectiveError. Not collective.
template <class Check>
void check_alike(Check&& check) {
  try {
    check();
  } catch (const Error& error) {
    throw CollectiveError(error.what());
  }
}

/// Runs `check` (local work, no communication) and returns its result. If `check` throws on any rank, every
/// rank throws the same CollectiveError: that of the lowest place, if `check` throws ErrorAt. Collective.
template <class Check>
auto collectively(const Communicator& comm, Check&& check) {
  if constexpr (std::is_void_v<std::invoke_result_t<Check&>>) {
    detail::run_collectively(comm, std::ref(check));
  } else {
    std::optional<std::invoke_result_t<Check&>> result;
    detail::run_collectively(comm, [&] { result.emplace(check()); });
    return std::move(*result);
  }
}

}  // namespace partita

#pragma once
/// \file One number from every rank's number.
///
/// `of` says what is reduced, in sentences. All of these throw CollectiveError if the ranks reduce different
/// things, or the same in different ways; and Error if PARTITA_CHECK finds a deadlock, and when
/// PARTITA_DEADLINE has passed.

#include <concepts>
#include <cstdint>
#include <string_view>
#include <vector>

#include <mpi.h>

#include <partita/support/communicator.hpp>

namespace partita {

/// Numbers that ranks reduce.
template <class T>
concept Reducible = std::same_as<T, double> || std::same_as<T, float> || std::same_as<T, int> ||
    std::same_as<T, std::int64_t> || std::same_as<T, std::uint64_t>;

/// The reduction of every rank's `mine` by an operation of MPI. Collective.
template <Reducible T>
T reduce(const Communicator& comm, T mine, MPI_Op operation, std::string_view of = {});

/// The sum of every rank's `mine`. Collective.
template <Reducible T>
T sum(const Communicator& comm, T mine, std::string_view of = {}) {
  return reduce(comm, mine, MPI_SUM, of);
}

/// The largest of every rank's `mine`. Collective.
template <Reducible T>
T max(const Communicator& comm, T mine, std::string_view of = {}) {
  return reduce(comm, mine, MPI_MAX, of);
}

/// The smallest of every rank's `mine`. Collective.
template <Reducible T>
T min(const Communicator& comm, T mine, std::string_view of = {}) {
  return reduce(comm, mine, MPI_MIN, of);
}

/// The sum over the ranks below this one: where this rank's share begins in the concatenation of all shares.
/// Collective.
std::int64_t sum_below(const Communicator& comm, std::int64_t mine, std::string_view of = {});

/// Every rank's `mine`, by rank. Collective.
std::vector<std::int64_t> all_gather(const Communicator& comm, std::int64_t mine, std::string_view of = {});

}  // namespace partita

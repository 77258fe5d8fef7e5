#pragma once
/// \file The ranks that read a file together, or one process alone, which needs no MPI.

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <partita/support/collectively.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {

/// All functions are collective, or local if there is no communicator.
class Peers {
 public:
  /// The communicator must outlive the object; null: this process is alone.
  explicit Peers(const Communicator* comm) : comm_(comm) {}

  const Communicator* comm() const { return comm_; }
  int size() const { return comm_ == nullptr ? 1 : comm_->size(); }

  /// Runs `check`, as `collectively` does.
  template <class Check>
  auto together(Check&& check) const {
    return comm_ == nullptr ? check() : collectively(*comm_, check);
  }

  std::int64_t sum(std::int64_t mine) const { return comm_ == nullptr ? mine : partita::sum(*comm_, mine); }
  std::int64_t max(std::int64_t mine) const { return comm_ == nullptr ? mine : partita::max(*comm_, mine); }
  std::int64_t min(std::int64_t mine) const { return comm_ == nullptr ? mine : partita::min(*comm_, mine); }

  /// The numbers of all ranks, by rank.
  std::vector<std::int64_t> of_all(std::int64_t mine) const {
    std::vector<std::int64_t> all(static_cast<std::size_t>(size()), mine);
    if (comm_ != nullptr) MPI_Allgather(&mine, 1, MPI_INT64_T, all.data(), 1, MPI_INT64_T, comm_->handle());
    return all;
  }

  /// The names of all ranks, by rank.
  std::vector<std::string> of_all(const std::vector<std::string>& mine) const;

 private:
  const Communicator* comm_;
};

}  // namespace partita::mesh

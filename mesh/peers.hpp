#pragma once
/// \file The ranks that read a file together, or one process alone, which needs no MPI.

#include <cstdint>
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
  Peers(const Communicator& comm) : comm_(&comm) {}

  const Communicator* comm() const { return comm_; }
  int rank() const { return comm_ == nullptr ? 0 : comm_->rank(); }
  int size() const { return comm_ == nullptr ? 1 : comm_->size(); }

  /// Runs `check`, as `collectively` does.
  template <class Check>
  auto together(Check&& check) const {
    return comm_ == nullptr ? check() : collectively(*comm_, check);
  }

  template <class T>
  T sum(T mine) const {
    return comm_ == nullptr ? mine : partita::sum(*comm_, mine);
  }
  template <class T>
  T max(T mine) const {
    return comm_ == nullptr ? mine : partita::max(*comm_, mine);
  }
  template <class T>
  T min(T mine) const {
    return comm_ == nullptr ? mine : partita::min(*comm_, mine);
  }

  /// The numbers of all ranks, by rank.
  std::vector<std::int64_t> of_all(std::int64_t mine) const {
    return comm_ == nullptr ? std::vector{mine} : all_gather(*comm_, mine);
  }

 private:
  const Communicator* comm_;
};

}  // namespace partita::mesh

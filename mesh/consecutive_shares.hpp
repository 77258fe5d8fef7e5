#pragma once
/// \file Values by number, of which each rank holds those of a share of consecutive numbers.

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <span>
#include <vector>

#include <partita/inspector/index_map.hpp>
#include <partita/inspector/remap.hpp>
#include <partita/mesh/blocks.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {

/// Numbers 0, 1, ..., of which the first rank has the first ones, and so on. A rank may have none.
///
/// Owners of blocks are calculated. Other shares need a table of the first number of each rank.
class ConsecutiveShares {
 public:
  /// Blocks. Not collective.
  ConsecutiveShares(const Communicator& comm, const Blocks& blocks)
      : comm_(comm), blocks_(blocks), mine_(block_of(blocks, comm.rank())) {}

  /// @param mine  numbers in this rank's share, which need not be a block
  /// Collective.
  ConsecutiveShares(const Communicator& comm, std::size_t mine)
      : ConsecutiveShares(comm, {sum(comm, static_cast<global_index>(mine)), comm.size()}) {
    if (min(comm, int{mine_.size() == static_cast<global_index>(mine)}) == 1) return;

    first_.push_back(0);
    for (const global_index count : all_gather(comm, static_cast<global_index>(mine)))
      first_.push_back(first_.back() + count);
    mine_ = {first_[comm.rank()], first_[comm.rank() + 1]};
  }

  const Communicator& comm() const { return comm_; }
  global_index begin() const { return mine_.begin; }
  global_index total() const { return blocks_.size; }
  /// This rank's numbers.
  std::vector<global_index> numbers() const {
    std::vector<global_index> mine(static_cast<std::size_t>(mine_.size()));
    std::iota(mine.begin(), mine.end(), mine_.begin);
    return mine;
  }

  bool is_mine(global_index number) const { return mine_.contains(number); }

  /// The rank that has a number from 0 to total() - 1.
  int owner(global_index number) const {
    if (first_.empty()) return blocks_.locate(number).rank;
    return static_cast<int>(std::ranges::upper_bound(first_, number) - first_.begin()) - 1;
  }

 private:
  Communicator comm_;
  Blocks blocks_;
  std::vector<global_index> first_;  // of each rank; at the end, the total; none if the shares are blocks
  VertexRange mine_;
};

/// The numbers of this rank's share of any length. Collective.
inline std::vector<global_index> numbers_of_share(const Communicator& comm, std::size_t mine) {
  std::vector<global_index> numbers(mine);
  std::iota(numbers.begin(), numbers.end(), sum_below(comm, static_cast<global_index>(mine)));
  return numbers;
}

/// The values of this rank's numbers and of those that it names.
template <class T>
class Fetched {
 public:
  /// Asks for each value of another rank once. `mine` must outlive the object.
  /// @param mine  values of this rank's share
  /// @param lists  numbers from 0 to shares.total() - 1
  /// Collective.
  Fetched(const ConsecutiveShares& shares, const std::vector<T>& mine,
          std::initializer_list<std::span<const global_index>> lists)
      : shares_(shares), mine_(mine) {
    if (shares.comm().size() == 1) return;
    std::vector<int> owners;
    for (const auto list : lists)
      for (const global_index number : list)
        if (!shares.is_mine(number) && others_.insert(number) == std::ssize(owners))
          owners.push_back(shares.owner(number));
    const Remap remap(shares.comm(), owners);
    std::vector<T> answers;
    for (const global_index number : remap.forward(others_.indices()))
      answers.push_back(mine[number - shares.begin()]);
    values_ = remap.backward(answers);
  }

  const T& operator[](global_index number) const {
    return shares_.is_mine(number) ? mine_[number - shares_.begin()] : values_[others_.find(number)];
  }

 private:
  const ConsecutiveShares& shares_;
  const std::vector<T>& mine_;
  partita::detail::IndexMap others_;
  std::vector<T> values_;
};

}  // namespace partita::mesh

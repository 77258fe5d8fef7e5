#pragma once
/// \file Values by number, of which each rank holds a block.

#include <span>
#include <vector>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/blocks.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// The rank of each number's block.
inline std::vector<int> owners_of(const Blocks& blocks, std::span<const global_index> numbers) {
  std::vector<int> owners;
  owners.reserve(numbers.size());
  for (const global_index number : numbers) owners.push_back(blocks.rank_of(number));
  return owners;
}

/// A question for the values of some numbers, asked once and answered for any number of lists.
class Lookup {
 public:
  /// @param numbers  of this rank, any of 0, ..., blocks.size - 1; each distinct one is best listed once
  /// Collective.
  Lookup(const Communicator& comm, const Blocks& blocks, std::span<const global_index> numbers)
      : remap_(comm, owners_of(blocks, numbers)),
        asked_(remap_.forward(numbers)),
        first_(blocks.first(comm.rank())) {}

  /// The numbers that all ranks ask this one for, with repetitions.
  const std::vector<global_index>& asked() const { return asked_; }

  /// @param block  the values of this rank's block
  /// @return the value of each of this rank's numbers. Collective.
  template <class T>
  std::vector<T> answers(const std::vector<T>& block) const {
    std::vector<T> values;
    values.reserve(asked_.size());
    for (const global_index number : asked_) values.push_back(block[number - first_]);
    return remap_.backward(values);
  }

 private:
  Remap remap_;
  std::vector<global_index> asked_;
  global_index first_;
};

}  // namespace partita::mesh

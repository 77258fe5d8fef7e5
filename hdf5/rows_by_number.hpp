#pragma once
/// \file Rows of a table by number: from any ranks to the ranks that write them, and back.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <partita/inspector/block_distribution.hpp>
#include <partita/inspector/remap.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/types.hpp>

#include "hdf5/datasets.hpp"

namespace partita::hdf5 {

/// A file has a table's rows in the order of their numbers, 0 .. n - 1. Each rank writes or reads one block
/// of consecutive rows. Its memory holds rows of any numbers.
class RowsByNumber {
 public:
  /// Collective.
  /// @param table  "the field pressure", for errors
  /// @param rows  of the table, on all ranks the same
  /// @param numbers  of this rank's rows
  /// @throws CollectiveError if the table has no row of a number
  RowsByNumber(const Communicator& comm, std::string table, global_index rows,
               std::span<const global_index> numbers)
      : comm_(comm),
        table_(std::move(table)),
        blocks_{rows, comm.size()},
        to_blocks_(comm, collectively(comm, [&] { return block_owners(numbers); })),
        places_(to_blocks_.forward(numbers)) {
    for (global_index& place : places_) place -= blocks_.first(comm_.rank());
  }

  global_index rows() const { return blocks_.size; }  ///< of the table

  /// This rank's block.
  Rows block() const { return block_of(comm_, rows()); }

  /// Collective. @throws CollectiveError unless each number is that of one row of one rank.
  void require_each_once() const {
    const auto rows = static_cast<global_index>(sum(comm_, static_cast<std::uint64_t>(places_.size())));
    if (rows != blocks_.size)
      throw CollectiveError(table_, " has ", rows, " rows on all ranks; it needs ", blocks_.size);
    collectively(comm_, [&] {
      std::vector<bool> is_there(static_cast<std::size_t>(block().size()));
      for (const global_index place : places_) {
        if (is_there[static_cast<std::size_t>(place)])
          throw Error("two rows of ", table_, " have the number ", blocks_.first(comm_.rank()) + place,
                      "; each number needs one row");
        is_there[static_cast<std::size_t>(place)] = true;
      }
    });
  }

  /// The rows of this rank's block, from those of each number. Collective; after `require_each_once`.
  std::vector<std::byte> to_block(std::span<const std::byte> rows, std::size_t bytes_of_row) const {
    const std::vector<std::byte> arrived = to_blocks_.forward_bytes(rows, bytes_of_row);
    std::vector<std::byte> block_of_rows(arrived.size());
    for (std::size_t k = 0; k < places_.size(); ++k)
      std::memcpy(block_of_rows.data() + static_cast<std::size_t>(places_[k]) * bytes_of_row,
                  arrived.data() + k * bytes_of_row, bytes_of_row);
    return block_of_rows;
  }

  /// The row of each number, from this rank's block. Collective.
  std::vector<std::byte> from_block(std::span<const std::byte> block_of_rows,
                                    std::size_t bytes_of_row) const {
    std::vector<std::byte> leaving(places_.size() * bytes_of_row);
    for (std::size_t k = 0; k < places_.size(); ++k)
      std::memcpy(leaving.data() + k * bytes_of_row,
                  block_of_rows.data() + static_cast<std::size_t>(places_[k]) * bytes_of_row, bytes_of_row);
    return to_blocks_.backward_bytes(leaving, bytes_of_row);
  }

 private:
  std::vector<int> block_owners(std::span<const global_index> numbers) const {
    std::vector<int> owners;
    owners.reserve(numbers.size());
    for (const global_index number : numbers) {
      if (number < 0 || number >= blocks_.size)
        throw Error("rank ", comm_.rank(), " names row ", number, " of ", table_, ", which has ",
                    blocks_.size, " rows, from 0");
      owners.push_back(blocks_.locate(number).rank);
    }
    return owners;
  }

  Communicator comm_;
  std::string table_;
  detail::BlockDistribution blocks_;
  Remap to_blocks_;
  std::vector<global_index> places_;  // of the arriving rows in this rank's block
};

}  // namespace partita::hdf5

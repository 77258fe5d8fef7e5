#pragma once
/// \file What one rank gets of a schedule file, on its way from rank 0.

#include <cstdint>
#include <vector>

#include <partita/io/schedule_file.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {

struct RankPart {
  LoadedTables loaded;
  DestinationVector destinations;  ///< its row of the file's matrix
  SourceVector sources;            ///< its column
};

/// A parcel for each rank.
std::vector<Parcel<std::int64_t>> packed_parts(const SavedSchedule& saved);

/// From the content of its parcel; there are so many ranks.
RankPart unpacked(std::vector<std::int64_t> parcel, int ranks);

}  // namespace partita

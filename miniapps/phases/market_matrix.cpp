#include "market_matrix.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include <partita/support/error.hpp>
#include <partita/support/input_file.hpp>

#include "miniapps/market_file.hpp"

namespace partita::phases {

namespace {

constexpr std::int64_t most_ranks = 1 << 20;
constexpr std::int64_t most_units = std::int64_t{1} << 40;  // of one message; doubles count up to it exactly

}  // namespace

CommunicationMatrix read_market_matrix(const std::filesystem::path& path) {
  return read_market_matrix(load_text(path, "a Matrix Market file"), path.string());
}

CommunicationMatrix read_market_matrix(std::string_view content, const std::string& path) {
  const MarketMatrix matrix = read_market(content, path, most_ranks);
  if (matrix.skew_symmetric)
    throw Error(path,
                ":1: expected general or symmetric, not \"skew-symmetric\"; a message has no negative number "
                "of units");
  std::vector<DestinationVector> rows(static_cast<std::size_t>(matrix.rows));
  for (const auto& [from, to, units, line] : matrix.entries) {
    if (units < 0 || units > static_cast<double>(most_units) || units != std::floor(units))
      throw Error(path, ":", line, ": a message is a whole number of units from 0 to ", most_units, ", not ",
                  units, "; write pattern instead of real to count each entry as one unit");
    rows[static_cast<std::size_t>(from)].push_back({static_cast<int>(to), static_cast<Units>(units)});
  }
  return CommunicationMatrix(std::move(rows));
}

}  // namespace partita::phases

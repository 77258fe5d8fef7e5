#pragma once
/// \file Appraisals as text and as JSON.

#include <span>
#include <string>

#include "appraisal.hpp"

namespace partita::phases {

/// Columns that only some tables have.
struct Columns {
  bool hosts;   ///< messages between hosts
  bool replay;  ///< predicted time of a replay
};

/// The lines of headings of the table.
std::string headings(const Columns& columns);

/// The table's line for one algorithm, with the columns that the appraisal has.
std::string row(const Appraisal& appraisal);

/// An array with one object for each algorithm.
std::string json(std::span<const Appraisal> appraisals);

}  // namespace partita::phases

#pragma once
/// \file Appraisals as people and programs read them.

#include <span>
#include <string>

#include "appraisal.hpp"

namespace partita::phases {

/// Columns that not every table has.
struct Columns {
  bool hosts;   ///< messages between hosts
  bool replay;  ///< predicted time of a replay
};

/// The lines of headings of the table.
std::string headings(const Columns& columns);

/// Its line for one algorithm; with those columns that the appraisal has.
std::string row(const Appraisal& appraisal);

/// An array with one object for each algorithm.
std::string json(std::span<const Appraisal> appraisals);

}  // namespace partita::phases

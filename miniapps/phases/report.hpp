#pragma once
/// \file Appraisals as people and programs read them.

#include <span>
#include <string>

#include "appraisal.hpp"

namespace partita::phases {

/// The lines of headings of the table. `hosts`: with a column for the messages between hosts.
std::string headings(bool hosts);

/// Its line for one algorithm; with that column where the appraisal has it.
std::string row(const Appraisal& appraisal);

/// An array with one object for each algorithm.
std::string json(std::span<const Appraisal> appraisals);

}  // namespace partita::phases

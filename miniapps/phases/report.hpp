#pragma once
/// \file Appraisals as people and programs read them.

#include <span>
#include <string>

#include "appraisal.hpp"

namespace partita::phases {

/// A line for each algorithm under a line of headings.
std::string table(std::span<const Appraisal> appraisals);

/// An array with one object for each algorithm.
std::string json(std::span<const Appraisal> appraisals);

}  // namespace partita::phases

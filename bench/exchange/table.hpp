#pragma once
/// \file Rows as tables in Markdown.

#include <span>
#include <string>

#include "rows.hpp"

namespace partita::bench {

/// A table for each placement and operation: one line per variant, one column per mesh and number of
/// components; below, the ratios of Partita's own choice.
std::string tables(std::span<const Row> rows);

}  // namespace partita::bench

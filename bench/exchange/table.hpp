#pragma once
/// \file Rows as tables that people read, in Markdown.

#include <span>
#include <string>

#include "rows.hpp"

namespace partita::bench {

/// A table for each placement and operation: a line a variant, a column for each mesh and number of
/// components; below, the ratios of Partita's own pick.
std::string tables(std::span<const Row> rows);

}  // namespace partita::bench

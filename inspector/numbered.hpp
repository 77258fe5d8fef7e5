#pragma once
/// \file A pattern that knows the global indices of its owned values.

#include <partita/inspector/access_pattern.hpp>
#include <partita/inspector/translation_table.hpp>

namespace partita::detail {

/// The pattern with the global indices of `table`'s owned values if a record of marks is kept, which names
/// values by them; else as it is.
AccessPattern numbered(AccessPattern pattern, const TranslationTable& table);

}  // namespace partita::detail

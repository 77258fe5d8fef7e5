#pragma once
/// \file The environment variables PARTITA_*: how a program is told something without being compiled again.

#include <span>
#include <string>
#include <string_view>

namespace partita {

struct Setting {
  std::string_view name;
  std::string_view values;
  std::string_view meaning;
};

/// All that Partita reads, by name: the table of docs/troubleshooting.md. Not collective.
std::span<const Setting> settings();

/// The value of a setting in this process. Not collective.
/// @return null if it is not set
/// @throws Error if `name` is not one of `settings()`
const char* setting(std::string_view name);

/// The value of a setting that is 1 or 0. Not collective.
/// @param otherwise  if it is not set, or empty
/// @param what       in the sentence "give 1 `what`, or 0"
/// @throws Error if it is something else
bool is_switched_on(std::string_view name, bool otherwise, std::string_view what);

/// Says a sentence for each variable PARTITA_* that is not one of `settings()`, if `is_first`, and if it is
/// the first call of this process. Not collective.
void say_unknown_settings(bool is_first);

}  // namespace partita

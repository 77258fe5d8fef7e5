#pragma once
/// \file Enumerators and their spelling on command lines and in files.

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <partita/support/error.hpp>

namespace partita {

template <class Enum>
struct Name {
  Enum value;
  std::string_view spelling;
};

/// The spelling of `value`.
template <class Enum>
std::string_view spelling_in(std::span<const Name<Enum>> names, Enum value) {
  for (const Name<Enum>& name : names)
    if (name.value == value) return name.spelling;
  throw Error("an enumerator without a name");
}

/// All spellings: "ac, lp, rs_n".
template <class Enum>
std::string list(std::span<const Name<Enum>> names) {
  std::string all;
  for (const Name<Enum>& name : names) all.append(all.empty() ? "" : ", ").append(name.spelling);
  return all;
}

/// The enumerator of this spelling, if there is one.
template <class Enum>
std::optional<Enum> found_in(std::span<const Name<Enum>> names, std::string_view spelling) {
  const auto name = std::ranges::find(names, spelling, &Name<Enum>::spelling);
  return name == names.end() ? std::nullopt : std::optional(name->value);
}

/// The enumerator of this spelling. Throws Error with all spellings; `kind` is "protocol", for example.
template <class Enum>
Enum named_in(std::span<const Name<Enum>> names, std::string_view kind, std::string_view spelling) {
  if (const auto found = found_in(names, spelling)) return *found;
  throw Error("there is no ", kind, " \"", spelling, "\"; there are ", list(names));
}

}  // namespace partita

#pragma once
/// \file Ways in words: one form for environment variables, files and sentences; `--protocol` takes its first
/// word. (`name_of(Strategy)` is for readers: it leaves out what depends on the machine.)
///
///     barrier
///     lock,barrier improvements=none         a protocol for each stage; DRS_N without its improvements
///     windowed window=2 fragment=65536

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <partita/executor/plan/way.hpp>

namespace partita {

/// The words of a way. What is as in Way{} is left out, but for the protocol and the window of `windowed`.
/// Not collective.
std::string in_words(const Way& way);

/// The way of these words. Not collective. @throws Error as WayWords::take, or if a word is none of a way
Way way_in_words(std::string_view words);

/// The improvements of `lock` by name: both, busy_measure, early_go_ahead, none. Not collective.
/// @throws Error if there is none of this name
LockOptions improvements_named(std::string_view name);

namespace detail {

/// What words say of a way.
struct WayWords {
  std::optional<StageProtocols> protocol = {};
  std::optional<int> window = {};
  std::optional<std::size_t> fragment = {};
  std::optional<LockOptions> improvements = {};
  std::optional<double> start_up = {}, seconds_per_byte = {};

  /// False if this is no word of a way. @throws Error if it is a second of its kind, or has no value
  bool take(const std::string& word);

  /// The way with what the words say.
  Way on(Way way) const;
};

/// Puts the value that a word gives in its place. @throws Error if there is one already
template <class T>
void put(std::optional<T>& place, const T& value, const std::string& word) {
  if (place) throw Error("\"", word, "\" comes after another of its kind; give one");
  place = value;
}

/// The number behind "name=" if the word begins so, else none.
/// @throws Error if it is none, or less than `least`
template <class T>
std::optional<T> number_in(const std::string& word, std::string_view name, T least);

/// Calls use(word) for each word.
template <class Use>
void for_each_word(std::string_view words, Use&& use) {
  constexpr std::string_view blanks = " \t\n\v\f\r";
  for (std::size_t first = 0; (first = words.find_first_not_of(blanks, first)) != words.npos;) {
    const std::size_t end = std::min(words.find_first_of(blanks, first), words.size());
    use(std::string(words.substr(first, end - first)));
    first = end;
  }
}

}  // namespace detail

}  // namespace partita

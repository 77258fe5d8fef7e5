#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>

#include <partita/executor/plan/way_words.hpp>

namespace partita {

namespace {

constexpr std::array<Name<LockOptions>, 4> improvements{{{{true, true}, "both"},
                                                         {{true, false}, "busy_measure"},
                                                         {{false, true}, "early_go_ahead"},
                                                         {{false, false}, "none"}}};

// With all digits that tell it from others.
std::string digits(double number) {
  char all[32];
  return {all, std::to_chars(all, all + sizeof all, number).ptr};
}

}  // namespace

LockOptions improvements_named(std::string_view name) {
  return named_in<LockOptions>(improvements, "improvement of lock", name);
}

std::string in_words(const Way& way) {
  const auto& [protocol, window, lock, fragment] = way;
  const Way usual;
  bool has_window = window != usual.window;
  for (std::size_t stage = 0; stage <= protocol.last(); ++stage)
    if (entry_of(protocol.of_stage(stage)).at_once == SendsAtOnce::window) has_window = true;
  std::string words = name_of(protocol);
  if (has_window) words += text(" window=", window);
  if (fragment != usual.fragment) words += text(" fragment=", fragment);
  const LockOptions improved{lock.busy_measure, lock.early_go_ahead};
  if (improved != LockOptions{})
    words += text(" improvements=", spelling_in<LockOptions>(improvements, improved));
  if (lock.message.start_up != MessageTime{}.start_up)
    words += " message_start_up=" + digits(lock.message.start_up);
  if (lock.message.seconds_per_byte != MessageTime{}.seconds_per_byte)
    words += " message_seconds_per_byte=" + digits(lock.message.seconds_per_byte);
  return words;
}

std::string name_of(const Strategy& strategy) {
  Way way = strategy.way;
  way.fragment = 0;
  way.lock.message = {};
  return text(name_of(strategy.algorithm), " by ", in_words(way));
}

Way way_in_words(std::string_view words) {
  detail::WayWords said;
  detail::for_each_word(words, [&](const std::string& word) {
    if (!said.take(word)) throw Error("\"", word, "\" is no word of a way to replay a schedule");
  });
  return said.on({});
}

namespace detail {

template <class T>
std::optional<T> number_in(const std::string& word, std::string_view name, T least) {
  if (!word.starts_with(name) || word.size() == name.size() || word[name.size()] != '=') return std::nullopt;
  const char* const first = word.data() + name.size() + 1;
  T number{};
  const auto [stop, problem] = std::from_chars(first, word.data() + word.size(), number);
  if (problem != std::errc() || stop != word.data() + word.size() || !(number >= least))
    throw Error("\"", word, "\" needs a ", std::integral<T> ? "whole number" : "number", " from ", least,
                " on, such as ", name, "=4");
  return number;
}
template std::optional<int> number_in(const std::string&, std::string_view, int);
template std::optional<std::uint64_t> number_in(const std::string&, std::string_view, std::uint64_t);
template std::optional<double> number_in(const std::string&, std::string_view, double);

bool WayWords::take(const std::string& word) {
  const auto take_number = [&]<class T>(std::string_view name, std::optional<T>& place, T least) {
    const std::optional<T> number = number_in(word, name, least);
    if (number) put(place, *number, word);
    return number.has_value();
  };
  if (found_in<Protocol>(protocols, word.substr(0, word.find(',')))) {
    put(protocol, stage_protocols_named(word), word);
    return true;
  }
  constexpr std::string_view improved = "improvements=";
  if (word.starts_with(improved)) {
    put(improvements, improvements_named(std::string_view(word).substr(improved.size())), word);
    return true;
  }
  return take_number("window", window, 1) || take_number("fragment", fragment, std::size_t{0}) ||
         take_number("message_start_up", start_up, 0.0) ||
         take_number("message_seconds_per_byte", seconds_per_byte, 0.0);
}

Way WayWords::on(Way way) const {
  const MessageTime times = way.lock.message;
  if (protocol) way.protocol = *protocol;
  if (window) way.window = *window;
  if (fragment) way.fragment = *fragment;
  if (improvements) way.lock = *improvements;
  way.lock.message = {start_up.value_or(times.start_up), seconds_per_byte.value_or(times.seconds_per_byte)};
  return way;
}

}  // namespace detail

}  // namespace partita

#include "miniapps/json.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace partita {

namespace {

std::string quoted(std::string_view words) {
  std::string all = "\"";
  for (const char c : words) {
    if (c == '"' || c == '\\') all += '\\';
    if (static_cast<unsigned char>(c) < ' ') {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
      all += code;
    } else {
      all += c;
    }
  }
  return all + '"';
}

}  // namespace

Json::Json(std::initializer_list<Member> members) : parts_(members), opens_('{') {}

Json::Json(std::string_view words) : text_(quoted(words)) {}

Json::Json(double value) {
  if (!std::isfinite(value)) return;
  char digits[32];
  text_.assign(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  if (text_.find_first_not_of("-0123456789") == std::string::npos) text_ += ".0";
}

void Json::push_back(Json element) {
  opens_ = '[';
  parts_.emplace_back("", std::move(element));
}

Json& Json::operator[](const std::string& name) {
  opens_ = '{';
  const auto found = std::ranges::find(parts_, name, &Member::first);
  return found != parts_.end() ? found->second : parts_.emplace_back(name, Json()).second;
}

std::string Json::dump(std::size_t depth) const {
  if (opens_ == 0) return text_;
  std::string all(1, opens_), before = "\n";
  for (const auto& [name, part] : parts_) {
    all += before + std::string(2 * depth, ' ');
    if (opens_ == '{') all += quoted(name) + ": ";
    all += part.dump(depth + 1);
    before = ",\n";
  }
  if (!parts_.empty()) all += "\n" + std::string(2 * depth - 2, ' ');
  return all + (opens_ == '{' ? '}' : ']');
}

}  // namespace partita
